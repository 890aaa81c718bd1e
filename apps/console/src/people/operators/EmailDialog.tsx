import type { Operator } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { writeEmail } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** The address by which the identity provider knows an operator. */
export function EmailDialog(props: {
  readonly operator: Operator;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const name = operator.user_name;
  const [email, setEmail] = useState(operator.email ?? "");
  const act = useAct(async (reason: string) => {
    await writeEmail(operator.operator_id, email, reason);
    showToast(t("people.oidcDone", { name }));
    onClose();
  });
  return (
    <AskDialog
      title={t("people.oidcTitle", { name })}
      text={t("people.oidcText")}
      label={t("act.save")}
      reason="needed"
      act={act}
      onClose={onClose}
    >
      <ConsoleField
        label={t("people.oidcEmail")}
        autoComplete="off"
        value={email}
        onChange={setEmail}
        autoFocus
      />
    </AskDialog>
  );
}
