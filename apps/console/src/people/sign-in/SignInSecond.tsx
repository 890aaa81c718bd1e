import { canUsePasskeys } from "@club/client";
import { Notice } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type FormEvent, type ReactNode } from "react";
import { signInWithCode, signInWithPasskey, useSecondFactors } from "../../api/sign-in.ts";
import { useAct } from "../../api/use-act.ts";
import { useOfflineText } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";

/** Second step, the proof that it is really this person: a passkey, or a code. */
export function SecondStep(props: {
  readonly ticket: string;
  readonly onBack: () => void;
}): ReactNode {
  const t = useT();
  const { ticket, onBack } = props;
  const factors = useSecondFactors(ticket).data;
  const [code, setCode] = useState("");
  const byCode = useAct(async () => await signInWithCode(ticket, code.trim()));
  const byPasskey = useAct(async () => await signInWithPasskey(ticket));
  const hasPasskey = (factors?.passkey ?? null) !== null && canUsePasskeys();
  const offline = useOfflineText();
  const missing = offline ?? (code.trim() === "" ? t("factor.codeMissing") : undefined);
  const showKey = () => {
    byCode.clear();
    void byPasskey.run();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    byPasskey.clear();
    if (missing === undefined) void byCode.run();
  };
  return (
    <form onSubmit={submit}>
      <h1>{t("signIn.second")}</h1>
      <p className="mute">{t(hasPasskey ? "signIn.secondPasskey" : "signIn.secondText")}</p>
      <Wrong error={byCode.error ?? byPasskey.error} />
      {hasPasskey && (
        <>
          <ByPasskey busy={byPasskey.busy} reason={offline} onPress={showKey} />
          <p className="signin-or">{t("signIn.or")}</p>
        </>
      )}
      <CodeField isRecovery={factors?.has_totp === false} code={code} onChange={setCode} />
      <ConsoleButton
        kind={hasPasskey ? "line" : "primary"}
        size="large"
        type="submit"
        busy={byCode.busy}
        reason={missing}
      >
        {t("act.signIn")}
      </ConsoleButton>
      <ConsoleButton kind="text" onPress={onBack}>
        {t("signIn.other")}
      </ConsoleButton>
    </form>
  );
}

function Wrong({ error }: { readonly error: string | undefined }): ReactNode {
  if (error === undefined) return null;
  return (
    <Notice tone="loss" alert>
      {error}
    </Notice>
  );
}

function ByPasskey(props: {
  readonly busy: boolean;
  readonly reason: string | undefined;
  readonly onPress: () => void;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleButton kind="primary" size="large" icon="key" {...props}>
      {t("signIn.byPasskey")}
    </ConsoleButton>
  );
}

function CodeField(props: {
  readonly isRecovery: boolean;
  readonly code: string;
  readonly onChange: (code: string) => void;
}): ReactNode {
  const t = useT();
  const { isRecovery, code, onChange } = props;
  return (
    <ConsoleField
      label={t(isRecovery ? "signIn.recovery" : "factor.code")}
      name="totp"
      autoComplete="one-time-code"
      hint={isRecovery ? undefined : t("signIn.recoveryToo")}
      value={code}
      onChange={onChange}
      autoFocus
    />
  );
}
