import type { DeskEvent } from "@club/contract";
import { Notice, showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, DataTable, SportBook } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { correctSport, type Correction } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { useMoney } from "../book/money.ts";
import type { ResultState } from "./use-sport-result.ts";

interface Props {
  readonly event: DeskEvent;
  readonly result: ResultState;
}

/** Another result for a settled event: shows who gains and loses; then another operator decides. */
export function CorrectionPart({ event, result }: Props): ReactNode {
  const t = useT();
  const { reason, setReason, why, answer, act } = useCorrection(event, result);
  return (
    <>
      <ConsoleField
        label={t("act.reason")}
        value={reason}
        onChange={setReason}
        hint={t("act.reasonHint")}
      />
      <ErrorNotice text={act.error} />
      {answer !== undefined && <Differences answer={answer} />}
      {answer?.status === "pending" && <Notice tone="brass">{t("adjust.pending")}</Notice>}
      <div className="acts">
        <ConsoleButton busy={act.busy} reason={why} onPress={() => void act.run(true)}>
          {t("desk.dryRun")}
        </ConsoleButton>
        <ConsoleButton
          kind="danger"
          busy={act.busy}
          reason={why ?? (answer === undefined ? t("desk.dryFirst") : undefined)}
          onPress={() => void act.run(false)}
        >
          {t("desk.askCorrect")}
        </ConsoleButton>
      </div>
    </>
  );
}

function useCorrection(event: DeskEvent, result: ResultState) {
  const t = useT();
  const [reason, setReason] = useState("");
  const [answer, setAnswer] = useState<Correction | undefined>(undefined);
  const isMissing = reason.trim() === "";
  const act = useAct(async (isDryRun: boolean) => {
    const facts = factsOf(result.form);
    if (facts === undefined) return;
    const body = { ...facts, reason: reason.trim(), dry_run: isDryRun };
    const done = await correctSport({ event_id: event.event_id, ...body });
    setAnswer(done);
    if (done.status === "pending") showToast(t("adjust.pending"));
  });
  const why = result.lock ?? (isMissing ? t("act.reasonMissing") : undefined);
  return { reason, setReason, why, answer, act };
}

/** The typed result without its own reason, since a correction has its own. */
function factsOf(form: ResultState["form"]) {
  if (form === undefined || "abandoned" in form) return undefined;
  return "void" in form ? { void: true as const } : form;
}

function Differences({ answer }: { readonly answer: Correction }): ReactNode {
  const t = useT();
  const money = useMoney();
  return (
    <DataTable
      label={t("desk.differences")}
      rows={answer.players}
      rowId={({ player_id }) => player_id}
      empty={t("desk.noDifference")}
      columns={(column) => [
        column.strong("player", t("route.player"), (row) => row.user_name),
        column.figure("diff", t("desk.difference"), (row) => (
          <SportBook cents={row.diff_cents} text={money.signed(row.diff_cents)} />
        )),
      ]}
    />
  );
}
