import type { AdjustmentKind } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Notice, showToast } from "@club/ui";
import {
  ConsoleButton,
  ConsoleDialog,
  ConsoleField,
  ConsoleSelect,
  Segmented,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { adjust, type PlayerDetail } from "../api/players.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { centsOfText } from "./cents-of-text.ts";

const KINDS: readonly AdjustmentKind[] = [
  "goodwill",
  "correction",
  "write_off",
  "opening",
  "other",
];

/** Gives to or takes from a player's cash: kind, amount, reason, and what it makes of the balance. */
export function AdjustDialog(props: {
  readonly player: PlayerDetail;
  readonly currency: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { player, currency } = props;
  const [kind, setKind] = useState<AdjustmentKind>("goodwill");
  const [direction, setDirection] = useState<"give" | "take">("give");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const size = centsOfText(typed);
  const amountCents = size === undefined ? undefined : direction === "give" ? size : -size;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const signed = (cents: number) => formatMoney(cents, currency, t.language, { sign: "always" });
  const act = useAct(async () => {
    if (amountCents === undefined) return;
    const done = await adjust(player.player_id, { kind, amountCents, reason: reason.trim(), key });
    showToast(
      done.status === "done"
        ? t("adjust.done", { money: money(done.balance_cents) })
        : t("adjust.pending"),
    );
    props.onClose();
  });
  const missing = () => {
    if (amountCents === undefined) return t("adjust.amountMissing");
    return reason.trim() === "" ? t("act.reasonMissing") : undefined;
  };
  return (
    <ConsoleDialog
      title={t("adjust.title", { name: player.full_name ?? player.user_name })}
      onClose={props.onClose}
      onSubmit={() => missing() === undefined && void act.run()}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind={direction === "take" ? "danger" : "primary"}
            type="submit"
            busy={act.busy}
            reason={missing()}
            money={amountCents === undefined ? undefined : signed(amountCents)}
          >
            {t("adjust.book")}
          </ConsoleButton>
        </>
      }
    >
      <Segmented
        label={t("adjust.direction")}
        value={direction}
        onChange={setDirection}
        options={[
          { id: "give", label: t("adjust.give") },
          { id: "take", label: t("adjust.take") },
        ]}
      />
      <ConsoleField
        label={t("approvals.amount")}
        value={typed}
        onChange={setTyped}
        look="figure"
        placeholder="0.00"
        autoFocus
        error={typed !== "" && size === undefined ? t("adjust.amountWrong") : undefined}
        hint={t("adjust.now", { money: money(player.cash_cents) })}
      />
      <ConsoleSelect
        label={t("approvals.kind")}
        value={kind}
        onChange={(id) => setKind(id as AdjustmentKind)}
        options={KINDS.map((id) => ({ id, label: t(`adjustKind.${id}`) }))}
      />
      <ConsoleField
        label={t("act.reason")}
        value={reason}
        onChange={setReason}
        hint={t("act.reasonHint")}
      />
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
    </ConsoleDialog>
  );
}
