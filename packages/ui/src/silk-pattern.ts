/** The pattern of the jacket between the sleeves. */
export const SILK_DESIGNS = [
  "plain",
  "hoops",
  "halves",
  "sash",
  "spots",
  "chevron",
  "diamond",
  "stripes",
  "quarters",
  "belt",
] as const;

export type SilkDesign = (typeof SILK_DESIGNS)[number];

export interface SilkPattern {
  readonly design: SilkDesign;
  readonly body: string;
  readonly mark: string;
  readonly sleeves: string;
  readonly cap: string;
}

const COLOURS = [
  "#C8102E",
  "#1F5FB4",
  "#F2C230",
  "#0B6B3A",
  "#E87722",
  "#5B2A86",
  "#F4F6F5",
  "#D9468F",
  "#14284B",
  "#8EC7F0",
  "#3FC1C9",
  "#6D1A36",
  "#1B1F1D",
  "#8A5A2B",
];

/** The same jacket for the same seed (a runner's or an owner's id), everywhere. */
export function silkFromSeed(seed: string): SilkPattern {
  const hash = hashOf(seed);
  const at = (shift: number, count: number) => (hash >>> shift) % count;
  const body = at(0, COLOURS.length);
  const mark = (body + 1 + at(5, COLOURS.length - 1)) % COLOURS.length;
  const third = (body + 1 + at(11, COLOURS.length - 1)) % COLOURS.length;
  return {
    design: SILK_DESIGNS[at(17, SILK_DESIGNS.length)] ?? "plain",
    body: colour(body),
    mark: colour(mark),
    sleeves: colour([body, mark, third][at(21, 3)] ?? body),
    cap: colour([body, mark, third][at(24, 3)] ?? mark),
  };
}

function colour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "#F4F6F5";
}

/** FNV-1a with a final mix: similar seeds ("runner-1", "runner-2") get very different jackets. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
