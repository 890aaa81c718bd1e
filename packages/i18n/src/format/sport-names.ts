import type { AnyTranslate } from "../translate.ts";
import { perLanguage, withTrueMinus } from "./number.ts";

/*
 * The names of sports, events, markets and outcomes, by keys in the reader's language; teams by the
 * club's names for them. For the player's app and the console alike.
 */

export interface NamedEvent {
  readonly home: string;
  readonly away: string;
  readonly home_names: Readonly<Record<string, string>>;
  readonly away_names: Readonly<Record<string, string>>;
}

export interface NamedMarket {
  readonly type: string;
  readonly line: number | null;
}

/** An outcome with the market that it belongs to. */
export interface NamedChoice {
  readonly market: NamedMarket;
  readonly outcome: { readonly key: string; readonly name: string | null };
}

export function teamName(t: AnyTranslate, event: NamedEvent, side: "home" | "away"): string {
  return event[`${side}_names`][t.language] ?? event[side];
}

/** An outright has only a title. */
export function hasTwoSides({ away }: Pick<NamedEvent, "away">): boolean {
  return away !== "";
}

export function eventName(t: AnyTranslate, event: NamedEvent): string {
  const home = teamName(t, event, "home");
  if (!hasTwoSides(event)) return home;
  const away = teamName(t, event, "away");
  return t.find("sport.versus", { home, away }) ?? `${home} – ${away}`;
}

/** A sport without a name in the catalogue is shown by its key: "table_tennis" is "Table tennis". */
export function sportName(t: AnyTranslate, sport: string): string {
  const plain = sport.replaceAll("_", " ");
  return t.find(`sport.name.${sport}`) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A sport may have its own word for a market: goals, points, runs. */
export function marketName(t: AnyTranslate, type: string, sport: string): string {
  return t.find(`sport.market.${type}.${sport}`) ?? t.find(`sport.market.${type}`) ?? type;
}

/** "2.5"; for a handicap with its sign: "+0.25", "−0.75", "0". */
export function lineText(t: AnyTranslate, { type, line }: NamedMarket): string {
  if (line === null) return "";
  const format = type === "asian_handicap" ? handicapFormat : totalFormat;
  return withTrueMinus(format(t.language).format(line));
}

const handicapFormat = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: "exceptZero" }),
);
const totalFormat = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
);

/** "Goals over / under 2.5": a handicap's line is written at its sides instead. */
export function marketWithLine(t: AnyTranslate, market: NamedMarket, sport: string): string {
  const name = marketName(t, market.type, sport);
  return market.type === "over_under" ? `${name} ${lineText(t, market)}` : name;
}

/** "Ellerby Town", "Draw", "Over 2.5", "Castle Moor +0.75", "2–1". */
export function outcomeName(t: AnyTranslate, event: NamedEvent, choice: NamedChoice): string {
  const { key, name } = choice.outcome;
  if (name !== null) return name;
  if (/^\d+-\d+$/.test(key)) return key.replace("-", "–");
  if (key === "home" || key === "away")
    return sideName(t, event, { market: choice.market, side: key });
  const home = teamName(t, event, "home");
  const away = teamName(t, event, "away");
  return t.find(`sport.outcome.${key}`, { home, away, line: lineText(t, choice.market) }) ?? key;
}

/** A handicap is written from the side's own view: for the away side the line is negated. */
function sideName(
  t: AnyTranslate,
  event: NamedEvent,
  { market, side }: { readonly market: NamedMarket; readonly side: "home" | "away" },
): string {
  const team = teamName(t, event, side);
  if (market.type !== "asian_handicap" || market.line === null) return team;
  const line = side === "home" ? market.line : -market.line;
  return `${team} ${lineText(t, { ...market, line })}`;
}
