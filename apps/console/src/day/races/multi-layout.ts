import type { DeskMultiPool, MultiPoolWish, RaceStatus } from "@club/contract";
import { type MultiPoolCode, poolOf } from "@club/domain";
import { centsOfText, textOfCents } from "../../core/typed.ts";

/** A race of the meeting, as a layout sees it. */
export interface LaidRace {
  readonly raceNo: number;
  readonly status: RaceStatus;
  readonly start_time: string;
}

/** A pool of several races as it is being laid out. */
export interface PoolDraft {
  readonly id: string;
  readonly code: MultiPoolCode;
  readonly name: string;
  /** Race numbers in order of start. */
  readonly races: readonly number[];
  readonly guarantee: string;
  /** Bets or money hang on it: it stays as it is. */
  readonly isUsed: boolean;
}

export const draftOf = (pool: DeskMultiPool): PoolDraft => ({
  id: pool.multi_pool_id,
  code: pool.code,
  name: pool.name,
  races: pool.races,
  guarantee: pool.guarantee_cents === 0 ? "" : textOfCents(pool.guarantee_cents),
  isUsed: pool.is_used,
});

/** Why a race cannot become a leg. */
export type LegFault = "used" | "over" | "full";

export function legFault(draft: PoolDraft, race: LaidRace, nowMs: number): LegFault | undefined {
  if (draft.isUsed) return "used";
  if (!["draft", "open"].includes(race.status) || Date.parse(race.start_time) <= nowMs) {
    return "over";
  }
  return draft.races.length >= poolOf(draft.code).legs ? "full" : undefined;
}

/** The races of a meeting in order of start, which is the order of any pool's legs. */
export const inOrder = <R extends LaidRace>(races: readonly R[]): R[] =>
  races.toSorted((a, b) => a.start_time.localeCompare(b.start_time) || a.raceNo - b.raceNo);

/** Adds a race to the legs or takes it out; the legs stay in order of start. */
export function toggleLeg(draft: PoolDraft, raceNo: number, races: readonly LaidRace[]): PoolDraft {
  const chosen = new Set(draft.races);
  if (!chosen.delete(raceNo)) chosen.add(raceNo);
  return { ...draft, races: ordered(chosen, races) };
}

/** Moves a leg to another race of the meeting. */
export function moveLeg(
  draft: PoolDraft,
  leg: { readonly from: number; readonly to: number },
  races: readonly LaidRace[],
): PoolDraft {
  const chosen = new Set(draft.races);
  if (!chosen.delete(leg.from) || chosen.has(leg.to)) return draft;
  return { ...draft, races: ordered(chosen.add(leg.to), races) };
}

/** The nearest race before or after a leg that it can move to. */
export function freeBeside(
  draft: PoolDraft,
  { from, step, nowMs }: { readonly from: number; readonly step: 1 | -1; readonly nowMs: number },
  races: readonly LaidRace[],
): number | undefined {
  const sorted = inOrder(races);
  const without = { ...draft, races: draft.races.filter((raceNo) => raceNo !== from) };
  const at = sorted.findIndex(({ raceNo }) => raceNo === from);
  const others = step === 1 ? sorted.slice(at + 1) : sorted.slice(0, at).toReversed();
  const free = others.find(
    (race) => !draft.races.includes(race.raceNo) && legFault(without, race, nowMs) === undefined,
  );
  return free?.raceNo;
}

function ordered(chosen: ReadonlySet<number>, races: readonly LaidRace[]): number[] {
  return inOrder(races).flatMap(({ raceNo }) => (chosen.has(raceNo) ? [raceNo] : []));
}

export type DraftFault = "name" | "twice" | "legs" | "guarantee";

/** What keeps a draft from being laid out. */
export function draftFault(draft: PoolDraft, all: readonly PoolDraft[]): DraftFault | undefined {
  const name = draft.name.trim();
  if (name === "") return "name";
  const isSame = (other: PoolDraft) => other.code === draft.code && other.name.trim() === name;
  if (all.filter(isSame).length > 1) return "twice";
  if (draft.races.length !== poolOf(draft.code).legs) return "legs";
  return guaranteeOf(draft) === undefined ? "guarantee" : undefined;
}

const isZero = (text: string): boolean => /^[0\s.,]*$/.test(text);

const guaranteeOf = ({ guarantee }: PoolDraft): number | undefined =>
  isZero(guarantee) ? 0 : centsOfText(guarantee);

export const wishOf = (draft: PoolDraft): MultiPoolWish => ({
  code: draft.code,
  name: draft.name.trim(),
  races: [...draft.races],
  guarantee_cents: guaranteeOf(draft) ?? 0,
});
