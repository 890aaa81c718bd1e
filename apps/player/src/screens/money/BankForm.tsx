import { Field, Notice, PrimaryButton, Segmented } from "@club/ui";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useSaveBankCard } from "../../api/withdrawals.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import {
  EMPTY,
  faultOf,
  FIELDS,
  moveTo,
  PLACES,
  type Draft,
  type Fault,
  type Field as FieldName,
} from "./bank-form.ts";

interface Props {
  /** There is an account already: a change needs the password. */
  readonly hasCard: boolean;
  readonly onDone: () => void;
}

/** The account that withdrawals go to, checked here by the rules that the club checks it with. */
export function BankForm({ hasCard, onDone }: Props): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const { draft, change, fault, password, setPassword, submit, form, save } = useDraft({
    hasCard,
    onDone,
  });
  const refused = refusedField(save.error);
  return (
    <form ref={form} className="form bank-form" onSubmit={submit} noValidate autoComplete="off">
      <div>
        <Segmented
          label={t("bank.place")}
          value={draft.place}
          onChange={(place) => change(moveTo(draft, place))}
          options={PLACES.map((id) => ({ id, label: t(`bank.place.${id}`) }))}
        />
      </div>
      <Fields draft={draft} fault={fault ?? refused} onChange={change} />
      {hasCard && (
        <Field
          label={t("bank.password")}
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          hint={t("bank.passwordWhy")}
          error={isRefusal(save.error, "password.wrong") ? errorText(t, save.error) : undefined}
        />
      )}
      <Trouble error={save.error} isShown={refused === undefined} />
      <div>
        <PrimaryButton
          type="submit"
          busy={save.isPending}
          busyText={t("state.sending")}
          reason={isOnline ? undefined : t("bank.offline")}
        >
          {t("act.save")}
        </PrimaryButton>
      </div>
    </form>
  );
}

function useDraft({ hasCard, onDone }: Props) {
  const isOnline = useIsOnline();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<Fault | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveBankCard();
  const change = (next: Draft) => {
    setDraft(next);
    // A field being corrected is no longer marked as wrong.
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !isOnline) return;
    const found = faultOf(draft);
    setFault(found);
    if (found !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    const { place: _, ...body } = draft;
    save.mutate({ ...body, ...(hasCard && { password }) }, { onSuccess: onDone });
  };
  return { draft, change, fault, password, setPassword, submit, form, save };
}

function Fields(props: {
  readonly draft: Draft;
  readonly fault: Fault | undefined;
  readonly onChange: (draft: Draft) => void;
}): ReactNode {
  const t = useT();
  const { draft, fault, onChange } = props;
  return FIELDS[draft.place].map((name) => (
    <Field
      key={name}
      label={labelOf(t, draft, name)}
      name={name}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
      inputMode={draft.place === "au" && isNumber(name) ? "numeric" : undefined}
      hint={t.find(`bank.hint.${draft.place}.${name}`)}
      error={faultText(t, fault, name)}
      required={name !== "swift_bic"}
    />
  ));
}

function Trouble({ error, isShown }: { readonly error: unknown; readonly isShown: boolean }) {
  const t = useT();
  if (error === null || !isShown || isRefusal(error, "password.wrong")) return null;
  return <Notice tone="loss" title={errorText(t, error)} alert />;
}

function isNumber(name: FieldName): boolean {
  return name === "account_number" || name === "branch_code";
}

function labelOf(t: T, { place }: Draft, name: FieldName): string {
  if (place === "au" && name === "branch_code") return t("bank.bsb");
  if (place === "iban" && name === "account_number") return t("bank.iban");
  return t(`bank.${name}`);
}

function faultText(t: T, fault: Fault | undefined, name: FieldName): string | undefined {
  if (fault?.field !== name) return undefined;
  return t.find(`bank.rule.${fault.rule}`) ?? t("bank.rule.characters");
}

/** The club's own verdict on a field, should its rules be newer than these. */
function refusedField(error: unknown): Fault | undefined {
  if (!isRefusal(error, "bank_card.invalid")) return undefined;
  const { field, rule } = error.params as unknown as Fault;
  return { field, rule };
}
