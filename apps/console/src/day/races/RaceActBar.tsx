import type { OperatorRace } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { ConsoleButton } from "@club/ui/console";
import type { ReactNode } from "react";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import type { ResultState } from "../results/use-result.ts";
import type { RaceActState } from "./RaceActs.tsx";

export interface Pay {
  readonly reason: string | undefined;
  readonly money: string | undefined;
  readonly onPress: () => void;
}

/** Whether the race can be settled now, for how much, or why not. */
export function usePay(race: OperatorRace, result: ResultState): Pay {
  const t = useT();
  const isOnline = useIsOnline();
  const maySettle = useMay("POST /api/operator/races/:race_id/settle");
  const { numbers, newest, standing } = result;
  const pools = numbers.data?.pools ?? [];
  const paid = sumCents(pools.map((pool) => BigInt(pool.paid_cents)));
  const missing = pools.flatMap((pool) =>
    pool.missing_dividends.map((combination) => `${t(`pool.${pool.pool}`)} ${combination}`),
  );
  const reasonOf = () => {
    if (!isOnline) return t("offline.bar");
    if (!maySettle) return t("role.needed", { role: t("role.results_clerk") });
    if (race.status !== "final" || standing === undefined) return t("settle.needsFinal");
    if (result.isNew) return t("settle.typed");
    if (race.settling_stopped !== null) return t("settling.isStopped");
    if (race.inquiries.some(({ outcome }) => outcome === null)) return t("inquiry.open");
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

export interface RaceActBarProps {
  readonly race: OperatorRace;
  readonly result: ResultState;
  readonly acts: RaceActState;
  readonly pay: Pay;
  /** undefined: betting cannot be paused here. */
  readonly onPause: (() => void) | undefined;
}

/** The next step, and its acts. */
export function RaceActBar(props: RaceActBarProps): ReactNode {
  const t = useT();
  const { race, result, pay } = props;
  return (
    <>
      {result.settling.error === undefined ? (
        <span>{nextOf(t, race, pay)}</span>
      ) : (
        <span className="loss" role="alert">
          {result.settling.error}
        </span>
      )}
      <ActButtons {...props} />
    </>
  );
}

function nextOf(t: T, race: OperatorRace, pay: Pay): string {
  if (race.status === "open" && race.paused) {
    return t("pause.bar", { names: `${race.meetings} ${t("race.short", { n: race.raceNo })}` });
  }
  return race.status === "final" ? (pay.reason ?? t("next.final")) : t(`next.${race.status}`);
}

function ActButtons(props: RaceActBarProps): ReactNode {
  const t = useT();
  const { race, result, acts, pay } = props;
  const isFinishing = ["closed", "interim", "final"].includes(race.status);
  return (
    <span className="c-act-end">
      {props.onPause !== undefined && (
        <ConsoleButton size="large" keyCap="P" onPress={props.onPause}>
          {t("pause.act")}
        </ConsoleButton>
      )}
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
  );
}

function kindOf(race: OperatorRace, name: string, index: number) {
  if (name === "abandon" || name === "close" || name === "no-race") return "danger";
  return race.status === "draft" && index === 0 ? "primary" : "line";
}
