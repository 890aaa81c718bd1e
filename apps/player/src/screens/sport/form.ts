import type { MatchFact, PlayedMatch } from "@club/contract";

/* The figures of two sides' last matches. Pure. */

export type Outcome = "won" | "drawn" | "lost";

/** How a match went for a side. */
export function outcomeFor(side: string, { home, score }: PlayedMatch): Outcome {
  const [own, other] = home === side ? [score.home, score.away] : [score.away, score.home];
  return own > other ? "won" : own < other ? "lost" : "drawn";
}

export type FormFact = "scored" | "conceded" | Exclude<MatchFact, "yellow" | "red"> | "cards";

/** In the order in which they are shown. */
export const FORM_FACTS: readonly FormFact[] = [
  "scored",
  "conceded",
  "shots",
  "on_target",
  "corners",
  "fouls",
  "cards",
];

/** What a side makes in a match, on average of those that count it; undefined where none does. */
export function averageOf(
  fact: FormFact,
  side: string,
  played: readonly PlayedMatch[],
): number | undefined {
  const counts = played.flatMap((match) => {
    const count = countOf(fact, match, match.home === side ? "home" : "away");
    return count === undefined ? [] : [count];
  });
  if (counts.length === 0) return undefined;
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

const OTHER = { home: "away", away: "home" } as const;

function countOf(
  fact: FormFact,
  { score, facts }: PlayedMatch,
  side: "home" | "away",
): number | undefined {
  if (fact === "scored") return score[side];
  if (fact === "conceded") return score[OTHER[side]];
  return fact === "cards" ? cardsOf(facts, side) : facts[fact]?.[side];
}

function cardsOf(facts: PlayedMatch["facts"], side: "home" | "away"): number | undefined {
  const cards = [facts.yellow, facts.red].filter((each) => each !== undefined);
  return cards.length === 0 ? undefined : cards.reduce((sum, each) => sum + each[side], 0);
}
