/** Bet types written out one combination at a time, from the table of the rules alone. */
export type Form = {
  horse?: number[];
  horse2?: number[];
  horse1st?: number[];
  horse2nd?: number[];
  horse3rd?: number[];
  horse4th?: number[];
};

export type Combination = { pool: string; runners: number[] };

const PLACES = ["horse1st", "horse2nd", "horse3rd", "horse4th"] as const;

/** Every way to take one runner from each list, all of them different. */
export function ordered(lists: readonly (readonly number[])[]): number[][] {
  let found: number[][] = [[]];
  for (const list of lists) {
    const longer: number[][] = [];
    for (const start of found) {
      for (const runner of list) if (!start.includes(runner)) longer.push([...start, runner]);
    }
    found = longer;
  }
  return found;
}

const ascending = (runners: number[]) => runners.toSorted((a, b) => a - b);

/** Lists by position: the exotic asked for, or null when it leaves a needed list empty. */
function positions(form: Form, length: number): number[][] | null {
  const lists = PLACES.slice(0, length).map((place) => form[place] ?? []);
  return lists.some((list) => list.length === 0) ? null : lists;
}

/** Lists of a stand-out bet: one runner for each position that stands out, the others for the rest. */
function standOut(form: Form, length: number, most: number): number[][] | null {
  const fields = PLACES.slice(0, most).map((place) => form[place] ?? []);
  const filled = fields.filter((field) => field.length > 0);
  const gap = fields.slice(0, filled.length).some((field) => field.length === 0);
  const others = form.horse ?? [];
  if (filled.length === 0 || gap || filled.some((field) => field.length > 1)) return null;
  const named = filled.flat();
  if (new Set(named).size < named.length) return null;
  if (others.length === 0 || others.some((other) => named.includes(other))) return null;
  return [...filled, ...Array.from({ length: length - filled.length }, () => others)];
}

function quinellaLists(form: Form): number[][] | null {
  const { horse = [], horse2 = [], horse1st = [], horse2nd = [] } = form;
  if (horse.length > 0 && horse2.length > 0) return [horse, horse2];
  if (horse1st.length > 0 && horse2nd.length > 0) return [horse1st, horse2nd];
  return null;
}

function tuples(betType: number, form: Form): { pools: string[]; found: number[][] } | null {
  const horse = form.horse ?? [];
  const all = (pools: string[], lists: number[][] | null) =>
    lists && { pools, found: ordered(lists) };
  switch (betType) {
    case 1:
      return all(["WIN"], [horse]);
    case 2:
      return all(["PLACE"], [horse]);
    case 3:
      return all(["QUINELLA"], quinellaLists(form));
    case 4:
      return all(["QUINELLA"], [horse, horse]);
    case 5:
      return all(["EXACTA"], positions(form, 2));
    case 6:
      return all(["TRIFECTA"], positions(form, 3));
    case 7:
      return all(["TRIFECTA"], [horse, horse, horse]);
    case 8:
      return all(["FIRST4"], positions(form, 4));
    case 9:
      return all(["WIN", "PLACE"], [horse]);
    case 12:
      return all(["QUINELLA"], standOut(form, 2, 1));
    case 13:
      return all(["EXACTA"], standOut(form, 2, 1));
    case 14:
      return all(["TRIFECTA"], standOut(form, 3, 2));
    case 15:
      return all(["FIRST4"], standOut(form, 4, 3));
    case 16:
      return all(["QUINELLA_PLACE"], quinellaLists(form));
    case 17:
      return all(["QUINELLA_PLACE"], [horse, horse]);
    case 18:
      return all(["QUINELLA_PLACE"], standOut(form, 2, 1));
    case 19:
      return all(["TRIO"], positions(form, 3));
    case 20:
      return all(["TRIO"], [horse, horse, horse]);
    case 21:
      return all(["TRIO"], standOut(form, 3, 2));
    case 22:
      return all(["ANY4"], [horse, horse, horse, horse]);
    case 23:
      return all(["ANY4"], standOut(form, 4, 3));
    default:
      return null;
  }
}

/** The types with stand-outs. */
export const STANDOUTS = [12, 13, 14, 15, 18, 21, 23];
/** The pools whose combinations have no order. */
export const SETS = ["QUINELLA", "QUINELLA_PLACE", "TRIO", "ANY4"];

/** The fields that a bet type reads. Of a Quinella: those of the spelling that counts. */
function fieldsRead(betType: number, form: Form): (keyof Form)[] {
  if (betType === 3 || betType === 16) {
    return (form.horse ?? []).length > 0 && (form.horse2 ?? []).length > 0
      ? ["horse", "horse2"]
      : ["horse1st", "horse2nd"];
  }
  if (betType === 10 || betType === 11) return ["horse", "horse2"];
  const most: Record<number, number> = { 5: 2, 6: 3, 8: 4, 19: 3, 12: 1, 13: 1, 14: 2, 15: 3 };
  const places = { ...most, 18: 1, 21: 2, 23: 3 }[betType] ?? 0;
  const horse: (keyof Form)[] = [5, 6, 8, 19].includes(betType) ? [] : ["horse"];
  return [...horse, ...PLACES.slice(0, places)];
}

/** All combinations of a bet, or null where the rules refuse it. `runs` holds the runners of each leg that may be bet on. */
export function expand(
  betType: number,
  form: Form,
  runs: readonly (readonly number[])[],
): Combination[] | null {
  for (const field of fieldsRead(betType, form)) {
    const chosen = form[field] ?? [];
    const double = betType === 10 || betType === 11;
    const field1 = double && field === "horse2" ? runs[1] : runs[0];
    if (new Set(chosen).size < chosen.length) return null;
    if (chosen.some((runner) => !field1?.includes(runner))) return null;
  }
  if (betType === 10 || betType === 11) {
    const pool = betType === 10 ? "DOUBLE_WIN" : "DOUBLE_PLACE";
    const { horse = [], horse2 = [] } = form;
    return limited(horse.flatMap((a) => horse2.map((b) => ({ pool, runners: [a, b] }))));
  }
  const made = tuples(betType, form);
  if (!made) return null;
  return limited(
    made.pools.flatMap((pool) =>
      distinct(
        made.found.map((runners) => (SETS.includes(pool) ? ascending(runners) : runners)),
      ).map((runners) => ({ pool, runners })),
    ),
  );
}

function distinct(found: number[][]): number[][] {
  return [...new Map(found.map((runners) => [runners.join("-"), runners])).values()];
}

function limited(combinations: Combination[]): Combination[] | null {
  return combinations.length === 0 || combinations.length > 30_000 ? null : combinations;
}
