import { Notice } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  saveBookLimits,
  useBookLimits,
  type BookLimits,
  type LimitName,
} from "../../api/sport-book.ts";
import { useT } from "../../core/lang.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useMay } from "../../core/session.ts";
import { centsOfText, textOfCents } from "../../core/typed.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { useMoney } from "./money.ts";

const NAMES = [
  "market_liability_cents",
  "event_liability_cents",
  "player_event_liability_cents",
  "max_payout_cents",
] as const satisfies readonly LimitName[];

const firstOf = (limits: BookLimits) => ({
  market_liability_cents: textOfCents(limits.market_liability_cents),
  event_liability_cents: textOfCents(limits.event_liability_cents),
});

/** Before the first market of a club: asks what it may lose. */
export function AskLimits(): ReactNode {
  const t = useT();
  const { data } = useBookLimits();
  const [isOpen, setIsOpen] = useState(false);
  const reason = roleNeeded(t, useMay("POST /api/operator/sports/limits"), "risk");
  if (data?.is_set !== false) return null;
  return (
    <>
      <Notice tone="brass" title={t("book.askFirst")}>
        <p>{t("book.askFirstText")}</p>
        <ConsoleButton kind="primary" reason={reason} onPress={() => setIsOpen(true)}>
          {t("book.limits")}
        </ConsoleButton>
      </Notice>
      {isOpen && <BookLimitsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The limits of the book: of a market, of an event, of a player, of a bet. */
export function BookLimitsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { data } = useBookLimits();
  const mayChange = useMay("POST /api/operator/sports/limits");
  const [given, setTyped] = useState<Partial<Record<LimitName, string>>>({});
  // A club that never said what it may lose confirms both limits or changes them.
  const typed = { ...(data?.is_set === false && firstOf(data)), ...given };
  const filled = NAMES.filter((name) => (typed[name] ?? "").trim() !== "");
  const wrong = filled.find((name) => centsOfText(typed[name] ?? "") === undefined);
  const run = async (reason: string) => {
    const limits = Object.fromEntries(filled.map((name) => [name, centsOfText(typed[name] ?? "")]));
    await saveBookLimits({ ...limits, reason });
    return t("book.limitsSet");
  };
  const missing = () => {
    if (!mayChange) return t("role.needed", { role: t("role.risk") });
    if (wrong !== undefined) return t("desk.limitHint");
    return filled.length === 0 ? t("desk.noChange") : undefined;
  };
  return (
    <AskDialog
      title={t("book.limits")}
      text={t("book.limitsText")}
      label={t("act.save")}
      reason="optional"
      missing={missing()}
      run={run}
      onClose={onClose}
    >
      {NAMES.map((name) => (
        <ConsoleField
          key={name}
          label={t(`book.limit.${name}`)}
          value={typed[name] ?? ""}
          onChange={(text) => setTyped({ ...given, [name]: text })}
          placeholder={data === undefined ? "…" : money.plain(data[name])}
        />
      ))}
    </AskDialog>
  );
}
