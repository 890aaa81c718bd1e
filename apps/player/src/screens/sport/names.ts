import type { SportMarket, SportOutcome } from "@club/contract";
import type { T } from "../../lang.ts";
import type { LegEvent } from "../../sport-slip/slip-state.ts";

/* What sports, events, markets and outcomes are called: by keys in the player's language, teams by
   the names that the club has for them. */

type Named = Pick<LegEvent, "home" | "away" | "home_names" | "away_names">;
type Market = Pick<SportMarket, "type" | "line">;
type Outcome = Pick<SportOutcome, "key" | "name">;

export function teamName(t: T, event: Named, side: "home" | "away"): string {
  return event[`${side}_names`][t.language] ?? event[side];
}

/** An outright has only a title. */
export function hasTwoSides({ away }: Pick<Named, "away">): boolean {
  return away !== "";
}

export function eventName(t: T, event: Named): string {
  const home = teamName(t, event, "home");
  if (!hasTwoSides(event)) return home;
  return t("sport.versus", { home, away: teamName(t, event, "away") });
}

/** A sport without a name in the catalogue is shown by its key: "table_tennis" is "Table tennis". */
export function sportName(t: T, sport: string): string {
  const plain = sport.replaceAll("_", " ");
  return t.find(`sport.name.${sport}`) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function marketName(t: T, type: SportMarket["type"], sport: string): string {
  return t.find(`sport.market.${type}.${sport}`) ?? t(`sport.market.${type}`);
}

/** "2.5"; of a handicap with its sign: "+0.25", "−0.75", "0". */
export function lineText(t: T, { type, line }: Market): string {
  if (line === null) return "";
  const isSigned = type === "asian_handicap";
  const format = new Intl.NumberFormat(t.language, {
    minimumFractionDigits: isSigned ? 0 : 1,
    maximumFractionDigits: 2,
    signDisplay: isSigned ? "exceptZero" : "auto",
  });
  return format.format(line).replace("-", "\u2212");
}

/** "Ellerby Town", "Draw", "Over 2.5", "Castle Moor +0.75", "2–1". */
export function outcomeName(t: T, event: Named, { market, outcome }: Choice): string {
  const { key } = outcome;
  if (outcome.name !== null) return outcome.name;
  if (/^\d+-\d+$/.test(key)) return key.replace("-", "–");
  const home = teamName(t, event, "home");
  const away = teamName(t, event, "away");
  if (key === "home" || key === "away")
    return sideName(t, key === "home" ? home : away, market, key);
  return t.find(`sport.outcome.${key}`, { home, away, line: lineText(t, market) }) ?? key;
}

export interface Choice {
  readonly market: Market;
  readonly outcome: Outcome;
}

/** A handicap is written from the side's own view: the away side has the opposite line. */
function sideName(t: T, team: string, market: Market, side: "home" | "away"): string {
  if (market.type !== "asian_handicap" || market.line === null) return team;
  const line = side === "home" ? market.line : -market.line;
  return `${team} ${lineText(t, { ...market, line })}`;
}

/** "Match result", "Goals over / under 2.5". */
export function marketWithLine(t: T, market: Market, sport: string): string {
  const name = marketName(t, market.type, sport);
  return market.type === "over_under" ? `${name} ${lineText(t, market)}` : name;
}

const COLUMNS: Readonly<Record<string, string>> = { home: "1", draw: "X", away: "2" };

/** The head over a column of prices. */
export function columnOf(key: string): string {
  return COLUMNS[key] ?? key;
}
