import type { OperatorRace } from "@club/contract";
import { formatDay } from "@club/i18n";
import { clubNow, useClock } from "@club/ui";
import {
  ConsoleButton,
  DayLine,
  Panel,
  PanelState,
  Segmented,
  KeyCap,
  useKeys,
} from "@club/ui/console";
import { useMemo, useState, type ReactNode, useSyncExternalStore } from "react";
import { errorText } from "../../api/error-text.ts";
import { useTodaysMeetings } from "../../api/meetings.ts";
import { useRaces } from "../../api/race.ts";
import { go } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { PauseDialog } from "../incidents/PauseDialog.tsx";
import { allRows, dueRows, isNotClosed, nextRow, rowsOf, type RunRow } from "../races/due.ts";
import { RaceActs, useRaceActs, type RaceActState } from "../races/RaceActs.tsx";
import { switchSound, useAlarm, useSound } from "./alarm.ts";
import { dayLineOf } from "./day-line.ts";
import { DueTable } from "./DueTable.tsx";
import { usePoolHistory } from "./history.ts";
import { LookAtPanel } from "./LookAtPanel.tsx";
import { NextBoard } from "./NextBoard.tsx";
import { PoolsPlot } from "./PoolsPlot.tsx";

/** How many rows show their pools; the console follows one race for each. */
const FOLLOWED = 12;
const TICK_MS = 1000;

/** The day at a glance: what is due, what is late, what is in the pools. Route: / */
export function RunSheetPage(): ReactNode {
  const t = useT();
  const { state, meetings, error, refresh } = useTodaysMeetings();
  const rows = useMemo(() => rowsOf(meetings), [meetings]);
  const ran = rows.filter((row) => row.act === "none").length;
  const meta = [
    formatDay(clubNow(), clubZone(), t.language),
    t("sheet.meetings", { n: meetings.length }),
    t("sheet.races", { n: rows.length }),
    t("sheet.ran", { n: ran }),
  ].join(" · ");
  return (
    <ConsoleFrame
      title={t("route.sheet")}
      meta={state === "ready" ? meta : undefined}
      headEnd={<DayButtons />}
    >
      {state === "loading" && (
        <Panel label={t("state.loading")}>
          <PanelState state="loading" rows={10} />
        </Panel>
      )}
      {state === "failed" && (
        <Panel label={t("state.failed")}>
          <PanelState state="failed" text={errorText(t, error)} onRetry={refresh} />
        </Panel>
      )}
      {state === "ready" && rows.length === 0 && <EmptyDay />}
      {state === "ready" && rows.length > 0 && <RunSheet rows={rows} />}
    </ConsoleFrame>
  );
}

/** No races yet: a card comes first, and at a new club what it needs to open. */
function EmptyDay(): ReactNode {
  const t = useT();
  const mayOpenClub = useMay("GET /api/operator/going-live");
  return (
    <Panel label={t("sheet.empty")}>
      <PanelState
        state="empty"
        title={t("sheet.empty")}
        text={t("sheet.emptyText")}
        act={
          <span className="acts">
            <ConsoleButton kind="primary" href={hrefOf("cards")}>
              {t("route.cards")}
            </ConsoleButton>
            {mayOpenClub && (
              <ConsoleButton href={hrefOf("goingLive")}>{t("route.goingLive")}</ConsoleButton>
            )}
          </span>
        }
      />
    </Panel>
  );
}

/** Buttons not about one race: the sound, and the one act for when something goes wrong. */
function DayButtons(): ReactNode {
  const t = useT();
  const isOn = useSound();
  const may = useMay("POST /api/operator/incidents");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <span className="acts">
      <ConsoleButton kind="text" onPress={() => switchSound(!isOn)}>
        {t(isOn ? "sheet.soundOn" : "sheet.soundOff")}
      </ConsoleButton>
      {may && (
        <ConsoleButton icon="alert" onPress={() => setIsAsking(true)}>
          {t("pause.act")}
        </ConsoleButton>
      )}
      {isAsking && <PauseDialog what={{ scope: "all" }} onClose={() => setIsAsking(false)} />}
    </span>
  );
}

function RunSheet({ rows }: { readonly rows: readonly RunRow[] }): ReactNode {
  const t = useT();
  const nowMs = useClock((now) => Math.floor(now / TICK_MS) * TICK_MS);
  const [view, setView] = useState<View>("due");
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const due = dueRows(rows, nowMs);
  const next = nextRow(rows, nowMs);
  const shown = view === "due" ? due.slice(0, FOLLOWED) : allRows(rows);
  const selected = shown.find((row) => row.race.race_id === picked) ?? next ?? shown[0];
  const races = useRaces(due.slice(0, FOLLOWED).map((row) => row.race.race_id));
  const history = usePoolHistory(races);
  useAlarm(notClosed(due, nowMs));
  const acts = useRaceActs(selected?.race, selected?.meeting);
  useKeys({
    n: () => setPicked(next?.race.race_id),
    r: () => selected?.act === "result" && go(pathOf("race", selected.race.race_id)),
    ...acts.keys,
  });
  const selectedId = selected?.race.race_id;
  const isWide = useIsWide();
  return (
    <>
      <Board row={selected} races={races} nowMs={nowMs} acts={acts} />
      <div className="columns-desk">
        <div className="rows">
          <Panel label={t("sheet.day")}>
            <DayLine
              label={t("sheet.day")}
              {...dayLineOf(t, { rows, nowMs, nextId: next?.race.race_id })}
            />
          </Panel>
          <DuePanel view={view} onView={setView} count={rows.length}>
            <DueTable
              {...{ races, history, nowMs, isWide, selectedId }}
              rows={shown}
              onSelect={setPicked}
              onOpen={(raceId) => go(pathOf("race", raceId))}
            />
          </DuePanel>
          {selected !== undefined && (
            <PoolsPlot row={selected} samples={history.get(selected.race.race_id) ?? []} />
          )}
        </div>
        <LookAtPanel rows={rows} nowMs={nowMs} />
      </div>
      <RaceActs acts={acts} />
    </>
  );
}

function notClosed(rows: readonly RunRow[], nowMs: number): string[] {
  return rows.filter((row) => isNotClosed(row, nowMs)).map((row) => row.race.race_id);
}

function Board(props: {
  readonly row: RunRow | undefined;
  readonly races: ReadonlyMap<string, OperatorRace>;
  readonly nowMs: number;
  readonly acts: RaceActState;
}): ReactNode {
  const { row, races, nowMs, acts } = props;
  if (row === undefined) return null;
  return <NextBoard row={row} race={races.get(row.race.race_id)} nowMs={nowMs} acts={acts} />;
}

type View = "due" | "all";

function DuePanel(props: {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly count: number;
  readonly children: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <Panel
      title={t(props.view === "due" ? "sheet.dueNext" : "sheet.wholeDay")}
      meta={t("sheet.perPool")}
      end={
        <>
          <Segmented
            label={t("sheet.view")}
            value={props.view}
            onChange={props.onView}
            options={[
              { id: "due", label: t("sheet.due") },
              { id: "all", label: t("sheet.all"), count: props.count },
            ]}
          />
          <span className="c-key-words">
            <KeyCap>N</KeyCap> {t("sheet.nextRace")}
          </span>
        </>
      }
    >
      {props.children}
    </Panel>
  );
}

/** A screen wide enough for extras; the style sheet has the same breakpoint. */
const wide = matchMedia("(width >= 1400px)");

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
