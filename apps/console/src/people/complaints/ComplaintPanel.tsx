import type { ComplaintOutcome, OperatorComplaint } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, FactList, Panel, Segmented, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { answer, take } from "../../api/complaints.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ComplaintTag, Due } from "./ComplaintParts.tsx";
import "../../shell/review.css";

/** One complaint: what was written, when the answer is due, and the answer. */
export function ComplaintPanel({
  complaint,
}: {
  readonly complaint: OperatorComplaint;
}): ReactNode {
  const t = useT();
  return (
    <Panel title={t("complaint.one")} end={<ComplaintTag complaint={complaint} />}>
      <FactList
        facts={[
          {
            label: t("route.player"),
            value: <a href={hrefOf("player", complaint.player_id)}>{complaint.user_name}</a>,
          },
          { label: t("complaint.topic"), value: t(`complaint.topic.${complaint.topic}`) },
          ...(complaint.receipt_no === null
            ? []
            : [{ label: t("player.receipt"), value: complaint.receipt_no }]),
          { label: t("complaint.filed"), value: whenText(t, complaint.filed_at) },
          { label: t("complaint.due"), value: <Due complaint={complaint} /> },
          { label: t("complaint.takenBy"), value: complaint.taken_by ?? "–" },
        ]}
      />
      <p className="case-text">{complaint.text}</p>
      {complaint.answer !== null && (
        <div className="case-answer">
          <h3>
            {t("complaint.answered")} ·{" "}
            {[complaint.decided_by, whenText(t, complaint.decided_at ?? "")].join(" · ")}
          </h3>
          <p className="case-text">{complaint.answer}</p>
        </div>
      )}
      {complaint.status !== "answered" && <Acts complaint={complaint} />}
    </Panel>
  );
}

function Acts({ complaint }: { readonly complaint: OperatorComplaint }): ReactNode {
  const t = useT();
  const may = useMay(
    "POST /api/operator/complaints/:complaint_id/take",
    "POST /api/operator/complaints/:complaint_id/answer",
  );
  const [isAnswering, setAnswering] = useState(false);
  const taking = useAct(
    async () => {
      await take({ complaint_id: complaint.complaint_id });
      showToast(t("complaint.taken"));
    },
    { toast: true },
  );
  useKeys({
    t: () => may && void taking.run(),
    a: () => may && setAnswering(true),
  });
  const reason = roleNeeded(t, may, "support");
  return (
    <div className="case-acts">
      <ConsoleButton
        keyCap="T"
        busy={taking.busy}
        reason={reason}
        onPress={() => void taking.run()}
      >
        {t("complaint.take")}
      </ConsoleButton>
      <ConsoleButton kind="primary" keyCap="A" reason={reason} onPress={() => setAnswering(true)}>
        {t("complaint.answerAct")}
      </ConsoleButton>
      {isAnswering && <AnswerDialog complaint={complaint} onClose={() => setAnswering(false)} />}
    </div>
  );
}

function AnswerDialog(props: {
  readonly complaint: OperatorComplaint;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { complaint, onClose } = props;
  const [outcome, setOutcome] = useState<ComplaintOutcome>("upheld");
  const [text, setText] = useState("");
  const run = async () => {
    await answer({ complaint_id: complaint.complaint_id, outcome, answer: text.trim() });
    return t("complaint.answered");
  };
  return (
    <AskDialog
      title={t("complaint.answerTitle", { name: complaint.user_name })}
      text={t("complaint.answerText")}
      label={t("complaint.answerAct")}
      reason="none"
      missing={text.trim() === "" ? t("complaint.answerMissing") : undefined}
      run={run}
      onClose={onClose}
    >
      <Segmented
        label={t("complaint.outcome")}
        value={outcome}
        onChange={setOutcome}
        options={COMPLAINT_OUTCOMES.map((id) => ({ id, label: t(`complaint.outcome.${id}`) }))}
      />
      <ConsoleField
        label={t("complaint.answerField")}
        value={text}
        onChange={setText}
        lines={7}
        autoFocus
      />
    </AskDialog>
  );
}

/** In the order in which they are offered. */
export const COMPLAINT_OUTCOMES: readonly ComplaintOutcome[] = ["upheld", "partly", "declined"];
