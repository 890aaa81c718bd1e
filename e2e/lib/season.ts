import { readFileSync } from "node:fs";

/*
 * Fifty real matches with their prices and scores, and what a bet on them returns: worked out here
 * from the rules (docs/rules/sports.md) in whole numbers, without the club's own engine.
 */

export interface SeasonMatch {
  readonly id: string;
  readonly kickoff_local: string;
  readonly home: string;
  readonly away: string;
  readonly result: { readonly ft: readonly [number, number] };
  readonly markets: {
    readonly "1X2": { readonly odds: Readonly<Record<string, number>> };
    readonly "OU2.5": { readonly odds: Readonly<Record<string, number>> };
    readonly AH: { readonly home_line: number; readonly odds: Readonly<Record<string, number>> };
  };
}

interface Vector {
  readonly id: string;
  readonly unit_stake_cents: number;
  readonly return_cents: number;
}

const FIXTURES = new URL("../../packages/domain/fixtures/", import.meta.url);
const fixture = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8"));

export const MATCHES: readonly SeasonMatch[] = fixture(
  "sports/epl_2024_25_rounds_1_5.json",
).matches;
const VECTORS: readonly Vector[] = fixture("vectors/sports_settlement.json").vectors;

/** A settlement published together with the matches. */
export function vectorOf(id: string): Vector {
  const vector = VECTORS.find((each) => each.id === id);
  if (vector === undefined) throw new Error(`no vector ${id}`);
  return vector;
}

/** The match with this number in the season: 16 is E0-2024_2025-016. */
export function matchOf(number: number): SeasonMatch {
  const match = MATCHES.find(({ id }) => id.endsWith(`-${String(number).padStart(3, "0")}`));
  if (match === undefined) throw new Error(`no match ${number}`);
  return match;
}

const HEAD =
  "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA";

/** The season as a football-data file, before any match is played. */
export function seasonFile(): string {
  const rows = MATCHES.map((match) => {
    const [day = "", time = ""] = match.kickoff_local.split("T");
    const { "1X2": three, "OU2.5": total, AH } = match.markets;
    const odds = [three.odds["1"], three.odds["X"], three.odds["2"]];
    const others = [total.odds["over"], total.odds["under"], AH.home_line, AH.odds["home"]];
    const date = day.split("-").toReversed().join("/");
    return ["E0", date, time, match.home, match.away, "", "", ...odds, ...others, AH.odds["away"]];
  });
  return `${HEAD}\n${rows.map((row) => row.join(",")).join("\n")}\n`;
}

/** What became of a selection. */
export type Verdict =
  | { readonly by: "score"; readonly home: number; readonly away: number }
  | { readonly by: "abandoned"; readonly home: number; readonly away: number }
  | { readonly by: "word"; readonly word: "won" | "lost" | "void" | "dead heat of two" };

export interface Choice {
  readonly market:
    | "1x2"
    | "two_way"
    | "over_under"
    | "asian_handicap"
    | "double_chance"
    | "correct_score"
    | "outright";
  readonly key: string;
  readonly oddsMilli: number;
  /** In quarters: -5 is -1.25. For a handicap, the home side's. */
  readonly quarters?: number;
  /** For a correct score: every score that has a price. */
  readonly listed?: readonly string[];
}

/** What a unit stake is multiplied by: numerator and denominator. */
export type Factor = readonly [bigint, bigint];

const LOST: Factor = [0n, 1n];
const BACK: Factor = [1n, 1n];
const wonAt = (choice: Choice): Factor => [BigInt(choice.oddsMilli), 1000n];

export function factorOf(choice: Choice, verdict: Verdict): Factor {
  if (verdict.by === "word") return factorOfWord(choice, verdict.word);
  const { home, away } = verdict;
  if (verdict.by === "abandoned") {
    // Totals already over their line stand; everything else is void.
    const isOver = choice.market === "over_under" && 4 * (home + away) > (choice.quarters ?? 0);
    if (!isOver) return BACK;
  }
  return factorOfScore(choice, home, away);
}

function factorOfWord(choice: Choice, word: string): Factor {
  if (word === "void") return BACK;
  if (word === "lost") return LOST;
  return word === "won" ? wonAt(choice) : [BigInt(choice.oddsMilli), 2000n];
}

function factorOfScore(choice: Choice, home: number, away: number): Factor {
  const { market, key } = choice;
  const ahead = home > away ? "home" : home < away ? "away" : "draw";
  switch (market) {
    case "over_under": {
      const total = 4 * (home + away);
      return key === "over" ? halves(choice, total, -1) : halves(choice, -total, 1);
    }
    case "asian_handicap":
      return halves(
        choice,
        4 * (key === "home" ? home - away : away - home),
        key === "home" ? 1 : -1,
      );
    case "double_chance":
      return key.split("_").includes(ahead) ? wonAt(choice) : LOST;
    case "two_way":
      return ahead === "draw" ? BACK : key === ahead ? wonAt(choice) : LOST;
    case "correct_score": {
      const score = `${home}-${away}`;
      const isHit = key === "other" ? !(choice.listed ?? []).includes(score) : key === score;
      return isHit ? wonAt(choice) : LOST;
    }
    case "1x2":
    case "outright":
      return key === ahead ? wonAt(choice) : LOST;
  }
}

/** Points and a line in quarters, from the side that was bet on; a quarter line is two halves. */
function halves(choice: Choice, points: number, sign: 1 | -1): Factor {
  const line = sign * (choice.quarters ?? 0);
  const half = (at: number): Factor => {
    const margin = points + at;
    return margin > 0 ? wonAt(choice) : margin === 0 ? BACK : LOST;
  };
  if (line % 2 === 0) return half(line);
  const [[a, b], [c, d]] = [half(line - 1), half(line + 1)];
  return [a * d + c * b, 2n * b * d];
}

const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  single: [1, 1],
  trixie: [2, 3],
  patent: [1, 3],
  yankee: [2, 4],
  lucky15: [1, 4],
  canadian: [2, 5],
  lucky31: [1, 5],
  heinz: [2, 6],
  lucky63: [1, 6],
};

/** The lines of a bet, each as the indexes of its legs. */
export function linesOf(kind: string, legs: number): number[][] {
  const [from, to] = SIZES[kind] ?? [legs, legs];
  const sets = Array.from({ length: 2 ** legs }, (_, bits) =>
    Array.from({ length: legs }, (__, at) => at).filter((at) => (bits >> at) % 2 === 1),
  );
  return sets.filter(({ length }) => length >= from && length <= to);
}

/** What a bet returns: each line is floored on its own, then the lines are added up. */
export function returnOf(kind: string, unitCents: number, factors: readonly Factor[]): number {
  const lines = linesOf(kind, factors.length).map((line) => {
    const [top, bottom] = line.reduce<Factor>(
      ([a, b], at) => [a * factors[at]![0], b * factors[at]![1]],
      BACK,
    );
    return (BigInt(unitCents) * top) / bottom;
  });
  return Number(lines.reduce((sum, cents) => sum + cents, 0n));
}
