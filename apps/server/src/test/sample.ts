/**
 * `npm test` plays a part of what is long, `npm run faults` all of it: it runs every database test
 * that imports this file.
 */
export const isFull = process.env["CLUB_FAULTS"] === "full";

interface Part<T> {
  /** One in so many of each kind. */
  readonly oneIn: number;
  /** Each kind keeps its first case; default: all are of one kind. */
  readonly kindOf?: (one: T) => unknown;
}

/** All cases, or a part of each kind, in their order. */
export function sample<T>(
  cases: readonly T[],
  { oneIn, kindOf }: Part<T>,
  takesAll = isFull,
): readonly T[] {
  if (takesAll) return cases;
  const seen = new Map<string, number>();
  return cases.filter((one) => {
    const kind = JSON.stringify(kindOf?.(one)) ?? "";
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before % oneIn === 0;
  });
}

/**
 * What one of several looks shows: at full length everything, in `npm test` its share. The shares of
 * all looks are everything in its order, each thing once, and no look is without one.
 */
export function shareOf<T>(all: readonly T[], look: number, looks: number): readonly T[] {
  if (isFull) return all;
  const at = (one: number): number => Math.floor((one * all.length) / looks);
  const share = all.slice(at(look), at(look + 1));
  return share.length > 0 ? share : all.slice(look % all.length).slice(0, 1);
}

/** At full length all, in `npm test` the first, the one in the middle and the last. */
export function fewOf<T>(all: readonly T[]): readonly T[] {
  const middle = Math.floor(all.length / 2);
  return isFull ? all : all.filter((_, at) => [0, middle, all.length - 1].includes(at));
}
