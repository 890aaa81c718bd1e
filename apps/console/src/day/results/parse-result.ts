import type { OperatorRace, UnplacedRunner } from "@club/contract";
import type { T } from "../../core/lang.ts";

/** Why typed text is no result. `at` is where it went wrong, for the message. */
export type ResultFault =
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly at: string }
  | { readonly kind: "tie-open"; readonly at: string }
  | { readonly kind: "unknown" | "scratched" | "twice"; readonly at: string };

export interface ParsedResult {
  /** Groups in finishing order, each ascending, as far as the text could be read. */
  readonly groups: readonly (readonly number[])[];
  /** Disqualified or not finished, by number. */
  readonly unplaced: readonly UnplacedRunner[];
  readonly faults: readonly ResultFault[];
}

export interface Field {
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
}

/** The runners that may be in the result of a race. */
export function fieldOf(race: Pick<OperatorRace, "runners">): Field {
  return {
    runners: race.runners.map(({ horse_id }) => horse_id),
    scratched: race.runners.filter(({ scratched }) => scratched).map(({ horse_id }) => horse_id),
  };
}

const SEPARATORS = /[\s,;/]+/;
const SADDLE = /^[1-9]\d{0,2}$/;

/**
 * Reads a result as the desk types it: saddle numbers in order of finish, separated by blanks or
 * commas, `=` between those of a dead heat: "4 7=9 2" is 4, then 7 and 9 together, then 2. After
 * `dq` come the disqualified, after `dnf` those that did not finish: "4 7 2 dq 5 dnf 8 11".
 */
export function parseResult(text: string, field: Field): ParsedResult {
  const tokens = tidy(text)
    .split(SEPARATORS)
    .filter((token) => token !== "");
  const faults: ResultFault[] = [];
  const seen = new Set<number>();
  const groups: number[][] = [];
  const unplaced: UnplacedRunner[] = [];
  let why: UnplacedRunner["why"] | undefined;
  for (const token of tokens) {
    const word = WHYS[token.toLowerCase()];
    if (word !== undefined) {
      why = word;
      continue;
    }
    const numbers = readToken(token, { field, seen, faults });
    if (why === undefined) groups.push(numbers);
    else for (const number of numbers) unplaced.push({ number, why });
  }
  const named = groups.filter((group) => group.length > 0);
  if (named.length === 0) faults.push({ kind: "empty" });
  return { groups: named, unplaced: unplaced.toSorted((a, b) => a.number - b.number), faults };
}

const WHYS: Readonly<Record<string, UnplacedRunner["why"]>> = {
  dq: "disqualified",
  dsq: "disqualified",
  dnf: "did_not_finish",
};

/** One runner, or a group that finished together, ascending. */
function readToken(token: string, state: CheckState): number[] {
  const parts = token.split("=");
  if (parts.includes("")) state.faults.push({ kind: "tie-open", at: token });
  const numbers = parts.filter((part) => part !== "").flatMap((part) => read(part, state.faults));
  for (const number of numbers) check(number, state);
  return numbers.toSorted((a, b) => a - b);
}

interface CheckState {
  readonly field: Field;
  readonly seen: Set<number>;
  readonly faults: ResultFault[];
}

/** Drops blanks around a tie: "7 = 9" is "7=9". Full-width signs come from Chinese keyboards. */
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

function check(number: number, state: CheckState): void {
  const { field, seen, faults } = state;
  const at = String(number);
  if (!field.runners.includes(number)) faults.push({ kind: "unknown", at });
  else if (field.scratched.includes(number)) faults.push({ kind: "scratched", at });
  else if (seen.has(number)) faults.push({ kind: "twice", at });
  seen.add(number);
}

/** A result as text, as the field shows it: [[4],[7,9],[2]] is "4 7=9 2". */
export function writeResult(
  groups: readonly (readonly number[])[],
  unplaced: readonly UnplacedRunner[] = [],
): string {
  const behind = (word: string, why: UnplacedRunner["why"]): string[] => {
    const numbers = unplaced.filter((runner) => runner.why === why).map(({ number }) => number);
    return numbers.length === 0 ? [] : [word, ...numbers.map(String)];
  };
  const placed = groups.map((group) => group.join("="));
  const others = [...behind("dq", "disqualified"), ...behind("dnf", "did_not_finish")];
  return [...placed, ...others].join(" ");
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

/** Why the typed text is not a result, in words. */
export function faultText(t: T, fault: ResultFault): string {
  return fault.kind === "empty"
    ? t("faultText.empty")
    : t(`faultText.${fault.kind}`, { at: fault.at });
}
