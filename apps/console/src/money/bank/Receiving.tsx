import type { ReceivingAccount } from "@club/contract";
import { Notice, showToast } from "@club/ui";
import {
  ConsoleButton,
  ConsoleField,
  DataTable,
  Panel,
  PanelState,
  Segmented,
  Tag,
  column,
  type DataColumn,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveReceiving, useReceiving, type Receiving as Data } from "../../api/bank.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskForm } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";

/** An account in the form; a new one has no id yet. */
type Form = Omit<ReceivingAccount, "id"> & { readonly id?: string };

const FIELDS = [
  ["bank_name", "receiving.bankName"],
  ["account_name", "receiving.name"],
  ["branch_code", "receiving.branch"],
  ["account_number", "receiving.number"],
  ["iban", "IBAN"],
  ["bic", "BIC"],
  ["currency", "receiving.currency"],
] as const;

/** The club's own accounts that players pay into. Route: /bank?tab=accounts */
export function Receiving({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const query = useReceiving();
  return (
    <ConsoleFrame title={t("route.bank")} headEnd={switcher}>
      <Listing query={query} rows={4}>
        {(data) => <Accounts data={data} />}
      </Listing>
    </ConsoleFrame>
  );
}

function Accounts({ data }: { readonly data: Data }): ReactNode {
  const t = useT();
  const may = useMay("PUT /api/operator/receiving-accounts");
  const [form, setForm] = useState<Form | null>(null);
  const reason = roleNeeded(t, may, "owner");
  const isNone = !data.list.some((each) => isShown(each, data.currency));
  return (
    <>
      {data.approval_id !== null && <Notice tone="brass">{t("receiving.waits")}</Notice>}
      {isNone && data.list.length > 0 && <Notice tone="loss">{t("receiving.noneText")}</Notice>}
      <Panel
        title={t("receiving.title")}
        end={
          <ConsoleButton reason={reason} onPress={() => setForm(emptyForm(data.currency))}>
            {t("receiving.new")}
          </ConsoleButton>
        }
      >
        <DataTable
          label={t("receiving.title")}
          rows={data.list}
          rowId={(each) => each.id}
          isMuted={(each) => !isShown(each, data.currency)}
          empty={
            <PanelState state="empty" title={t("receiving.none")} text={t("receiving.noneText")} />
          }
          columns={columnsOf(t, { currency: data.currency, reason, onChange: setForm })}
        />
      </Panel>
      {form !== null && (
        <FormDialog form={form} accounts={data.list} onClose={() => setForm(null)} />
      )}
    </>
  );
}

function isShown(account: ReceivingAccount, currency: string): boolean {
  return account.is_open && account.currency === currency;
}

function emptyForm(currency: string): Form {
  const nothing = { bank_name: "", account_name: "", account_number: "", branch_code: "" };
  return { ...nothing, iban: "", bic: "", currency, is_open: true };
}

function columnsOf(
  t: T,
  asked: {
    readonly currency: string;
    readonly reason: string | undefined;
    readonly onChange: (account: ReceivingAccount) => void;
  },
): DataColumn<ReceivingAccount>[] {
  const { currency, reason, onChange } = asked;
  return [
    column.strong("bank", t("receiving.bankName"), bankOf, bankOf),
    column.text("name", t("receiving.name"), ownerOf, ownerOf),
    column.text("number", t("receiving.number"), (each) =>
      [each.branch_code, each.account_number, each.iban, each.bic]
        .filter((part) => part !== "")
        .join(" · "),
    ),
    column.text("currency", t("receiving.currency"), currencyOf, currencyOf),
    column.text("state", t("bank.state"), (each) =>
      !each.is_open ? (
        <Tag>{t("receiving.closed")}</Tag>
      ) : each.currency === currency ? (
        <Tag tone="turf">{t("receiving.open")}</Tag>
      ) : (
        <Tag tone="brass">{t("receiving.other")}</Tag>
      ),
    ),
    column.text("act", t("receiving.change"), (each) => (
      <ConsoleButton reason={reason} onPress={() => onChange(each)}>
        {t("receiving.change")}
      </ConsoleButton>
    )),
  ];
}

const bankOf = (each: ReceivingAccount): string => each.bank_name;
const ownerOf = (each: ReceivingAccount): string => each.account_name;
const currencyOf = (each: ReceivingAccount): string => each.currency;

/** One account: all of them are sent, since they are one setting with one history. */
function FormDialog(props: {
  readonly form: Form;
  readonly accounts: readonly ReceivingAccount[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [form, setForm] = useState(props.form);
  const save = async (changed: Form | null): Promise<void> => {
    const { id } = props.form;
    const others = props.accounts.map((each) => (each.id === id ? changed : each));
    const all = id === undefined ? [...others, changed] : others;
    const { status } = await saveReceiving(all.filter((each) => each !== null));
    showToast(t(status === "done" ? "receiving.saved" : "receiving.asked"));
    props.onClose();
  };
  const act = useAct(async () => await save(form));
  const removal = useAct(async () => await save(null), { toast: true });
  const isReady = form.bank_name.trim() !== "" && form.account_name.trim() !== "";
  return (
    <AskForm
      title={t(form.id === undefined ? "receiving.new" : "receiving.title")}
      text={t("receiving.hint")}
      label={t("receiving.save")}
      reason="none"
      missing={isReady ? undefined : t("act.reasonMissing")}
      act={act}
      onClose={props.onClose}
    >
      <Fields form={form} onChange={setForm} />
      {form.id !== undefined && (
        <div>
          <ConsoleButton kind="danger" busy={removal.busy} onPress={() => void removal.run()}>
            {t("receiving.remove")}
          </ConsoleButton>
          <p className="mute">{t("receiving.removeText")}</p>
        </div>
      )}
    </AskForm>
  );
}

function Fields(props: {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
}): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  const set = (part: Partial<Form>) => onChange({ ...form, ...part });
  return (
    <div className="bank-form">
      {FIELDS.map(([key, label], at) => (
        <ConsoleField
          key={key}
          label={t.find(label) ?? label}
          value={form[key]}
          autoFocus={at === 0}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
      <Segmented
        label={t("receiving.isOpen")}
        value={form.is_open ? "open" : "closed"}
        onChange={(id) => set({ is_open: id === "open" })}
        options={(["open", "closed"] as const).map((id) => ({ id, label: t(`receiving.${id}`) }))}
      />
    </div>
  );
}
