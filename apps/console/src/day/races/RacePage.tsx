import type { OperatorRace } from "@club/contract";
import { formatMoney, formatTimeExact, formatTimeSeconds } from "@club/i18n";
import { Countdown } from "@club/ui";
import { Panel, PanelState, StatusSteps, useKeys } from "@club/ui/console";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { errorText } from "../../api/error-text.ts";
import { useRace } from "../../api/race.ts";
import { useIdOfPath } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import { BetList } from "../../shell/BetList.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { PendingPage } from "../../shell/Listing.tsx";
import { PauseDialog } from "../incidents/PauseDialog.tsx";
import { BoardPanel } from "../pools/BoardPanel.tsx";
import { MoneyPanel } from "../pools/MoneyPanel.tsx";
import { DryRunPanel } from "../results/DryRunPanel.tsx";
import { ResultPanel, type ResultPanelProps } from "../results/ResultPanel.tsx";
import { SettlingPanel } from "../results/SettlingPanel.tsx";
import { useRaceNames } from "../results/use-dividends.ts";
import { useResult, type ResultState } from "../results/use-result.ts";
import { WaitingDoubles } from "../results/WaitingDoubles.tsx";
import { FieldPanel } from "./FieldPanel.tsx";
import { MultiPanel } from "./MultiPanel.tsx";
import { RaceActBar, usePay } from "./RaceActBar.tsx";
import { RaceActs, useRaceActs } from "./RaceActs.tsx";
import { raceSteps } from "./steps.ts";

/** One race from draft to settled: acts, result, dry run, settling. Route: /race/:id */
export function RacePage(): ReactNode {
  const t = useT();
  const query = useRace(useIdOfPath());
  const { data: race } = query;
  if (race !== undefined) return <RaceView key={race.race_id} race={race} />;
  return <PendingPage title={t("route.race")} query={query} />;
}

const WITH_RESULT: readonly string[] = ["closed", "interim", "final", "settled"];

function RaceView({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const result = useResult(race);
  const acts = useRaceActs(race, race);
  const field = useRef<HTMLInputElement>(null);
  const pay = usePay(race, result);
  const isTypable = ["closed", "interim", "final"].includes(race.status);
  const canEnter = isTypable && result.mayEnter && result.parsed.faults.length === 0;
  // Not behind the dialog that closed the race: when that leaves, it returns the focus.
  const isAsking = acts.asking !== undefined;
  const pausing = usePausing(race, acts.raceName);
  useEffect(() => {
    if (race.status === "closed" && !isAsking) field.current?.focus();
  }, [race.status, isAsking]);
  useKeys({
    ...acts.keys,
    p: () => pausing.onPause?.(),
    r: () => field.current?.select(),
    i: () => canEnter && race.status !== "final" && void result.enter.run("interim"),
    f: () => canEnter && void result.enter.run("final"),
    s: () => pay.reason === undefined && pay.onPress(),
  });
  return (
    <ConsoleFrame
      title={`${race.meetings} ${t("race.short", { n: race.raceNo })}`}
      meta={metaOf(t, race)}
      headEnd={race.status === "open" && <Countdown at={Date.parse(race.start_time)} />}
      act={
        acts.offered.length === 0 ? undefined : (
          <RaceActBar race={race} result={result} acts={acts} pay={pay} onPause={pausing.onPause} />
        )
      }
    >
      <StatusSteps
        label={t("race.status")}
        steps={raceSteps(t, race)}
        end={<Frozen race={race} />}
      />
      <Note race={race} />
      <WaitingDoubles race={race} />
      <SettlingPanel race={race} />
      <RaceBody race={race} result={result} fieldRef={field} />
      {race.bets > 0 && <BetList of={{ race_id: race.race_id }} />}
      <RaceActs acts={acts} />
      {pausing.dialog}
    </ConsoleFrame>
  );
}

/** Why it was delayed or abandoned, or how it ended without a contest. */
function Note({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const ending = race.ending ?? null;
  const parts = [...(ending === null ? [] : [t(`ending.${ending}`)]), race.note ?? ""];
  const text = parts.filter((part) => part !== "").join(" · ");
  return text !== "" && <p className="brass">{text}</p>;
}

/** Pauses betting on an open race from here; it is resumed on the page of incidents. */
function usePausing(race: OperatorRace, name: string) {
  const [isAsking, setIsAsking] = useState(false);
  const may = useMay("POST /api/operator/incidents") && race.status === "open" && !race.paused;
  const what = { scope: "race" as const, race_id: race.race_id };
  return {
    onPause: may ? () => setIsAsking(true) : undefined,
    dialog: isAsking && <PauseDialog what={what} name={name} onClose={() => setIsAsking(false)} />,
  };
}

function RaceBody(props: ResultPanelProps): ReactNode {
  const { race, result } = props;
  return WITH_RESULT.includes(race.status) ? (
    <div className="columns-result">
      <ResultPanel race={race} result={result} fieldRef={props.fieldRef} />
      <div className="rows">
        <Numbers race={race} result={result} />
        <MultiPanel race={race} />
        <FieldPanel race={race} />
      </div>
    </div>
  ) : (
    <div className="columns-race">
      <FieldPanel race={race} />
      <div className="rows">
        <MoneyPanel race={race} withLog />
        <MultiPanel race={race} />
        {race.status === "open" && <BoardPanel race={race} />}
      </div>
    </div>
  );
}

function metaOf(t: T, race: OperatorRace): string {
  const starters = race.runners.filter((runner) => !runner.scratched).length;
  return [
    race.name,
    ...(race.distance_m === null ? [] : [t("race.distance", { metres: race.distance_m })]),
    t("sheet.starters", { n: starters }),
    t("time.jumps", { time: formatTimeSeconds(race.start_time, clubZone(), t.language) }),
    `${race.rule_set} · ${t(`dividends.${race.dividends}`)}`,
  ].join(" · ");
}

/** When the pools were frozen, with the root that was published before any result. */
function Frozen({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const money = t("race.inBets", {
    money: formatMoney(race.gross_cents, race.currency, t.language),
    n: race.bets,
  });
  if (race.closed_at === null) return money;
  const time = formatTimeExact(race.closed_at, clubZone());
  return (
    <>
      {t("race.frozen", { time })}
      {race.root !== null && (
        <>
          {" · "}
          <span title={race.root.root}>
            {t("race.root")} <b className="fig">{shortHash(race.root.root)}</b>
          </span>
        </>
      )}
      {" · "}
      {money}
    </>
  );
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;
}

function Numbers(props: { readonly race: OperatorRace; readonly result: ResultState }): ReactNode {
  const t = useT();
  const { race, result } = props;
  const { data, error, isError, isFetching, refetch } = result.numbers;
  const raceName = useRaceNames(race, data?.pools ?? []);
  if (data !== undefined) {
    const isSettled = race.status === "settled";
    return (
      <DryRunPanel
        title={t(isSettled ? "dry.settled" : "dry.title")}
        meta={t(isSettled ? "dry.settledMeta" : "dry.meta", {
          version: data.result_version,
          rules: race.rule_set,
        })}
        pools={data.pools}
        balanced={data.balanced}
        currency={race.currency}
        raceName={raceName}
      />
    );
  }
  if (isError) {
    return (
      <Panel title={t("dry.title")}>
        <PanelState state="failed" text={errorText(t, error)} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  if (isFetching) {
    return (
      <Panel title={t("dry.title")}>
        <PanelState state="loading" rows={7} />
      </Panel>
    );
  }
  return <MoneyPanel race={race} />;
}
