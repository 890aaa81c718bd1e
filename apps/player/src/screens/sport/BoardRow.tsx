import type { SportEventRow, SportMarket } from "@club/contract";
import { eventName, formatDay, formatTime, hasTwoSides, teamName } from "@club/i18n";
import { MatchPrices, MatchRow } from "@club/ui";
import { memo, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";
import { useMarket } from "../../api/sport-markets.ts";
import { clockText, scoreOf } from "../../slip/sport/match-text.ts";
import { OutcomeButton } from "./OutcomeButton.tsx";
import { toggleSportFavourite } from "../../api/sport.ts";

interface Props {
  readonly event: SportEventRow;
  readonly isFavourite: boolean;
  /** Shows the day before the time, for lists over several days. */
  readonly withDay: boolean;
}

/** One match of the board. It is redrawn only when its own facts or its own market change. */
export const BoardRow = memo(function BoardRow(props: Props): ReactNode {
  const t = useT();
  const { event, isFavourite } = props;
  const name = eventName(t, event);
  const others = Math.max(0, event.markets_count - (event.main_market === null ? 0 : 1));
  return (
    <MatchRow
      time={timeOf(t, props)}
      live={event.is_live ? t("sport.live") : undefined}
      home={teamName(t, event, "home")}
      away={hasTwoSides(event) ? teamName(t, event, "away") : null}
      score={scoreOf(event)}
      more={others === 0 ? "" : `+${others}`}
      label={t("sport.open", { name, n: event.markets_count })}
      href={hrefOf("sportDetail", { event: event.event_id })}
      favourite={{
        on: isFavourite,
        label: t("sport.favourite", { name }),
        onToggle: () => toggleSportFavourite(event.event_id),
      }}
    >
      {event.main_market === null ? (
        <MatchPrices columns={3} closed={t("sport.noPrices")} />
      ) : (
        <MainMarket event={event} market={event.main_market} />
      )}
    </MatchRow>
  );
});

const MOST_COLUMNS = 3;

function MainMarket(props: {
  readonly event: SportEventRow;
  readonly market: SportMarket;
}): ReactNode {
  const t = useT();
  const market = useMarket(props.market);
  const { event } = props;
  const isShown = market.status === "open" && market.outcomes.length <= MOST_COLUMNS;
  if (!isShown || (event.status !== "open" && event.status !== "closed")) {
    const isMany = market.status === "open" && event.status === "open";
    const status = event.status === "open" ? market.status : event.status;
    return (
      <MatchPrices
        columns={MOST_COLUMNS}
        closed={
          isMany ? t("sport.many", { n: market.outcomes.length }) : t(`sport.status.${status}`)
        }
      />
    );
  }
  return (
    <MatchPrices columns={market.outcomes.length}>
      {market.outcomes.map((outcome) => (
        <OutcomeButton key={outcome.outcome_id} event={event} market={market} outcome={outcome} />
      ))}
    </MatchPrices>
  );
}

/** Before the match its start, during it the clock, afterwards its state. */
function timeOf(t: T, { event, withDay }: Props): string {
  if (event.is_live) return clockText(event.live?.clock ?? null);
  const time = formatTime(event.start_time, deviceZone(), t.language);
  return withDay ? `${formatDay(event.start_time, deviceZone(), t.language)} ${time}` : time;
}
