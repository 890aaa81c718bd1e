import { newKey } from "@club/client";
import type { HouseAdjustmentKind } from "@club/contract";
import { HOUSE_ADJUSTABLE } from "@club/domain";
import type { HouseAdjustable } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { adjustHouse } from "../../api/ledger.ts";
import { useOfflineText } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { centsOfText } from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { accountName } from "./entry-names.ts";

const KINDS: readonly HouseAdjustmentKind[] = ["wrong_account", "write_off", "opening", "other"];

/** Opens the form for a movement between two house accounts. */
export function HouseAdjust(): ReactNode {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay("POST /api/operator/ledger/adjust");
  const offline = useOfflineText();
  if (!may) return null;
  return (
    <>
      <ConsoleButton reason={offline} onPress={() => setIsOpen(true)}>
        {t("house.open")}
      </ConsoleButton>
      {isOpen && <HouseDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface Form {
  readonly kind: HouseAdjustmentKind;
  readonly from: HouseAdjustable;
  readonly to: HouseAdjustable;
  readonly typed: string;
}

function HouseDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [form, setForm] = useState<Form>({
    kind: "wrong_account",
    from: "adjustments",
    to: "breakage",
    typed: "",
  });
  const [key] = useState(() => newKey());
  const cents = centsOfText(form.typed);
  const run = async (reason: string) => {
    if (cents === undefined) return undefined;
    const { kind, from, to } = form;
    const fields = { kind, from, to, amount_cents: cents, reason };
    await adjustHouse(fields, { idempotencyKey: key });
    return t("house.asked");
  };
  return (
    <AskDialog
      title={t("house.title")}
      text={t("house.text")}
      label={t("house.ask")}
      money={cents === undefined ? undefined : formatMoney(cents, currency, t.language)}
      reason="needed"
      missing={missingOf(t, form, cents)}
      run={run}
      onClose={onClose}
    >
      <HouseFields form={form} onChange={(part) => setForm({ ...form, ...part })} />
    </AskDialog>
  );
}

function missingOf(t: T, { from, to }: Form, cents: number | undefined): string | undefined {
  if (from === to) return t("refusal.adjust.same_account");
  return cents === undefined || cents <= 0 ? t("house.amountMissing") : undefined;
}

function HouseFields(props: {
  readonly form: Form;
  readonly onChange: (part: Partial<Form>) => void;
}): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  const accounts = HOUSE_ADJUSTABLE.map((id) => ({ id, label: accountName(t, { account: id }) }));
  return (
    <>
      <ConsoleSelect
        label={t("house.from")}
        value={form.from}
        options={accounts}
        onChange={(id) => onChange({ from: id as HouseAdjustable })}
      />
      <ConsoleSelect
        label={t("house.to")}
        value={form.to}
        options={accounts}
        onChange={(id) => onChange({ to: id as HouseAdjustable })}
      />
      <ConsoleField
        label={t("house.amount")}
        look="figure"
        value={form.typed}
        onChange={(typed) => onChange({ typed })}
      />
      <ConsoleSelect
        label={t("house.kind")}
        value={form.kind}
        options={KINDS.map((id) => ({ id, label: t(`house.kind.${id}`) }))}
        onChange={(id) => onChange({ kind: id as HouseAdjustmentKind })}
      />
    </>
  );
}
