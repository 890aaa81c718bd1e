import type { RuleSetView } from "@club/contract";
import { ConsoleButton } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { activateRules, dropRules } from "../../api/rules.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** Acts on what is shown: edit it, discard the draft, make it the next version. */
export function DraftBar(props: {
  readonly view: RuleSetView;
  readonly isDraft: boolean;
  readonly onEdit: () => void;
}): ReactNode {
  const t = useT();
  const { view, isDraft, onEdit } = props;
  const { draft, name } = view;
  const [isAsking, setIsAsking] = useState(false);
  const reason = useReason(draft?.is_waiting === true);
  const drop = useAct(async () => await dropRules({ name }), { toast: true });
  return (
    <div className="rule-bar">
      <span className="mute">
        {isDraft && draft !== null
          ? t("ruleSet.draftBy", { by: draft.changed_by, at: whenText(t, draft.changed_at) })
          : t("ruleSet.stands")}
      </span>
      {isDraft && (
        <ConsoleButton
          kind="danger"
          reason={reason}
          busy={drop.busy}
          onPress={() => void drop.run()}
        >
          {t("ruleSet.drop")}
        </ConsoleButton>
      )}
      <ConsoleButton reason={reason} onPress={onEdit}>
        {t(isDraft ? "ruleSet.edit" : "ruleSet.editNew")}
      </ConsoleButton>
      {isDraft && draft !== null && (
        <ConsoleButton kind="primary" reason={reason} onPress={() => setIsAsking(true)}>
          {t("ruleSet.activate", { n: draft.based_on + 1 })}
        </ConsoleButton>
      )}
      {isAsking && draft !== null && (
        <ActivateDialog
          name={name}
          version={draft.based_on + 1}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** Why a draft cannot be changed now; undefined: it can. */
function useReason(isWaiting: boolean): string | undefined {
  const t = useT();
  const whyNot = useWhyNot(
    "pool_controller",
    "PUT /api/operator/rule-sets/:name/draft",
    "POST /api/operator/rule-sets/:name/activate",
    "DELETE /api/operator/rule-sets/:name/draft",
  );
  return whyNot ?? (isWaiting ? t("ruleSet.waits") : undefined);
}

function ActivateDialog(props: {
  readonly name: string;
  readonly version: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { name, version: n, onClose } = props;
  const run = async (reason: string) => {
    const done = await activateRules({ name, reason });
    return t(done.status === "done" ? "ruleSet.active" : "ruleSet.asked", { name, n });
  };
  return (
    <AskDialog
      title={t("ruleSet.activateTitle", { name, n })}
      text={t("ruleSet.activateText")}
      label={t("ruleSet.activate", { n })}
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}
