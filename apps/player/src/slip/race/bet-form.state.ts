import { type AllUpPoolCode, BET_TYPES, type BetTypeIndex, type MultiPoolCode } from "@club/domain";
import {
  arePicksByLeg,
  mayJoin,
  toggleInLeg,
  withLeg,
  withLegPool,
  withoutLeg,
  withStarts,
} from "./form-legs.ts";
import { EMPTY_FORM, hasContent } from "./empty-form.ts";
import { columnsOf, isOrderedColumn, mostInColumn } from "./selection-columns.ts";

/** The race of a leg, as the form names it. */
export interface RaceRef {
  readonly eventId: string;
  readonly code: string;
  readonly meetings: string;
  readonly raceNo: number;
  readonly raceId: string;
  /** The day of the meeting in its zone. */
  readonly date: string;
  readonly startMs: number;
}

/** A pool over three races and more, as its meeting laid it out; the races in order of legs. */
export interface MultiRef {
  readonly poolId: string;
  readonly code: MultiPoolCode;
  /** The club's: "Early Quaddie". */
  readonly name: string;
  readonly races: readonly RaceRef[];
}

/** A leg of an All Up: its race, and the pool that its runner or pair is in. */
export interface AllUpLegRef {
  readonly race: RaceRef;
  readonly pool: AllUpPoolCode;
}

/** Saddle numbers by column of the grid, in the order in which they were tapped. */
export type Picks = readonly (readonly number[])[];
export type StakeMode = "unit" | "total";
export type StakeField = "amount" | "amount2";

export interface BetFormState {
  /** 0: not chosen yet, shown as "Select", or an All Up. */
  readonly betType: BetTypeIndex | 0;
  readonly race: RaceRef | null;
  readonly race2: RaceRef | null;
  /** The pool of a bet on three races and more: `race` is its first leg. */
  readonly multi?: MultiRef | undefined;
  /** The legs of an All Up, in order of start; `picks` are by leg. */
  readonly allUp?: readonly AllUpLegRef[] | undefined;
  /** The runners were drawn by chance and are as they were drawn. */
  readonly isDrawn?: boolean | undefined;
  readonly picks: Picks;
  /** The positions of an Exacta or First 4 share one column. */
  readonly isBoxed: boolean;
  readonly stakeMode: StakeMode;
  /** As typed: "10.5". */
  readonly amount: string;
  readonly amount2: string;
  /** Each Way: one stake for both parts. */
  readonly isSameStake: boolean;
  /** The field that the keypad writes into; null: it is closed. */
  readonly field: StakeField | null;
  /** What the last choice of a type dropped, so that it can be restored. */
  readonly before: BetFormState | null;
}

/** A form whose type is chosen: one of a pool. */
export type ChosenForm = BetFormState & { readonly betType: BetTypeIndex };

export type BetFormAction =
  | { readonly do: "choose race"; readonly race: RaceRef }
  | { readonly do: "choose type"; readonly betType: BetTypeIndex }
  | { readonly do: "choose pool"; readonly multi: MultiRef }
  | { readonly do: "choose all up" }
  | { readonly do: "leg pool"; readonly leg: number; readonly pool: AllUpPoolCode }
  | { readonly do: "drop leg"; readonly leg: number }
  /** Starts that have moved, by the id of the race. */
  | { readonly do: "starts"; readonly startsMs: ReadonlyMap<string, number> }
  | { readonly do: "undo type" }
  | { readonly do: "choose second race"; readonly race2: RaceRef | null }
  | { readonly do: "toggle"; readonly column: number; readonly runner: number }
  /** The whole field of a column, or none of it when it is all chosen. */
  | { readonly do: "field"; readonly column: number; readonly runners: readonly number[] }
  | { readonly do: "box" }
  /** A quick pick: runners for every column. */
  | { readonly do: "draw"; readonly picks: Picks }
  | { readonly do: "drop"; readonly leg: number; readonly runners: readonly number[] }
  | { readonly do: "stake mode"; readonly mode: StakeMode }
  | { readonly do: "stake"; readonly typed: string; readonly field?: StakeField }
  | { readonly do: "same stake"; readonly on: boolean }
  | { readonly do: "keypad"; readonly field: StakeField | null }
  | { readonly do: "fill"; readonly form: Partial<BetFormState> }
  | { readonly do: "clear" };

type Handlers = {
  readonly [Name in BetFormAction["do"]]: (
    form: BetFormState,
    action: Extract<BetFormAction, { readonly do: Name }>,
  ) => BetFormState;
};

const HANDLERS: Handlers = {
  "choose race": chooseRace,
  "choose type": chooseType,
  "choose pool": choosePool,
  "choose all up": chooseAllUp,
  "leg pool": (form, { leg, pool }) => withLegPool(form, leg, pool),
  "drop leg": (form, { leg }) => withoutLeg(form, leg),
  starts: (form, { startsMs }) => withStarts(form, startsMs),
  "undo type": (form) => form.before ?? form,
  "choose second race": (form, { race2 }) => ({
    ...form,
    race2,
    picks: [form.picks[0] ?? [], []],
  }),
  toggle,
  field: chooseField,
  box: (form) => ({ ...form, isBoxed: !form.isBoxed, picks: boxed(form) }),
  draw: (form, { picks }) => ({ ...form, picks, isDrawn: true }),
  drop: dropRunners,
  "stake mode": (form, { mode }) => ({ ...form, stakeMode: mode, field: form.field && "amount" }),
  stake: typeStake,
  "same stake": (form, { on }) => ({
    ...form,
    isSameStake: on,
    amount2: on ? form.amount : form.amount2,
    field: on && form.field === "amount2" ? "amount" : form.field,
  }),
  keypad: (form, { field }) => ({ ...form, field }),
  fill: (_, { form }) => ({ ...EMPTY_FORM, ...form }),
  clear: (form) => ({ ...EMPTY_FORM, race: form.race }),
};

