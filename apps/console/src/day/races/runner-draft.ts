import type { BodyInputOf, changeRunner, RunnerLine } from "@club/contract";

/** A runner as the fields show it. */
export interface RunnerDraft {
  readonly jockey: string;
  readonly trainer: string;
  readonly weight_kg: string;
  readonly barrier: string;
  readonly comment: string;
}

/** With what is said of it. */
export type KnownRunner = RunnerLine & { readonly comment: string | null };

export interface RunnerChangeDraft {
  /** Only the fields that differ. */
  readonly body: BodyInputOf<typeof changeRunner>;
  readonly wrong: readonly (keyof RunnerDraft)[];
}

const MOST_KG = 999;
const MOST_BARRIERS = 999;

export function draftOf(runner: KnownRunner): RunnerDraft {
  const { jockey, trainer, weight_kg, barrier, comment } = runner;
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  return {
    jockey: text(jockey),
    trainer: text(trainer),
    weight_kg: text(weight_kg),
    barrier: text(barrier),
    comment: text(comment),
  };
}

/** What the fields change; an empty field removes the value. */
export function changeOf(runner: KnownRunner, draft: RunnerDraft): RunnerChangeDraft {
  const weight = numberOf(draft.weight_kg, MOST_KG);
  const barrier = numberOf(draft.barrier, MOST_BARRIERS);
  const isWhole = barrier === null || Number.isInteger(barrier);
  const wrong: (keyof RunnerDraft)[] = [];
  if (weight === undefined) wrong.push("weight_kg");
  if (barrier === undefined || !isWhole) wrong.push("barrier");
  const named = (text: string) => (text.trim() === "" ? null : text.trim());
  const after = {
    jockey: named(draft.jockey),
    trainer: named(draft.trainer),
    weight_kg: weight ?? null,
    barrier: barrier ?? null,
    comment: named(draft.comment),
  };
  const names = ["jockey", "trainer", "weight_kg", "barrier", "comment"] as const;
  const changed = names.filter((name) => !wrong.includes(name) && after[name] !== runner[name]);
  return { body: Object.fromEntries(changed.map((name) => [name, after[name]])), wrong };
}

/** A number with a decimal point or comma; null for an empty field, undefined for anything else. */
function numberOf(text: string, most: number): number | null | undefined {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return null;
  const value = /^\d+(\.\d)?$/.test(plain) ? Number(plain) : 0;
  return value >= 1 && value <= most ? value : undefined;
}

const MOST = 60;

/** Typed saddle numbers, separated by blanks or commas: "3 5, 7". */
export function numbersOf(text: string): {
  readonly numbers: readonly number[];
  readonly faults: readonly string[];
} {
  const tokens = text
    .normalize("NFKC")
    .split(/[\s,;、]+/)
    .filter((token) => token !== "");
  const isNumber = (token: string) =>
    /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= MOST;
  return {
    numbers: [...new Set(tokens.filter(isNumber).map(Number))],
    faults: tokens.filter((token) => !isNumber(token)),
  };
}
