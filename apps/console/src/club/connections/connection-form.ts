import type { ConnectionView } from "@club/contract";

export type FieldView = ConnectionView["providers"][number]["fields"][number];

/** What stands in the form: the provider, and what was typed over what is kept. */
export interface ConnectionForm {
  readonly provider: string;
  readonly typed: Readonly<Record<string, string>>;
}

/** Another provider begins with empty fields: the kept ones are of the one before. */
export function startForm(connection: ConnectionView, provider?: string): ConnectionForm {
  const first = connection.provider ?? connection.providers[0]?.name ?? "";
  return { provider: provider ?? first, typed: {} };
}

export function fieldsOf(connection: ConnectionView, form: ConnectionForm): readonly FieldView[] {
  return connection.providers.find(({ name }) => name === form.provider)?.fields ?? [];
}

/** Whether a secret is kept that stays when its field is left empty. */
export function isKept(connection: ConnectionView, form: ConnectionForm, name: string): boolean {
  return form.provider === connection.provider && connection.secrets_set.includes(name);
}

export function valueOf(connection: ConnectionView, form: ConnectionForm, name: string): string {
  const known = form.provider === connection.provider ? connection.settings[name] : undefined;
  return form.typed[name] ?? known ?? "";
}

/** What is sent; undefined while a field that is needed is empty. */
export function bodyOf(connection: ConnectionView, form: ConnectionForm) {
  const fields = fieldsOf(connection, form);
  const value = ({ name }: FieldView): string => valueOf(connection, form, name).trim();
  const isMissing = fields.some(
    (field) => field.is_required && value(field) === "" && !isKept(connection, form, field.name),
  );
  if (fields.length === 0 || isMissing) return undefined;
  const part = (isSecret: boolean): Record<string, string> =>
    Object.fromEntries(
      fields
        .filter((field) => field.is_secret === isSecret)
        .map((field) => [field.name, value(field)]),
    );
  const { kind } = connection;
  return { kind, provider: form.provider, settings: part(false), secrets: part(true) };
}
