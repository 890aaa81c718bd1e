import { STATEMENT, type ReportWords, type StatementLine } from "@club/contract";
import { dayAt, formatMoney, formatRelativeDay, formatTime } from "@club/i18n";
import { DayHead, StatementRow, type IconName } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { clubToday, clubZone } from "../../core/club-zone.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";

/** Every movement of money with the balance after it, by day. */
export function StatementLines({ lines }: { readonly lines: readonly StatementLine[] }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const zone = clubZone();
  const clock = (at: Date | string) => formatTime(at, zone, t.language);
  const today = clubToday();
  const days = Map.groupBy(lines, (line) => dayAt(line.at, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <DayHead title={formatRelativeDay(day, today, t.language)} />
      {ofDay.map((line) => (
        <StatementRow
          key={line.entry_id}
          {...FACE[line.type]}
          icon={FACE[line.type]?.icon ?? "history"}
          title={valuesOf("title", line, { t, clock }).join(" · ")}
          meta={[clock(line.at), ...valuesOf("meta", line, { t, clock })].join(" · ")}
          figures={valuesOf("figure", line, { t, clock }).map((cents, place) =>
            formatMoney(BigInt(cents), currency, t.language, place === 0 ? MOVED : LEFT),
          )}
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

/** How the first figure of a line, which moved, and the others are written. */
const MOVED = { sign: "always" } as const;
const LEFT = { plain: true } as const;

type Place = NonNullable<(typeof STATEMENT.columns)[number]["app"]>["place"];

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

/** What the columns of a place say of a line. */
function valuesOf(place: Place, line: StatementLine, words: ReportWords): string[] {
  return STATEMENT.columns.flatMap(({ app, value }) => {
    const said = app?.place === place ? (app.value ?? value)(line, words) : null;
    return said === null || said === "" ? [] : [String(said)];
  });
}
