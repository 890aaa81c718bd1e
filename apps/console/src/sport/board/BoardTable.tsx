import { eventName, formatDay, formatOdds, formatTime } from "@club/i18n";
import { dayAt } from "@club/i18n";
import { clubNow } from "@club/ui";
import { column, DataTable, SportBook, SportLimitBar, type DataColumn } from "@club/ui/console";
import type { ReactNode } from "react";
import type { SportBoard } from "../../api/sport-news.ts";
import { go } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { useMoney } from "../book/money.ts";
import { EventTag } from "../events/EventTag.tsx";

type BoardEvent = SportBoard["list"][number];
type Money = ReturnType<typeof useMoney>;

/** The events: prices and book of their main market, what they took and what they may cost. */
export function BoardTable(props: {
  readonly events: readonly BoardEvent[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const t = useT();
  const money = useMoney();
  return (
    <div className="sport-board-table">
      <DataTable
        label={t("desk.events")}
        cardTitle="event"
        rows={props.events}
        rowId={({ event_id }) => event_id}
        selectedId={props.selectedId}
        onSelect={props.onSelect}
        onOpen={(id) => go(pathOf("sport", id))}
        isMuted={({ status }) => status === "draft"}
        globalKeys
        empty={t("desk.none")}
        columns={(column) => [
          column.mute(
            "start",
            t("desk.start"),
            (event) => startText(t, event),
            (event) => event.start_time,
          ),
          column.text(
            "event",
            t("desk.event"),
            (event) => <EventCell event={event} />,
            (event) => eventName(t, event),
          ),
          priceColumn("1", 0, money),
          priceColumn("X", 1, money),
          priceColumn("2", 2, money),
          ...bookColumns(t, money),
          column.text("status", t("race.status"), (event) => <EventTag event={event} />),
        ]}
      />
    </div>
  );
}

function bookColumns(t: T, money: Money): DataColumn<BoardEvent>[] {
  return [
    column.figure(
      "stakes",
      t("desk.stakesShort"),
      (event) => money.whole(stakesOf(event)),
      stakesOf,
    ),
    column.figure(
      "worst",
      t("desk.worst"),
      ({ liability_cents }) => (
        <SportBook cents={-liability_cents} text={money.round(-liability_cents)} />
      ),
      ({ liability_cents }) => liability_cents,
    ),
    column.text("limit", t("desk.ofLimit"), (event) => <LimitCell event={event} />, usedOf),
  ];
}

const stakesOf = (event: BoardEvent): number => event.stakes_cents + event.multiple_stakes_cents;
/** The part of its limit that an event may lose. */
const usedOf = (event: BoardEvent): number =>
  event.liability_cents / Math.max(1, event.max_liability_cents);

function startText(t: T, event: BoardEvent): string {
  if (event.is_live) return event.live?.clock ?? t("sport.live");
  const zone = clubZone();
  const time = formatTime(event.start_time, zone, t.language);
  const isToday = dayAt(event.start_time, zone) === dayAt(clubNow(), zone);
  return isToday ? time : `${formatDay(event.start_time, zone, t.language)} ${time}`;
}

function EventCell({ event }: { readonly event: BoardEvent }): ReactNode {
  const t = useT();
  return (
    <span className="sport-event-cell">
      <b>{eventName(t, event)}</b>
      <span>{event.competition}</span>
    </span>
  );
}

/** Two-way markets have no draw and leave its column, the middle one, empty. */
function priceColumn(label: string, place: 0 | 1 | 2, money: Money): DataColumn<BoardEvent> {
  return column.end(`price-${place}`, label, ({ main_market }) => {
    const outcomes = main_market?.outcomes ?? [];
    if (outcomes.length > 3) return "–";
    const at = outcomes.length === 2 ? [0, undefined, 1][place] : place;
    const outcome = at === undefined ? undefined : outcomes[at];
    if (outcome === undefined) return "–";
    return (
      <span className="sport-price-cell">
        <b className="fig">{formatOdds(outcome.odds_milli)}</b>
        <SportBook cents={outcome.book_cents} text={money.round(outcome.book_cents)} small />
      </span>
    );
  });
}

function LimitCell({ event }: { readonly event: BoardEvent }): ReactNode {
  const t = useT();
  const used = usedOf(event);
  const percent = Math.round(used * 100);
  return <SportLimitBar used={used} label={t("desk.limitUsed", { percent })} />;
}
