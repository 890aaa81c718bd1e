import type { MarketType, OutcomeResult, Score, SportBetKind } from "../src/index.ts";
import { decideMarket } from "../src/index.ts";
import { readFixture, readVectors } from "./read-fixture.ts";

export interface SportMatch {
  id: string;
  league: string;
  kickoff_local: string;
  home: string;
  away: string;
  result: { ft: [number, number] };
  markets: {
    "1X2": { odds: Record<"1" | "X" | "2", number> };
    "OU2.5": { odds: Record<"over" | "under", number> };
    AH: { home_line: number; odds: Record<"home" | "away", number> };
  };
}

export interface SportVectorLeg {
  match: string;
  market: "1X2" | "OU2.5" | "AH";
  line: number | null;
  selection: string;
  odds: number;
  settle_as: "RESULT" | "VOID" | "DEAD_HEAT_2";
  effective_factor: string;
}

export interface SportVector {
  id: string;
  type: string;
  legs: SportVectorLeg[];
  unit_stake_cents: number;
  lines: number;
  cost_cents: number;
  return_cents: number;
}

export const sportMatches = (): SportMatch[] =>
  readFixture<{ matches: SportMatch[] }>("sports/epl_2024_25_rounds_1_5.json").matches;
export const sportVectors = (): SportVector[] => readVectors<SportVector>("sports_settlement");

export function kindOfVector(vector: SportVector): SportBetKind {
  return vector.type === "accumulator" ? "multiple" : (vector.type as SportBetKind);
}

const KEYS: Record<string, string> = { "1": "home", X: "draw", "2": "away" };
export const MARKET_OF = { "1X2": "1x2", "OU2.5": "over_under", AH: "asian_handicap" } as const;

export function keyOfLeg(leg: SportVectorLeg): string {
  return leg.market === "1X2" ? (KEYS[leg.selection] as string) : leg.selection;
}

export function lineMilliOfLeg(leg: SportVectorLeg): number | null {
  if (leg.market === "AH") return Math.round((leg.line as number) * 1000);
  return leg.market === "OU2.5" ? 2500 : null;
}

export function scoreOf(match: SportMatch): Score {
  return { home: match.result.ft[0], away: match.result.ft[1] };
}

/** What became of a leg, by the match's score unless the vector says otherwise. */
export function resultOfLeg(leg: SportVectorLeg, match: SportMatch): OutcomeResult {
  if (leg.settle_as === "VOID") return { status: "void" };
  if (leg.settle_as === "DEAD_HEAT_2") return { status: "dead_heat", tied: 2, places: 1 };
  const type: MarketType = MARKET_OF[leg.market];
  const market = { type, lineMilli: lineMilliOfLeg(leg), keys: [keyOfLeg(leg)] };
  return decideMarket(market, scoreOf(match))?.[0] as OutcomeResult;
}
