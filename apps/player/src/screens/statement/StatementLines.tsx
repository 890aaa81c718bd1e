import type { StatementLine } from "@club/contract";
import { isBetTypeIndex } from "@club/domain";
import { dayAt, formatMoney, formatRelativeDay, formatTime } from "@club/i18n";
import { clubNow, DayHead, StatementRow, type IconName } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";

/** Every movement of money with the balance after it, by day. */
export function StatementLines({ lines }: { readonly lines: readonly StatementLine[] }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const zone = deviceZone();
  const today = dayAt(clubNow(), zone);
  const days = Map.groupBy(lines, (line) => dayAt(line.at, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <DayHead title={formatRelativeDay(day, today, t.language)} />
      {ofDay.map((line) => (
        <StatementRow
          key={line.entry_id}
          {...FACE[line.type]}
          icon={FACE[line.type]?.icon ?? "history"}
          title={titleOf(t, line)}
          meta={[formatTime(line.at, zone, t.language), detailOf(t, line)]
            .filter(Boolean)
            .join(" · ")}
          amount={formatMoney(line.amount_cents, currency, t.language, { sign: "always" })}
          balance={formatMoney(line.balance_cents, currency, t.language, { plain: true })}
          href={
            line.bet === null
              ? undefined
              : hrefOf("orders", { tab: "all", order: line.bet.order_id })
          }
        />
      ))}
    </section>
  ));
}

interface Face {
  readonly icon: IconName;
  readonly tone?: "turf" | "firm";
}

const FACE: Readonly<Record<string, Face>> = {
  bet: { icon: "bets" },
  payout: { icon: "arrow-in", tone: "turf" },
  refund: { icon: "undo", tone: "firm" },
  void: { icon: "undo", tone: "firm" },
  top_up: { icon: "add" },
  withdrawal: { icon: "bank" },
  adjustment: { icon: "limits" },
};

/** "Each Way · Wattle Ridge R5", "Payout · Quinella", "Top-up". */
function titleOf(t: T, { type, bet }: StatementLine): string {
  const word = t.find(`statement.type.${type}`) ?? t("statement.type.other");
  if (bet === null) return word;
  const name = isBetTypeIndex(bet.bet_type) ? t(`betType.${bet.bet_type}`) : "";
  return type === "bet" ? `${name} · ${raceOf(t, bet)}` : `${word} · ${name}`;
}

function detailOf(t: T, { type, bet, reference }: StatementLine): string | null {
  // A sport bet's reference is a number that nobody knows.
  if (bet === null) return type === "correction_claim" ? null : reference;
  return type === "bet" ? bet.receipt_no : raceOf(t, bet);
}

function raceOf(t: T, bet: NonNullable<StatementLine["bet"]>): string {
  const first = `${bet.meetings} ${t("race.short", { n: bet.raceNo })}`;
  if (bet.meetings2 === null || bet.raceNo2 === null) return first;
  return `${first} + ${bet.meetings2} ${t("race.short", { n: bet.raceNo2 })}`;
}
