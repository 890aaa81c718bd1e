import type { OperatorRace } from "@club/contract";
import { formatCount, formatMoney } from "@club/i18n";
import { ConsoleButton, DataTable, Panel, Tag, type DataColumn, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { resumeSettling, stopSettling } from "../../api/incidents.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useMay } from "../../core/session.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

type Line = OperatorRace["settlements"][number];

/** How far settlement has got, pool by pool; it can be stopped between two chunks and resumed. */
export function SettlingPanel(props: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const { race } = props;
  const mayAct = useMay(
    "POST /api/operator/races/:race_id/settle/stop",
    "POST /api/operator/races/:race_id/settle/resume",
  );
  const [isAsking, setIsAsking] = useState(false);
  const stopped = race.settling_stopped;
  if (race.status !== "final" || (race.settlements.length === 0 && stopped === null)) return null;
  const name = stopped?.by ?? "";
  const since = stopped === null ? "" : whenText(t, stopped.at);
  return (
    <Panel
      title={t("settling.title")}
      tone={stopped === null ? undefined : "loss"}
      meta={stopped === null ? undefined : t("settling.stoppedBy", { name, time: since })}
      end={
        <ConsoleButton
          kind={stopped === null ? "danger" : "primary"}
          reason={roleNeeded(t, mayAct, "results_clerk")}
          onPress={() => setIsAsking(true)}
        >
          {t(stopped === null ? "settling.stop" : "settling.resume")}
        </ConsoleButton>
      }
    >
      <DataTable
        label={t("settling.title")}
        rows={race.settlements}
        rowId={(line) => line.settlement_id}
        empty={t("settling.none")}
        columns={columnsOf(t, race.currency)}
      />
      {isAsking && (
        <SteerDialog
          race={race}
          to={stopped === null ? "stop" : "resume"}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}

function columnsOf(t: T, currency: string): DataColumn<Line>[] {
  const plain = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  const isDone = (line: Line) => line.step === "posted" || line.step === "announced";
  return [
    column.strong("pool", t("race.pool"), (line) => t.find(`pool.${line.pool}`) ?? line.pool),
    column.text("state", t("race.status"), (line) => (
      <Tag tone={isDone(line) ? "firm" : "brass"}>
        {t(isDone(line) ? "refunds.done" : "refunds.running")}
      </Tag>
    )),
    column.figure("bets", t("settling.betsPaid"), (line) =>
      formatCount(line.bets_paid, t.language),
    ),
    column.figure("paid", t("dry.paid_cents"), (line) =>
      plain(line.paid_cents + line.refunded_cents),
    ),
    column.figure("planned", t("settling.planned"), (line) => plain(line.planned_cents)),
  ];
}

function SteerDialog(props: {
  readonly race: OperatorRace;
  readonly to: "stop" | "resume";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race, to } = props;
  const run = async (reason: string) => {
    await (to === "stop" ? stopSettling : resumeSettling)({ race_id: race.race_id, reason });
    return t(`settling.done.${to}`);
  };
  return (
    <AskDialog
      title={t(`settling.${to}`)}
      text={t(`settling.text.${to}`)}
      label={t(`settling.${to}`)}
      danger={to === "stop"}
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
