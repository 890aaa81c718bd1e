import { STATEMENT, type ReportWords, type StatementLine } from "@club/contract";
import { dayAt, formatMoney, formatRelativeDay, formatTime } from "@club/i18n";
import { DayHead, StatementRow, StatementTable, type IconName } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { clubToday, clubZone } from "../../core/club-zone.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useLayout } from "../../device/layout.ts";

interface Day {
  /** "2026-11-21": a title names no year. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly StatementLine[];
}

/** Every movement of money with the balance after it, by day: a table where there is room for one. */
export function StatementLines({ lines }: { readonly lines: readonly StatementLine[] }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const isPhone = useLayout() === "phone";
  const zone = clubZone();
  const today = clubToday();
  const days = [...Map.groupBy(lines, (line) => dayAt(line.at, zone))].map(([id, ofDay]) => ({
    id,
    title: formatRelativeDay(id, today, t.language),
    lines: ofDay,
  }));
  const clock = (at: Date | string) => formatTime(at, zone, t.language);
  const words = { t, clock };
  const figuresOf = (line: StatementLine): string[] =>
    valuesOf("figure", line, words).map((cents, place) =>
      formatMoney(BigInt(cents), currency, t.language, place === 0 ? MOVED : LEFT),
    );
  const Lines = isPhone ? Rows : Table;
  return <Lines {...{ days, words, figuresOf }} />;
}

interface LinesProps {
  readonly days: readonly Day[];
  readonly words: ReportWords & { readonly t: T };
  /** What moved, and the balance after it. */
  readonly figuresOf: (line: StatementLine) => string[];
}

function Rows({ days, words, figuresOf }: LinesProps): ReactNode {
  return days.map(({ id, title, lines }) => (
    <section key={id}>
      <DayHead title={title} />
      {lines.map((line) => (
        <StatementRow
          key={line.entry_id}
          {...FACE[line.type]}
          icon={FACE[line.type]?.icon ?? "history"}
          title={valuesOf("title", line, words).join(" · ")}
          meta={[words.clock(line.at), ...valuesOf("meta", line, words)].join(" · ")}
          figures={figuresOf(line)}
          href={hrefOfLine(line)}
        />
      ))}
    </section>
  ));
}

const HEADS = ["time", "type", "detail", "reference", "amount", "balance"] as const;

function Table({ days, words, figuresOf }: LinesProps): ReactNode {
  const { t } = words;
  return (
    <StatementTable
      label={t("route.statement")}
      heads={HEADS.map((head) => t(`export.${head}`))}
      figures={2}
      days={days.map(({ id, title, lines }) => ({
        id,
        title,
        lines: lines.map((line) => ({
          id: line.entry_id,
          cells: [words.clock(line.at), ...factsOf(line, words), ...figuresOf(line)],
          tone: FACE[line.type]?.tone,
          href: hrefOfLine(line),
        })),
      }))}
    />
  );
}

const FACTS = STATEMENT.columns.filter(({ id }) => ["type", "detail", "reference"].includes(id));

/** As the files write them; a reference of no bet as the rows show it. */
function factsOf(line: StatementLine, words: ReportWords): string[] {
  return FACTS.map(({ id, app, value }) => {
    const said = id === "reference" && line.bet === null ? (app?.value ?? value) : value;
    return String(said(line, words) ?? "");
  });
}

function hrefOfLine({ bet, sport }: StatementLine): string | undefined {
  if (sport !== null) return hrefOf("sportOrders", { tab: "all", order: sport.order_id });
  return bet === null ? undefined : hrefOf("orders", { tab: "all", order: bet.order_id });
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
