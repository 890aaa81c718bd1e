import type { PayoutAccount } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveAccount } from "../../api/bank.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const EMPTY: PayoutAccount = {
  name: "",
  account_number: "",
  branch_code: "",
  swift_bic: "",
  bank_code: "",
  user_id: "",
};
const FIELDS = [
  ["name", "pay.name"],
  ["account_number", "pay.number"],
  ["branch_code", "pay.branch"],
  ["swift_bic", "pay.bic"],
  ["bank_code", "pay.bankCode"],
  ["user_id", "pay.userId"],
] as const;

/** The club's own account, as its bank wants it in a file. */
export function AccountDialog(props: {
  readonly account: PayoutAccount | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [form, setForm] = useState(props.account ?? EMPTY);
  const run = async () => {
    await saveAccount(form);
    return t("pay.saved");
  };
  const isReady = form.name.trim() !== "" && form.account_number.trim() !== "";
  return (
    <AskDialog
      title={t("pay.account")}
      label={t("bank.own.save")}
      reason="none"
      missing={isReady ? undefined : t("act.reasonMissing")}
      run={run}
      onClose={props.onClose}
    >
      <div className="bank-form">
        {FIELDS.map(([key, label], at) => (
          <ConsoleField
            key={key}
            label={t(label)}
            value={form[key]}
            autoFocus={at === 0}
            onChange={(value) => setForm((before) => ({ ...before, [key]: value }))}
          />
        ))}
      </div>
    </AskDialog>
  );
}
