import { eventName, formatCount, formatPercent } from "@club/i18n";
import { showToast } from "@club/ui";
import {
  ConsoleButton,
  KeyCap,
  Panel,
  PanelState,
  Segmented,
  SportTotals,
  useKeys,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { SportBoard } from "../../api/sport-news.ts";
import { actOnEvent, useDeskEvent, useSportBoard } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { go } from "../../core/address.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { BookPlot } from "../book/BookPlot.tsx";
import { LargestBets } from "../book/LargestBets.tsx";
import { useMoney } from "../book/money.ts";
import { Offers } from "../book/Offers.tsx";
import { MarketPanel } from "../markets/MarketPanel.tsx";
import { BoardTable } from "./BoardTable.tsx";
import { AskLimits, BookLimitsDialog } from "../book/BookLimitsDialog.tsx";
import { DeskKeys } from "./DeskKeys.tsx";
import { HoldAll, HoldNotice } from "./HoldAll.tsx";

type Sorting = "start" | "worst";
type BoardEvent = SportBoard["list"][number];

/** The liability board: every event that takes bets or waits, with its book. Route: /sports */
export function SportsPage(): ReactNode {
  const t = useT();
  const query = useSportBoard();
  const [sorting, setSorting] = useState<Sorting>("start");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [dialog, setDialog] = useState<"keys" | "limits" | undefined>(undefined);
  const events = sorted(query.data?.list ?? [], sorting);
  const selected = events.find(({ event_id }) => event_id === chosen) ?? events[0];
  useBoardKeys(selected, {
    sort: () => setSorting(sorting === "start" ? "worst" : "start"),
    show: setDialog,
  });
  return (
    <ConsoleFrame
      title={t("desk.title")}
      meta={t("desk.meta")}
      headEnd={<HeadActs hold={query.data?.hold} />}
    >
      <AskLimits />
      <HoldNotice hold={query.data?.hold} />
      {query.data !== undefined && <Totals totals={query.data} />}
      <div className="sport-columns">
        <div className="rows">
          <Panel
            title={t("desk.events")}
            meta={query.data === undefined ? undefined : t("desk.count", { n: events.length })}
            end={<SortPick value={sorting} onChange={setSorting} onShow={setDialog} />}
          >
            <Listing query={query} rows={10}>
              {() => (
                <BoardTable events={events} selectedId={selected?.event_id} onSelect={setChosen} />
              )}
            </Listing>
          </Panel>
          {selected !== undefined && <SelectedPlot key={selected.event_id} event={selected} />}
        </div>
        {selected !== undefined && <Selected key={selected.event_id} event={selected} />}
      </div>
      {dialog === "keys" && <DeskKeys onClose={() => setDialog(undefined)} />}
      {dialog === "limits" && <BookLimitsDialog onClose={() => setDialog(undefined)} />}
    </ConsoleFrame>
  );
}

function useBoardKeys(
  selected: BoardEvent | undefined,
  on: { readonly sort: () => void; readonly show: (dialog: "keys" | "limits") => void },
): void {
  const mayTrade = useMayTrade();
  const toggle = useToggle(selected);
  useKeys({
    s: () => mayTrade && toggle(),
    n: () => go(pathOf("sportNew")),
    i: () => go(pathOf("sportImport")),
    b: on.sort,
    l: () => on.show("limits"),
    "?": () => on.show("keys"),
    t: () => go(pathOf("sportReport")),
    r: () => selected !== undefined && go(`${pathOf("sport", selected.event_id)}?at=result`),
  });
}

function SortPick(props: {
  readonly value: Sorting;
  readonly onChange: (sorting: Sorting) => void;
  readonly onShow: (dialog: "keys" | "limits") => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <span className="c-key-words">
        <KeyCap>S</KeyCap> {t("desk.suspendKey")}
      </span>
      <ConsoleButton kind="text" keyCap="?" onPress={() => props.onShow("keys")}>
        {t("book.keysButton")}
      </ConsoleButton>
      <ConsoleButton kind="text" keyCap="L" onPress={() => props.onShow("limits")}>
        {t("book.limitsButton")}
      </ConsoleButton>
      <Segmented<Sorting>
        label={t("desk.sorting")}
        value={props.value}
        onChange={props.onChange}
        options={[
          { id: "start", label: t("desk.byStart") },
          { id: "worst", label: t("desk.byWorst") },
        ]}
      />
    </>
  );
}

function useMayTrade(): boolean {
  return useMay(
    "POST /api/operator/sports/events",
    "POST /api/operator/sports/events/import",
    "POST /api/operator/sports/suspend-all",
  );
}

function sorted(events: readonly BoardEvent[], sorting: Sorting): readonly BoardEvent[] {
  if (sorting === "start") return events;
  return events.toSorted((a, b) => b.liability_cents - a.liability_cents);
}

/** One key suspends an event with all of its markets, or resumes it. */
function useToggle(event: BoardEvent | undefined): () => void {
  const t = useT();
  const act = useAct(
    async (chosen: BoardEvent) => {
      const isOpen = chosen.status === "open";
      await actOnEvent(isOpen ? "suspend" : "resume", chosen.event_id);
      showToast(t(isOpen ? "desk.suspended" : "desk.resumed", { name: eventName(t, chosen) }));
    },
    { toast: true },
  );
  return () => {
    if (event?.status === "open" || event?.status === "suspended") void act.run(event);
  };
}

function HeadActs(props: { readonly hold: SportBoard["hold"] | undefined }): ReactNode {
  const t = useT();
  const mayTrade = useMayTrade();
  const reason = roleNeeded(t, mayTrade, "pool_controller");
  return (
    <span className="sport-head-acts">
      <ConsoleButton keyCap="T" href={`#${pathOf("sportReport")}`}>
        {t("sportReport.open")}
      </ConsoleButton>
      <ConsoleButton keyCap="N" href={`#${pathOf("sportNew")}`} reason={reason}>
        {t("desk.new")}
      </ConsoleButton>
      <ConsoleButton keyCap="I" href={`#${pathOf("sportImport")}`} reason={reason}>
        {t("desk.import")}
      </ConsoleButton>
      <HoldAll hold={props.hold} reason={reason} />
    </span>
  );
}

function Totals({ totals }: { readonly totals: SportBoard }): ReactNode {
  const t = useT();
  const { full } = useMoney();
  return (
    <SportTotals
      label={t("desk.book")}
      note={t("desk.bookNote")}
      totals={[
        { label: t("desk.stakes"), value: full(totals.stakes_cents) },
        { label: t("desk.worstAll"), value: full(totals.worst_cents), tone: "amber" },
        { label: t("desk.margin"), value: formatPercent(totals.margin_bps / 10_000, t.language) },
        {
          label: t("desk.changes"),
          value: formatCount(totals.price_changes_last_minute, t.language),
        },
        { label: t("desk.feedAge"), value: ageText(t, totals.feed_age_seconds) },
      ]}
    />
  );
}

function ageText(t: T, seconds: number | null): string {
  return seconds === null ? "–" : t("desk.seconds", { n: seconds });
}

/** The selected event: its main market to be priced, and the largest bets on it. */
function Selected({ event }: { readonly event: BoardEvent }): ReactNode {
  const t = useT();
  const { data } = useDeskEvent(event.event_id);
  const main = data?.markets.find(({ market_id }) => market_id === event.main_market?.market_id);
  return (
    <div className="rows">
      {data === undefined ? (
        <Panel label={t("desk.events")}>
          <PanelState state="loading" rows={6} />
        </Panel>
      ) : (
        main !== undefined && <MarketPanel event={data} market={main} title={eventName(t, data)} />
      )}
      <LargestBets eventId={event.event_id} />
      {data !== undefined && <Offers event={data} />}
    </div>
  );
}

/** The last hour of the event's main market. */
function SelectedPlot({ event }: { readonly event: BoardEvent }): ReactNode {
  const t = useT();
  const { data } = useDeskEvent(event.event_id);
  const main = data?.markets.find(({ market_id }) => market_id === event.main_market?.market_id);
  if (data === undefined || main === undefined) return null;
  return <BookPlot event={data} market={main} title={eventName(t, data)} />;
}