/** The form after an action. Pure: `priceForm` says what it costs and whether it can be placed. */
export function betFormReducer(form: BetFormState, action: BetFormAction): BetFormState {
  const handle = HANDLERS[action.do] as (form: BetFormState, action: BetFormAction) => BetFormState;
  return handle(form, action);
}

/**
 * Another race keeps the type; a pool over several races is no type of another race. An All Up in
 * hand gets the race as its next leg.
 */
function chooseRace(form: BetFormState, { race }: { readonly race: RaceRef }): BetFormState {
  if (form.allUp !== undefined && mayJoin(form.allUp, race)) return withLeg(form, race);
  if (form.race?.raceId === race.raceId) return form;
  const betType = form.multi === undefined ? form.betType : 0;
  return { ...EMPTY_FORM, race, betType, picks: emptyPicks(betType) };
}

/**
 * Choosing a type resets the second leg, the selections and the amounts, then stores the type (the
 * specification's rule). The dropped values can be restored.
 */
function chooseType(
  form: BetFormState,
  { betType }: { readonly betType: BetTypeIndex },
): BetFormState {
  if (betType === form.betType) return form;
  const picks = emptyPicks(betType);
  return { ...EMPTY_FORM, race: form.race, betType, picks, before: beforeOf(form) };
}

/** A pool brings its type and its first race. */
function choosePool(form: BetFormState, { multi }: { readonly multi: MultiRef }): BetFormState {
  const type = BET_TYPES.find(({ pools }) => pools[0] === multi.code);
  const race = multi.races[0];
  if (multi.poolId === form.multi?.poolId || type === undefined || race === undefined) return form;
  const picks = emptyPicks(type.index);
  return { ...EMPTY_FORM, race, betType: type.index, multi, picks, before: beforeOf(form) };
}

/** The race in hand is its first leg. */
function chooseAllUp(form: BetFormState): BetFormState {
  if (form.allUp !== undefined) return form;
  const empty = { ...EMPTY_FORM, allUp: [], before: beforeOf(form) };
  return form.race === null ? empty : withLeg(empty, form.race);
}

function beforeOf(form: BetFormState): BetFormState | null {
  return hasContent(form) ? { ...form, field: null, before: null } : null;
}

function emptyPicks(betType: BetTypeIndex | 0): Picks {
  return betType === 0 ? [] : columnsOf(betType, false).map(() => []);
}

function toggle(
  form: BetFormState,
  { column, runner }: { readonly column: number; readonly runner: number },
): BetFormState {
  if (form.allUp !== undefined) return toggleInLeg(form, column, runner);
  if (form.betType === 0) return form;
  const chosen = form.picks[column] ?? [];
  if (chosen.includes(runner)) {
    return withColumn(
      form,
      column,
      chosen.filter((other) => other !== runner),
    );
  }
  const most = mostInColumn(form.betType, column);
  if (chosen.length >= most) return form;
  const next = withColumn(form, column, [...chosen, runner]);
  // A stand-out cannot be among the others too.
  return isOrderedColumn(form.betType, column)
    ? withColumn(
        next,
        1,
        (next.picks[1] ?? []).filter((other) => other !== runner),
      )
    : next;
}

function chooseField(
  form: BetFormState,
  { column, runners }: { readonly column: number; readonly runners: readonly number[] },
): BetFormState {
  if (form.betType === 0 || isOrderedColumn(form.betType, column)) return form;
  const standouts = isOrderedColumn(form.betType, 0) ? (form.picks[0] ?? []) : [];
  const open = runners.filter((runner) => !standouts.includes(runner));
  const chosen = form.picks[column] ?? [];
  const isWhole = open.every((runner) => chosen.includes(runner));
  return withColumn(form, column, isWhole ? [] : open);
}

function withColumn(form: BetFormState, column: number, runners: readonly number[]): BetFormState {
  const columns = Math.max(form.picks.length, column + 1);
  const picks = Array.from({ length: columns }, (_, at) =>
    at === column ? runners : (form.picks[at] ?? []),
  );
  return { ...form, picks, isDrawn: undefined };
}

/** Into the box: every runner chosen for any position. Out of it: all of them for each position. */
function boxed(form: BetFormState): Picks {
  if (form.betType === 0) return form.picks;
  if (form.isBoxed) return columnsOf(form.betType, false).map(() => form.picks[0] ?? []);
  return [[...new Set(form.picks.flat())]];
}

/** Removes runners that were scratched while they were in the form. */
function dropRunners(
  form: BetFormState,
  { leg, runners }: { readonly leg: number; readonly runners: readonly number[] },
): BetFormState {
  const areLegs = arePicksByLeg(form);
  const picks = form.picks.map((column, at) =>
    areLegs && at !== leg - 1 ? column : column.filter((runner) => !runners.includes(runner)),
  );
  return { ...form, picks };
}

function typeStake(
  form: BetFormState,
  {
    typed,
    field = form.field ?? "amount",
  }: { readonly typed: string; readonly field?: StakeField },
): BetFormState {
  if (field === "amount2") return { ...form, amount2: typed };
  return { ...form, amount: typed, amount2: form.isSameStake ? typed : form.amount2 };
}
