import type { ConnectionView } from "@club/contract";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { setConnection } from "../../api/connections.ts";
import { useT, type T } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { bodyOf, fieldsOf, isKept, startForm, valueOf } from "./connection-form.ts";

/** How a field looks when it is filled, by provider and field. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "smtp.url": "smtps://USER:PASSWORD@mail.example:465",
  "smtp.from": "Club <club@club.example>",
  "twilio.url": "https://api.twilio.com",
  "twilio.token": "ACCOUNT_SID:AUTH_TOKEN",
  "twilio.from": "+61400000000",
  "smpp.url": "smpp://USER:PASSWORD@sms.example:2775",
  "club.mail": "ann@club.example,bob@club.example",
  "club.secret": "whsec_…",
};

/** The provider of a connection and its settings. A secret is typed anew or stays; none is shown. */
export function SetDialog(props: {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { connection, onClose } = props;
  const { kind, providers } = connection;
  const [form, setForm] = useState(() => startForm(connection));
  const body = bodyOf(connection, form);
  const run = async () => body && doneText(t, await setConnection(body), "connection.saved");
  return (
    <AskDialog
      title={t(`connection.kind.${kind}`)}
      text={t(`connection.for.${kind}`)}
      label={t("connection.save")}
      reason="none"
      missing={body === undefined ? t("connection.missing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleSelect
        label={t("connection.provider")}
        value={form.provider}
        options={providers.map(({ name }) => ({ id: name, label: name }))}
        onChange={(name) => setForm(startForm(connection, name))}
      />
      {fieldsOf(connection, form).map(({ name, is_secret: isSecret, is_required: isRequired }) => (
        <ConsoleField
          key={`${form.provider}.${name}`}
          label={labelOf(t, name, isRequired)}
          type={isSecret ? "password" : "text"}
          autoComplete={isSecret ? "new-password" : "off"}
          value={valueOf(connection, form, name)}
          placeholder={EXAMPLES[`${form.provider}.${name}`]}
          hint={isKept(connection, form, name) ? t("connection.kept") : undefined}
          onChange={(value) => setForm({ ...form, typed: { ...form.typed, [name]: value } })}
        />
      ))}
    </AskDialog>
  );
}

function labelOf(t: T, name: string, isRequired: boolean): string {
  const label = t.find(`connection.field.${name}`) ?? name;
  return isRequired ? label : t("connection.optional", { field: label });
}

/** What was done, or that a second operator has to agree first. */
export function doneText(
  t: T,
  done: { readonly status: string },
  key: "connection.saved" | "connection.turnedOn" | "connection.turnedOff",
): string {
  return t(isPending(done) ? "connection.asked" : key);
}
