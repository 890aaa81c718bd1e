/** Why a typed result is not one. `at` is where it went wrong, for the words. */
export type ResultFault =
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly at: string }
  | { readonly kind: "tie-open"; readonly at: string }
  | { readonly kind: "unknown" | "scratched" | "twice"; readonly at: string };

export interface ParsedResult {
  /** Groups in finishing order, each ascending; as far as they could be read. */
  readonly groups: readonly (readonly number[])[];
  readonly faults: readonly ResultFault[];
}

export interface Field {
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
}

const SEPARATORS = /[\s,;/]+/;
const SADDLE = /^[1-9]\d{0,2}$/;

/**
 * Reads a result as the desk types it: saddle numbers in order of finish, apart by blanks or commas,
 * `=` between those of a dead heat: "4 7=9 2" is 4, then 7 and 9 together, then 2.
 */
export function parseResult(text: string, field: Field): ParsedResult {
  const tokens = tidy(text)
    .split(SEPARATORS)
    .filter((token) => token !== "");
  const faults: ResultFault[] = [];
  const seen = new Set<number>();
  const groups = tokens.map((token) => {
    const parts = token.split("=");
    if (parts.includes("")) faults.push({ kind: "tie-open", at: token });
    const numbers = parts.filter((part) => part !== "").flatMap((part) => read(part, faults));
    for (const number of numbers) check(number, { field, seen, faults });
    return numbers.toSorted((a, b) => a - b);
  });
  if (tokens.length === 0) faults.push({ kind: "empty" });
  return { groups: groups.filter((group) => group.length > 0), faults };
}

/** Blanks around a tie belong to it: "7 = 9" is "7=9". Full-width signs come from Chinese keyboards. */
function tidy(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll("、", ",")
    .replaceAll(/\s*=\s*/g, "=")
    .trim();
}

function read(part: string, faults: ResultFault[]): number[] {
  if (SADDLE.test(part)) return [Number(part)];
  faults.push({ kind: "character", at: part });
  return [];
}

function check(
  number: number,
  state: {
    readonly field: Field;
    readonly seen: Set<number>;
    readonly faults: ResultFault[];
  },
): void {
  const { field, seen, faults } = state;
  const at = String(number);
  if (!field.runners.includes(number)) faults.push({ kind: "unknown", at });
  else if (field.scratched.includes(number)) faults.push({ kind: "scratched", at });
  else if (seen.has(number)) faults.push({ kind: "twice", at });
  seen.add(number);
}

/** The same in text, as the field shows it: [[4],[7,9],[2]] is "4 7=9 2". */
export function writeResult(groups: readonly (readonly number[])[]): string {
  return groups.map((group) => group.join("=")).join(" ");
}

/** The place of each group: a dead heat of two for 2nd is followed by the 4th. */
export function placesOf(groups: readonly (readonly number[])[]): number[] {
  let place = 1;
  return groups.map((group) => {
    const mine = place;
    place += group.length;
    return mine;
  });
}
