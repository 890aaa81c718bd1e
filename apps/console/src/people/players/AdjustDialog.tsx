import { newKey } from "@club/client";
import type { AdjustmentKind } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleField, ConsoleSelect, Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { adjust, type PlayerDetail } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { centsOfText } from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const KINDS: readonly AdjustmentKind[] = [
  "goodwill",
  "correction",
  "write_off",
  "opening",
  "other",
];

interface Form {
  readonly kind: AdjustmentKind;
  readonly direction: "give" | "take";
  readonly typed: string;
}

export interface AdjustDialogProps {
  readonly player: PlayerDetail;
  readonly currency: string;
  readonly onClose: () => void;
}

/** Adds to or takes from a player's cash: kind, amount, reason. */
export function AdjustDialog(props: AdjustDialogProps): ReactNode {
  const t = useT();
  const { player, currency } = props;
  const [form, setForm] = useState<Form>({ kind: "goodwill", direction: "give", typed: "" });
  const [key] = useState(() => newKey());
  const size = centsOfText(form.typed);
  const amountCents = size === undefined || form.direction === "give" ? size : -size;
  const run = async (reason: string) => {
    if (amountCents === undefined) return undefined;
    const done = await adjust(
      { player_id: player.player_id, kind: form.kind, amount_cents: amountCents, reason },
      { idempotencyKey: key },
    );
    const money = formatMoney(done.balance_cents, currency, t.language);
    return done.status === "done" ? t("adjust.done", { money }) : t("adjust.pending");
  };
  return (
    <AskDialog
      title={t("adjust.title", { name: player.full_name ?? player.user_name })}
      label={t("adjust.book")}
      danger={form.direction === "take"}
      money={
        amountCents === undefined
          ? undefined
          : formatMoney(amountCents, currency, t.language, { sign: "always" })
      }
      reason="needed"
      missing={amountCents === undefined ? t("adjust.amountMissing") : undefined}
      run={run}
      onClose={props.onClose}
    >
      <AdjustFields {...props} form={form} onChange={setForm} isWrong={size === undefined} />
    </AskDialog>
  );
}

function AdjustFields(
  props: AdjustDialogProps & {
    readonly form: Form;
    readonly onChange: (form: Form) => void;
    readonly isWrong: boolean;
  },
): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  const balance = formatMoney(props.player.cash_cents, props.currency, t.language);
  return (
    <>
      <Segmented
        label={t("adjust.direction")}
        value={form.direction}
        onChange={(direction) => onChange({ ...form, direction })}
        options={[
          { id: "give", label: t("adjust.give") },
          { id: "take", label: t("adjust.take") },
        ]}
      />
      <ConsoleField
        label={t("approvals.amount")}
        value={form.typed}
        onChange={(typed) => onChange({ ...form, typed })}
        look="figure"
        placeholder="0.00"
        error={form.typed !== "" && props.isWrong ? t("adjust.amountWrong") : undefined}
        hint={t("adjust.now", { money: balance })}
      />
      <ConsoleSelect
        label={t("approvals.kind")}
        value={form.kind}
        onChange={(id) => onChange({ ...form, kind: id as AdjustmentKind })}
        options={KINDS.map((id) => ({ id, label: t(`adjustKind.${id}`) }))}
      />
    </>
  );
}
