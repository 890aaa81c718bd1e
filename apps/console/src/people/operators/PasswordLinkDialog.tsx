import type { Operator } from "@club/contract";
import { ConsoleButton, ConsoleDialog } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { makePasswordLink, type PasswordLink } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskForm } from "../../shell/AskDialog.tsx";

/** Asks for a reason, then shows, only once, the link to set a new password. */
export function PasswordLinkDialog(props: {
  readonly operator: Operator;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const [link, setLink] = useState<PasswordLink | null>(null);
  const act = useAct(async (reason: string) =>
    setLink(await makePasswordLink({ operator_id: operator.operator_id, reason })),
  );
  if (link !== null) {
    return <LinkDialog name={operator.user_name} link={link} onClose={onClose} />;
  }
  return (
    <AskForm
      title={t("people.title.reset-password", { name: operator.user_name })}
      text={t("people.text.reset-password")}
      label={t("people.act.reset-password")}
      reason="needed"
      act={act}
      onClose={onClose}
    />
  );
}

/** Shows, only once, a link to set a password by. */
export function LinkDialog(props: {
  readonly name: string;
  readonly link: PasswordLink;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { link, expires_at: until } = props.link;
  return (
    <ConsoleDialog
      title={t("people.link", { name: props.name })}
      onClose={props.onClose}
      onSubmit={props.onClose}
      acts={
        <>
          <ConsoleButton onPress={() => void navigator.clipboard.writeText(link)}>
            {t("act.copy")}
          </ConsoleButton>
          <ConsoleButton kind="primary" type="submit">
            {t("people.linkKept")}
          </ConsoleButton>
        </>
      }
    >
      <p className="mute">{t("people.linkText", { when: whenText(t, until) })}</p>
      <p>
        <code className="mono people-link">{link}</code>
      </p>
    </ConsoleDialog>
  );
}
