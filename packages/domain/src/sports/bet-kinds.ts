/** Every kind of sport bet, in the order in which a slip offers them. Source: docs/rules/sports.md. */
export const SPORT_BET_KINDS = [
  "single",
  "multiple",
  "trixie",
  "patent",
  "yankee",
  "lucky15",
  "canadian",
  "lucky31",
  "heinz",
  "lucky63",
] as const;
export type SportBetKind = (typeof SPORT_BET_KINDS)[number];

/** How many legs a kind takes, and the sizes of its lines: every set of such a size is one. */
export type SportBetShape = {
  readonly minLegs: number;
  readonly maxLegs: number;
  /** The sizes of lines, both included; null: one line of all legs. */
  readonly sizes: readonly [from: number, to: number] | null;
};

export const MOST_LEGS = 12;

const system = (legs: number, from: number): SportBetShape => ({
  minLegs: legs,
  maxLegs: legs,
  sizes: [from, legs],
});

export const SPORT_BET_SHAPES: Readonly<Record<SportBetKind, SportBetShape>> = {
  single: { minLegs: 1, maxLegs: 1, sizes: null },
  multiple: { minLegs: 2, maxLegs: MOST_LEGS, sizes: null },
  trixie: system(3, 2),
  patent: system(3, 1),
  yankee: system(4, 2),
  lucky15: system(4, 1),
  canadian: system(5, 2),
  lucky31: system(5, 1),
  heinz: system(6, 2),
  lucky63: system(6, 1),
};

/** The kinds that a slip with so many legs can be bet as. */
export function kindsForLegs(legs: number): readonly SportBetKind[] {
  return SPORT_BET_KINDS.filter((kind) => {
    const { minLegs, maxLegs } = SPORT_BET_SHAPES[kind];
    return legs >= minLegs && legs <= maxLegs;
  });
}

/** How many lines a kind has with so many legs: the sum of the binomials of its sizes. */
export function countLines(kind: SportBetKind, legs: number): number {
  const { sizes } = SPORT_BET_SHAPES[kind];
  if (sizes === null) return 1;
  let lines = 0;
  for (let size = sizes[0]; size <= sizes[1]; size++) lines += chooseCount(legs, size);
  return lines;
}

function chooseCount(from: number, size: number): number {
  let count = 1;
  for (let i = 1; i <= size; i++) count = (count * (from - size + i)) / i;
  return count;
}
