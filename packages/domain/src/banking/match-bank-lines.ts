import type { Cents } from "../money/cents.ts";

/** What a bank movement may be: an announced top-up, a paid withdrawal or a paid file. */
export interface BankCandidate {
  readonly kind: "top_up" | "withdrawal" | "payout_file";
  readonly id: string;
  /** Signed as in the bank's line: below zero for money out. */
  readonly amountCents: Cents;
  readonly reference: string;
  /** The player's own name, and that of the bank account; empty ones are not compared. */
  readonly names: readonly string[];
}

export interface LineToMatch {
  readonly id: string;
  readonly amountCents: Cents;
  readonly reference: string;
  readonly name: string;
  readonly details: string;
}

/** certain: reference and amount; likely: amount and name; look: reference, but another amount. */
export type MatchStrength = "certain" | "likely" | "look";

export interface BankMatch {
  readonly lineId: string;
  readonly candidate: BankCandidate;
  readonly strength: MatchStrength;
  readonly hasReference: boolean;
  readonly hasAmount: boolean;
  readonly hasName: boolean;
}

const STRENGTHS = ["certain", "likely", "look"] as const;
const LEAST_NAME = 4;

/**
 * Proposes what each line is by reference, amount and name: the surest match first, each candidate
 * and each line once. There is no guess between equally sure candidates; equal lines go to equal
 * candidates in order. Source: docs/rules/money.md, "The bank's statement".
 */
export function matchBankLines(
  lines: readonly LineToMatch[],
  candidates: readonly BankCandidate[],
): readonly BankMatch[] {
  const known = indexOf(candidates);
  const pairs = lines.flatMap((line) => {
    const text = squeezed(`${line.reference} ${line.details} ${line.name}`);
    const words = wordsOf(`${line.name} ${line.details}`);
    const near = new Set([
      ...referencedIn(text, known),
      ...(known.byAmount.get(line.amountCents) ?? []),
    ]);
    return [...near].flatMap((candidate) => compare(line, { text, words }, candidate) ?? []);
  });
  const found: BankMatch[] = [];
  const [lineDone, candidateDone] = [new Set<string>(), new Set<string>()];
  for (const strength of STRENGTHS) {
    const open = pairs.filter(
      (pair) =>
        pair.strength === strength &&
        !lineDone.has(pair.lineId) &&
        !candidateDone.has(keyOf(pair.candidate)),
    );
    for (const pair of open) {
      if (lineDone.has(pair.lineId) || candidateDone.has(keyOf(pair.candidate))) continue;
      if (isGuess(pair, open)) continue;
      lineDone.add(pair.lineId);
      candidateDone.add(keyOf(pair.candidate));
      found.push(pair);
    }
  }
  return found;
}

interface Index {
  readonly byAmount: ReadonlyMap<Cents, readonly BankCandidate[]>;
  readonly byReference: ReadonlyMap<string, readonly BankCandidate[]>;
  readonly lengths: ReadonlySet<number>;
}

/** Lets a line be compared with only the few candidates that can match, however many wait. */
function indexOf(candidates: readonly BankCandidate[]): Index {
  const byReference = Map.groupBy(candidates, ({ reference }) => squeezed(reference));
  byReference.delete("");
  return {
    byAmount: Map.groupBy(candidates, ({ amountCents }) => amountCents),
    byReference,
    lengths: new Set([...byReference.keys()].map((reference) => reference.length)),
  };
}

function referencedIn(text: string, known: Index): BankCandidate[] {
  const found: BankCandidate[] = [];
  for (const length of known.lengths) {
    for (let at = 0; at + length <= text.length; at += 1) {
      found.push(...(known.byReference.get(text.slice(at, at + length)) ?? []));
    }
  }
  return found;
}

const keyOf = ({ kind, id }: BankCandidate): string => `${kind}:${id}`;

/** Name and amount alone fit more candidates than lines (two equal top-ups, one payment). */
function isGuess(pair: BankMatch, open: readonly BankMatch[]): boolean {
  if (pair.strength !== "likely") return false;
  const candidates = open.filter((other) => other.lineId === pair.lineId).length;
  const lines = open.filter((other) => keyOf(other.candidate) === keyOf(pair.candidate)).length;
  return candidates > lines;
}

function compare(
  line: LineToMatch,
  read: { readonly text: string; readonly words: ReadonlySet<string> },
  candidate: BankCandidate,
): BankMatch | null {
  if (line.amountCents > 0n !== candidate.amountCents > 0n) return null;
  const reference = squeezed(candidate.reference);
  const hasReference = reference !== "" && read.text.includes(reference);
  const hasAmount = line.amountCents === candidate.amountCents;
  const hasName = candidate.names.some((name) => isNamed(name, read.words));
  const strength = strengthOf({ hasReference, hasAmount, hasName });
  if (strength === null) return null;
  return { lineId: line.id, candidate, strength, hasReference, hasAmount, hasName };
}

function strengthOf(has: {
  readonly hasReference: boolean;
  readonly hasAmount: boolean;
  readonly hasName: boolean;
}): MatchStrength | null {
  if (has.hasReference) return has.hasAmount ? "certain" : "look";
  return has.hasAmount && has.hasName ? "likely" : null;
}

/**
 * Every word of the name is in the line; an initial will do for any but the last. Two letters are
 * too few for a name, but not in a script without cases, such as Chinese.
 */
function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const own = [...wordsOf(name)];
  if (own.join("").length < LEAST_NAME && !/\p{Lo}/u.test(name)) return false;
  const last = own.at(-1) ?? "";
  return (
    words.has(last) &&
    own.slice(0, -1).every((word) => words.has(word) || words.has(word.charAt(0)))
  );
}

/** Only capital letters and digits: banks drop blanks, and some drop the marks of letters. */
function squeezed(text: string): string {
  return plain(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ""),
  );
}

const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();

/** Whether two names are the same but for case, marks, blanks and order; null where one is not known. */
export function isSameName(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const [a, b] = [one, other].map((name) => [...wordsOf(name)].toSorted().join(" "));
  return a === "" || b === "" ? null : a === b;
}
