import { BANK_DATE_FORMATS } from "@club/domain";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveProfile } from "../../api/bank.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const EMPTY = {
  id: "",
  delimiter: "comma",
  head: "yes",
  decimal: "point",
  dateFormat: BANK_DATE_FORMATS[0] as string,
  date: "",
  amount: "",
  in: "",
  out: "",
  reference: "",
  name: "",
  details: "",
};
type Form = typeof EMPTY;

const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const COLUMNS = [
  ["date", "bank.own.date"],
  ["amount", "bank.own.amount"],
  ["in", "bank.own.in"],
  ["out", "bank.own.out"],
  ["reference", "bank.own.reference"],
  ["name", "bank.own.who"],
  ["details", "bank.own.details"],
] as const;

/** The columns of the club's own bank, kept under a name. */
export function ProfileDialog(props: {
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [form, setForm] = useState<Form>(EMPTY);
  const set = (key: keyof Form) => (value: string) =>
    setForm((before) => ({ ...before, [key]: value }));
  const run = async () => {
    await saveProfile(profileOf(form));
    props.onSaved(form.id.trim());
    return t("bank.own.saved");
  };
  const isWhole = form.amount !== "" || (form.in !== "" && form.out !== "");
  const isReady = form.id.trim() !== "" && form.date !== "" && isWhole;
  return (
    <AskDialog
      title={t("bank.own")}
      text={t("bank.ownText")}
      label={t("bank.own.save")}
      reason="none"
      missing={isReady ? undefined : t("act.reasonMissing")}
      run={run}
      onClose={props.onClose}
    >
      <div className="bank-form">
        <ConsoleField label={t("bank.own.name")} value={form.id} onChange={set("id")} autoFocus />
        <Choices form={form} set={set} />
        {COLUMNS.map(([key, label]) => (
          <ConsoleField key={key} label={t(label)} value={form[key]} onChange={set(key)} />
        ))}
      </div>
    </AskDialog>
  );
}

/** A choice of a few. */
function Choices(props: {
  readonly form: Form;
  readonly set: (key: keyof Form) => (value: string) => void;
}): ReactNode {
  const t = useT();
  const choices = [
    {
      key: "delimiter",
      label: t("bank.own.delimiter"),
      options: [
        { id: "comma", label: t("bank.own.comma") },
        { id: "semicolon", label: t("bank.own.semicolon") },
        { id: "tab", label: t("bank.own.tab") },
      ],
    },
    {
      key: "head",
      label: t("bank.own.head"),
      options: [
        { id: "yes", label: t("bank.own.hasHead") },
        { id: "no", label: t("bank.own.noHead") },
      ],
    },
    {
      key: "decimal",
      label: t("bank.own.decimal"),
      options: [
        { id: "point", label: t("bank.own.point") },
        { id: "comma", label: t("bank.own.comma") },
      ],
    },
    {
      key: "dateFormat",
      label: t("bank.own.dateFormat"),
      options: BANK_DATE_FORMATS.map((format) => ({ id: format, label: format })),
    },
  ] as const;
  return choices.map(({ key, label, options }) => (
    <ConsoleSelect
      key={key}
      label={label}
      value={props.form[key]}
      options={options}
      onChange={props.set(key)}
    />
  ));
}

function profileOf(form: Form) {
  return {
    id: form.id.trim(),
    delimiter: DELIMITERS[form.delimiter as keyof typeof DELIMITERS],
    hasHead: form.head === "yes",
    decimal: form.decimal === "point" ? "." : ",",
    dateFormat: BANK_DATE_FORMATS.find((each) => each === form.dateFormat) ?? BANK_DATE_FORMATS[0],
    date: form.date,
    amount: form.amount === "" ? { in: form.in, out: form.out } : form.amount,
    reference: form.reference,
    name: form.name,
    details: form.details,
  } as const;
}
