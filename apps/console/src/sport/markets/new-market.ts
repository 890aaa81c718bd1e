import {
  checkMarket,
  FIXED_OUTCOMES,
  LINE_TYPES,
  marginBps,
  Refusal,
  type MarketType,
} from "@club/domain";
import { readOdds } from "@club/i18n";
import type { NewMarket } from "../../api/sport.ts";

/** A market being typed. */
export interface MarketDraft {
  readonly id: string;
  readonly type: MarketType;
  readonly line: string;
  /** By key, for types whose outcomes are fixed. */
  readonly odds: Readonly<Record<string, string>>;
  /** For the other types: one outcome a line, its odds last: "2-1 8.50". */
  readonly free: string;
}

export type MarketFault = "line" | "odds" | "outcomes";

export function emptyMarket(type: MarketType, id: string): MarketDraft {
  return { id, type, line: LINE_TYPES.has(type) ? "2.5" : "", odds: {}, free: "" };
}

/** The market as it is sent, or what is wrong with it, by the server's own rule. */
export function marketOf(draft: MarketDraft): NewMarket | MarketFault {
  const line = lineOf(draft);
  if (line === undefined) return "line";
  const outcomes = outcomesOf(draft);
  if (outcomes === undefined) return "odds";
  try {
    const lineMilli = line === null ? null : Math.round(line * 1000);
    checkMarket({ type: draft.type, lineMilli, keys: outcomes.map(({ key }) => key) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.params["field"] === "line" ? "line" : "outcomes";
  }
  return { type: draft.type, ...(line !== null && { line }), outcomes };
}

/** null: the type has none; undefined: it is missing or not a number. */
function lineOf({ type, line }: MarketDraft): number | null | undefined {
  if (!LINE_TYPES.has(type)) return null;
  const text = line.trim().replace(",", ".").replace("\u2212", "-");
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

type NewOutcome = NewMarket["outcomes"][number];

function outcomesOf(draft: MarketDraft): NewOutcome[] | undefined {
  const fixed = FIXED_OUTCOMES[draft.type];
  const typed = fixed?.map((key): readonly [string, string] => [key, draft.odds[key] ?? ""]);
  const outcomes = (typed ?? freeLines(draft.free)).map(([key, text]) => {
    const oddsMilli = readOdds(text, "decimal");
    return oddsMilli === undefined ? undefined : outcomeOf(draft.type, key, oddsMilli);
  });
  return outcomes.every((outcome) => outcome !== undefined) ? outcomes : undefined;
}

/** In an outright the key is what people read, so it is the name too. */
function outcomeOf(type: MarketType, key: string, oddsMilli: number): NewOutcome {
  return { key, odds_milli: oddsMilli, ...(type === "outright" && { name: key }) };
}

function freeLines(text: string): (readonly [string, string])[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = Math.max(line.lastIndexOf(" "), line.lastIndexOf("\t"));
      return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1)] as const;
    });
}

/** The margin of the typed odds, in basis points; undefined while odds are missing. */
export function marginOf(draft: MarketDraft): number | undefined {
  const market = marketOf(draft);
  return typeof market === "string"
    ? undefined
    : marginBps(market.outcomes.map(({ odds_milli }) => odds_milli));
}
