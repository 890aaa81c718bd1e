import type { OperatorRace } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney, formatTimeExact, formatTimeSeconds } from "@club/i18n";
import { Countdown } from "@club/ui";
import { ConsoleButton, Panel, PanelState, StatusSteps, useKeys } from "@club/ui/console";
import { useEffect, useRef, type ReactNode } from "react";
import { errorText } from "../api/error-text.ts";
import { useRace } from "../api/race.ts";
import { useIsOnline } from "../connection.ts";
import { useT, type T } from "../lang.ts";
import { usePlaceId } from "../place.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { deviceZone } from "../zone.ts";
import { DryRunPanel } from "./DryRunPanel.tsx";
import { FieldPanel } from "./FieldPanel.tsx";
import { MoneyPanel } from "./MoneyPanel.tsx";
import { RaceActs, useRaceActs, type RaceActState } from "./RaceActs.tsx";
import { ResultPanel, type ResultPanelProps } from "./ResultPanel.tsx";
import { raceSteps } from "./steps.ts";
import { useResult, type ResultState } from "./use-result.ts";

/** One race from draft to settled: acts, result, dry run, settling. Route: /race/:id */
export function RacePage(): ReactNode {
  const t = useT();
  const { data: race, error, isError, refetch } = useRace(usePlaceId());
  if (race !== undefined) return <RaceView key={race.race_id} race={race} />;
  return (
    <ConsoleFrame title={t("route.race")}>
      <Panel label={t("route.race")}>
        {isError ? (
          <PanelState state="failed" text={errorText(t, error)} onRetry={() => void refetch()} />
        ) : (
          <PanelState state="loading" rows={10} />
        )}
      </Panel>
    </ConsoleFrame>
  );
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
  // Not behind the dialog that closed the race: leaving, it gives the focus to where it was.
  const isAsking = acts.asking !== undefined;
  useEffect(() => {
    if (race.status === "closed" && !isAsking) field.current?.focus();
  }, [race.status, isAsking]);
  useKeys({
    ...acts.keys,
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
          <ActBar race={race} result={result} acts={acts} pay={pay} />
        )
      }
    >
      <StatusSteps
        label={t("race.status")}
        steps={raceSteps(t, race)}
        end={<Frozen race={race} />}
      />
      {race.note !== null && <p className="brass">{race.note}</p>}
      <RaceBody race={race} result={result} fieldRef={field} />
      <RaceActs acts={acts} />
    </ConsoleFrame>
  );
}

function RaceBody(props: ResultPanelProps): ReactNode {
  const { race, result } = props;
  return WITH_RESULT.includes(race.status) ? (
    <div className="columns-result">
      <ResultPanel race={race} result={result} fieldRef={props.fieldRef} />
      <div className="rows">
        <Numbers race={race} result={result} />
        <FieldPanel race={race} />
      </div>
    </div>
  ) : (
    <div className="columns-race">
      <FieldPanel race={race} />
      <MoneyPanel race={race} withLog />
    </div>
  );
}

function metaOf(t: T, race: OperatorRace): string {
  const starters = race.runners.filter((runner) => !runner.scratched).length;
  return [
    race.name,
    ...(race.distance_m === null ? [] : [t("race.distance", { metres: race.distance_m })]),
    t("sheet.starters", { n: starters }),
    t("time.jumps", { time: formatTimeSeconds(race.start_time, deviceZone(), t.language) }),
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
  const time = formatTimeExact(race.closed_at, deviceZone());
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
        raceNo={(raceId) => (raceId === race.race_id ? race.raceNo : null)}
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

interface Pay {
  readonly reason: string | undefined;
  readonly money: string | undefined;
  readonly onPress: () => void;
}

/** Whether the race can be settled now, for how much, and by whom not. */
function usePay(race: OperatorRace, result: ResultState): Pay {
  const t = useT();
  const isOnline = useIsOnline();
  const { numbers, newest, standing } = result;
  const pools = numbers.data?.pools ?? [];
  const paid = sumCents(pools.map((pool) => BigInt(pool.paid_cents)));
  const missing = pools.flatMap((pool) => pool.missing_dividends);
  const reasonOf = () => {
    if (!isOnline) return t("offline.bar");
    if (!result.mayEnter) return t("role.needed", { role: t("role.results_clerk") });
    if (race.status !== "final" || standing === undefined) return t("settle.needsFinal");
    if (result.isNew) return t("settle.typed");
    if (missing.length > 0) return t("settle.missing", { combination: missing.join(", ") });
    return numbers.data === undefined ? t("state.loading") : undefined;
  };
  return {
    reason: reasonOf(),
    money: numbers.data === undefined ? undefined : formatMoney(paid, race.currency, t.language),
    onPress: () => {
      if (newest !== undefined) void result.settling.run(newest.version);
    },
  };
}

function ActBar(props: {
  readonly race: OperatorRace;
  readonly result: ResultState;
  readonly acts: RaceActState;
  readonly pay: Pay;
}): ReactNode {
  const t = useT();
  const { race, result, acts, pay } = props;
  const isFinishing = ["closed", "interim", "final"].includes(race.status);
  return (
    <>
      {result.settling.error === undefined ? (
        <span>
          {race.status === "final" ? (pay.reason ?? t("next.final")) : t(`next.${race.status}`)}
        </span>
      ) : (
        <span className="loss" role="alert">
          {result.settling.error}
        </span>
      )}
      <span className="c-act-end">
        {acts.offered.map((act, index) => (
          <ConsoleButton
            key={act.name}
            size="large"
            kind={kindOf(race, act.name, index)}
            keyCap={act.keyCap}
            busy={acts.busy}
            onPress={act.onPress}
          >
            {act.label}
          </ConsoleButton>
        ))}
        {isFinishing && (
          <ConsoleButton
            size="large"
            kind="primary"
            keyCap="S"
            money={pay.money}
            busy={result.settling.busy}
            reason={pay.reason}
            onPress={pay.onPress}
          >
            {t("settle.act")}
          </ConsoleButton>
        )}
      </span>
    </>
  );
}

function kindOf(race: OperatorRace, name: string, index: number) {
  if (name === "abandon" || name === "close") return "danger";
  return race.status === "draft" && index === 0 ? "primary" : "line";
}
