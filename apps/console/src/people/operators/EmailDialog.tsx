import type { Operator } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { writeEmail } from "../../api/operators.ts";
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
  const run = async (reason: string) => {
    const { operator_id } = operator;
    await writeEmail({ operator_id, email: email.trim() === "" ? null : email.trim(), reason });
    return t("people.oidcDone", { name });
  };
  return (
    <AskDialog
      title={t("people.oidcTitle", { name })}
      text={t("people.oidcText")}
      label={t("act.save")}
      reason="needed"
      run={run}
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
