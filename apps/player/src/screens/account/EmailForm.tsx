import { Field, showToast } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useAskEmail, useConfirmEmail } from "../../api/messages.ts";
import { useT } from "../../core/lang.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import "./account.css";

interface Change {
  readonly id: string;
  readonly email: string;
}

/** A new e-mail address: the password, then the code that goes there. */
export function EmailForm(): ReactNode {
  const t = useT();
  const [change, setChange] = useState<Change | null>(null);
  if (change === null) return <AskForm onAsked={setChange} />;
  const done = () => {
    setChange(null);
    showToast(t("profile.saved"));
  };
  return <CodeForm email={change.email} changeId={change.id} onDone={done} />;
}

function AskForm({ onAsked }: { readonly onAsked: (change: Change) => void }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const ask = useAskEmail();
  const email = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email === "" || password === "" || ask.isPending) return;
    ask.mutate({ email, password }, { onSuccess: ({ change_id: id }) => onAsked({ id, email }) });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t("profile.newEmail")}
        name="email"
        type="email"
        value={typed}
        onChange={setTyped}
        autoComplete="email"
        maxLength={254}
      />
      {email !== "" && (
        <Field
          label={t("login.password")}
          name="email-password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      <SaveFoot
        save={ask}
        reason={email === "" ? "" : password === "" ? t("login.needPassword") : undefined}
      >
        {t("profile.sendEmailCode")}
      </SaveFoot>
    </form>
  );
}

interface CodeFormProps {
  readonly email: string;
  readonly changeId: string;
  readonly onDone: () => void;
}

function CodeForm({ email, changeId, onDone }: CodeFormProps): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const confirm = useConfirmEmail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "" || confirm.isPending) return;
    confirm.mutate({ change_id: changeId, code: code.trim() }, { onSuccess: onDone });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p>{t("profile.emailCodeSent", { email })}</p>
      <Field
        label={t("profile.emailCode")}
        name="email-code"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
      />
      <SaveFoot save={confirm} reason={code.trim() === "" ? "" : undefined}>
        {t("act.save")}
      </SaveFoot>
    </form>
  );
}
