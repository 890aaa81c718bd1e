import { Field, showToast } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useAskChange, useConfirmChange, type Change, type Way } from "../../api/messages.ts";
import { useT } from "../../core/lang.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import "./account.css";

const FIELDS = {
  email: {
    label: "profile.newEmail",
    hint: null,
    code: "profile.emailCode",
    input: { type: "email", autoComplete: "email", maxLength: 254 },
  },
  phone: {
    label: "profile.newPhone",
    hint: "profile.newPhoneHint",
    code: "profile.phoneCode",
    input: { type: "tel", inputMode: "tel", autoComplete: "tel", maxLength: 24 },
  },
} as const;

/** A new e-mail address or phone: the password, then the code that goes there. */
export function ChangeForm({ way }: { readonly way: Way }): ReactNode {
  const t = useT();
  const [change, setChange] = useState<Change | null>(null);
  if (change === null) return <AskForm way={way} onAsked={setChange} />;
  const done = () => {
    setChange(null);
    showToast(t("profile.saved"));
  };
  return <CodeForm way={way} change={change} onDone={done} />;
}

interface AskProps {
  readonly way: Way;
  readonly onAsked: (change: Change) => void;
}

function AskForm({ way, onAsked }: AskProps): ReactNode {
  const t = useT();
  const { label, hint, input } = FIELDS[way];
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const ask = useAskChange(way);
  const place = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place === "" || password === "" || ask.isPending) return;
    ask.mutate({ place, password }, { onSuccess: onAsked });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t(label)}
        name={way}
        value={typed}
        onChange={setTyped}
        hint={hint === null || place === "" ? undefined : t(hint)}
        {...input}
      />
      {place !== "" && (
        <Field
          label={t("login.password")}
          name={`${way}-password`}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      <SaveFoot
        save={ask}
        reason={place === "" ? "" : password === "" ? t("login.needPassword") : undefined}
      >
        {t("profile.sendCode")}
      </SaveFoot>
    </form>
  );
}

interface CodeFormProps {
  readonly way: Way;
  readonly change: Change;
  readonly onDone: () => void;
}

function CodeForm({ way, change, onDone }: CodeFormProps): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const confirm = useConfirmChange(way);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "" || confirm.isPending) return;
    confirm.mutate({ change, code: code.trim() }, { onSuccess: onDone });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p>{t("profile.codeSent", { place: change.place })}</p>
      <Field
        label={t(FIELDS[way].code)}
        name={`${way}-code`}
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
