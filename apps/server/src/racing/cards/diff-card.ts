import type { CardChange, CardDiff, CardProblem } from "@club/contract";
import type { PoolCode } from "@club/domain";
import { type Card, type CardMeeting, type CardRace, type CardRunner, problem } from "./card.ts";
import { raceSaid, runnerSaid } from "./said-fields.ts";
import type { StoredCard, StoredRace, StoredRunner } from "./stored-card.ts";

/** What an import of a card would do. */
export interface CardPlan {
  readonly diff: CardDiff;
  readonly races: readonly RacePlan[];
  /** As it will be. */
  readonly meeting: CardMeeting;
  readonly isMeetingChanged: boolean;
}

/** A race that the card adds (without `stored`) or changes. */
export interface RacePlan {
  readonly card: CardRace;
  readonly stored: StoredRace | null;
  readonly start: Date;
  /** Those that it will offer; null: as before, or all of a new one. */
  readonly pools: readonly PoolCode[] | null;
  readonly added: readonly CardRunner[];
  readonly changed: readonly CardRunner[];
  readonly removed: readonly StoredRunner[];
}

type Value = string | number | boolean | null;
type Field = CardChange["fields"][number];

const MEETING_FIELDS = [
  "name",
  "timezone",
  "currency",
  "event_type",
  "rule_set",
  "dividends",
] as const satisfies readonly (keyof CardMeeting)[];
const RACE_FIELDS = ["name", "distance_m", "class", "handicap", "going"] as const;
const RUNNER_FIELDS = ["name", "barrier", "jockey", "trainer", "weight_kg", "form"] as const;

/**
 * Compares a card with what the club has. The same card again gives an empty plan, even after the
 * club delayed a race or scratched a runner: those acts stand. Pure.
 */
export function diffCard(card: Card, stored: StoredCard | null): CardPlan {
  const asSaid = meetingOf(card, stored);
  const meeting = diffMeeting(asSaid, stored);
  const races = card.races.map((race) => diffRace(race, stored));
  const rows = [meeting, ...races];
  const changes = rows.flatMap((row) => row.changes);
  const count = (kind: CardChange["kind"]) => changes.filter((each) => each.kind === kind).length;
  const total = 1 + card.races.reduce((sum, race) => sum + 1 + race.runners.length, 0);
  return {
    races: races.flatMap((race) => (race.plan === null ? [] : [race.plan])),
    meeting: asSaid,
    isMeetingChanged: meeting.changes.length > 0,
    diff: {
      event_id: stored?.id ?? null,
      added: count("added"),
      changed: count("changed"),
      removed: count("removed"),
      unchanged: total - count("added") - count("changed"),
      changes,
      problems: rows.flatMap((row) => row.problems),
      needs_confirm: rows.some((row) => row.needsConfirm),
    },
  };
}

interface RowDiff {
  readonly changes: readonly CardChange[];
  readonly problems: readonly CardProblem[];
  readonly needsConfirm: boolean;
}

function meetingOf({ meeting, isSilentOnRules }: Card, stored: StoredCard | null): CardMeeting {
  if (stored === null || isSilentOnRules !== true) return meeting;
  const { rule_set, dividends } = stored.meeting;
  return { ...meeting, rule_set, dividends };
}

function diffMeeting(meeting: CardMeeting, stored: StoredCard | null): RowDiff {
  const row = { race: null, runner: null, name: meeting.name };
  if (stored === null) {
    const added: CardChange = { kind: "added", ...row, fields: newFields(MEETING_FIELDS, meeting) };
    return { changes: [added], problems: [], needsConfirm: false };
  }
  const fields = compare(MEETING_FIELDS, meeting, stored.meeting);
  if (fields.length === 0) return { changes: [], problems: [], needsConfirm: false };
  // Open pools are frozen under what the meeting said then: only its name may still change.
  const isOpened = stored.races.some((race) => race.status !== "draft");
  const fixed = isOpened ? fields.filter(({ field }) => field !== "name") : [];
  return {
    changes: [{ kind: "changed", ...row, fields }],
    problems: fixed.map(({ field }) => problem({ row: "meeting" }, field, "meeting_fixed")),
    needsConfirm: stored.races.some((race) => race.has_bets),
  };
}

function diffRace(card: CardRace, meeting: StoredCard | null): RowDiff & { plan: RacePlan | null } {
  const stored = meeting?.races.find((race) => race.number === card.number) ?? null;
  const plan = planRace(card, stored);
  const changes = changesOf(plan);
  if (changes.length === 0) {
    const isNews = isChangedDraft(card, stored);
    return { changes, problems: [], needsConfirm: false, plan: isNews ? plan : null };
  }
  return {
    changes,
    problems: stored === null ? [] : problemsOf(plan, stored),
    needsConfirm: (stored?.has_bets ?? false) || changes.some(undoesHand),
    plan,
  };
}

/** True for a change that would undo what an operator did: a draft's runner may have been scratched at the desk. */
const undoesHand = (change: CardChange): boolean =>
  change.fields.some(
    ({ field, before, by_hand }) => by_hand === true || (field === "scratched" && before === true),
  );

function planRace(card: CardRace, stored: StoredRace | null): RacePlan {
  const start = startOf(card, stored);
  if (stored === null) {
    const { pools, runners: added } = card;
    return { card, stored, start, pools, added, changed: [], removed: [] };
  }
  const known = new Map(stored.runners.map((runner) => [runner.number, runner]));
  const named = new Set(card.runners.map((runner) => runner.number));
  return {
    card,
    stored,
    start,
    pools: stored.status === "draft" && saysNewPools(card, stored) ? card.pools : null,
    added: card.runners.filter((runner) => !known.has(runner.number)),
    changed: card.runners.filter((runner) => {
      const before = known.get(runner.number);
      return before !== undefined && runnerFields(runner, before, stored).length > 0;
    }),
    removed:
      card.isWithoutField === true
        ? []
        : stored.runners.filter((runner) => !named.has(runner.number)),
  };
}

/**
 * A draft's start is what the card says, unless it says nothing new and the desk has moved it. Once
 * opened, a race's start only moves later: an earlier one in the file predates a delay.
 */
function startOf(card: CardRace, stored: StoredRace | null): Date {
  const start = card.start_time ?? new Date(0);
  if (stored === null) return start;
  const moves = stored.status === "draft" ? saysNewStart(card, stored) : start > stored.start_time;
  return moves ? start : stored.start_time;
}

const saysNewStart = (card: CardRace, stored: StoredRace): boolean =>
  card.start_time?.getTime() !== stored.card_start?.getTime();

/** A card that says nothing new of the pools leaves what the desk made of them. */
const saysNewPools = ({ pools }: CardRace, { card_pools }: StoredRace): boolean =>
  pools !== null && pools.join() !== card_pools?.join();

/** The card follows the desk: nothing changes, and what the card said last was something else. */
const isChangedDraft = (card: CardRace, stored: StoredRace | null): boolean =>
  stored?.status === "draft" && (saysNewStart(card, stored) || saysNewPools(card, stored));

const isMovedByHand = ({ card_start, start_time }: StoredRace): boolean =>
  card_start !== null && card_start.getTime() !== start_time.getTime();

function changesOf(plan: RacePlan): CardChange[] {
  const { card, stored } = plan;
  const race = { race: card.number, runner: null, name: card.name };
  const of = (runner: { number: number; name: string }) => ({
    race: card.number,
    runner: runner.number,
    name: runner.name,
  });
  const changes: CardChange[] = [];
  const fields = stored === null ? newRaceFields(plan) : raceFields(plan, stored);
  if (stored === null) changes.push({ kind: "added", ...race, fields });
  else if (fields.length > 0) changes.push({ kind: "changed", ...race, fields });
  for (const runner of plan.added) {
    const values = newFields([...RUNNER_FIELDS, "scratched"], runner);
    const fieldsOfNew = [...values, ...runnerSaid(runner, null)];
    changes.push({ kind: "added", ...of(runner), fields: fieldsOfNew });
  }
  for (const runner of plan.changed) {
    const before = stored?.runners.find((each) => each.number === runner.number);
    if (before === undefined || stored === null) continue;
    changes.push({ kind: "changed", ...of(runner), fields: runnerFields(runner, before, stored) });
  }
  for (const runner of plan.removed) changes.push({ kind: "removed", ...of(runner), fields: [] });
  return changes;
}

function newRaceFields({ card, start }: RacePlan): Field[] {
  const pools = card.pools === null ? [] : [["pools", card.pools.join(" ")] as const];
  const more = [["start_time", start.toISOString()] as const, ...pools];
  return [
    ...newFields(RACE_FIELDS, card),
    ...more.map(([field, after]) => ({ field, before: null, after })),
    ...raceSaid(card, null),
  ];
}

function raceFields({ card, start }: RacePlan, stored: StoredRace): Field[] {
  const fields = [
    ...compare(RACE_FIELDS, card, stored),
    ...poolsField(card, stored),
    ...raceSaid(card, stored),
  ];
  if (start.getTime() === stored.start_time.getTime()) return fields;
  const [before, after] = [stored.start_time.toISOString(), start.toISOString()];
  const byHand = isMovedByHand(stored) ? { by_hand: true } : {};
  return [...fields, { field: "start_time", before, after, ...byHand }];
}

function poolsField(card: CardRace, stored: StoredRace): Field[] {
  if (card.pools === null || !saysNewPools(card, stored)) return [];
  const [before, after] = [stored.pools.join(" "), card.pools.join(" ")];
  const isByHand = stored.card_pools !== null && stored.card_pools.join(" ") !== before;
  return before === after
    ? []
    : [{ field: "pools", before, after, ...(isByHand && { by_hand: true }) }];
}

/** A scratching stands once the race was opened: a file without it changes nothing. */
function runnerFields(card: CardRunner, stored: StoredRunner, race: StoredRace): Field[] {
  const said = [...compare(RUNNER_FIELDS, card, stored), ...runnerSaid(card, stored)];
  const fields = said.map((each) =>
    stored.by_hand.includes(each.field) ? { ...each, by_hand: true } : each,
  );
  const isKept = race.status !== "draft" && stored.scratched;
  if (card.scratched === stored.scratched || isKept) return fields;
  return [...fields, { field: "scratched", before: stored.scratched, after: card.scratched }];
}

function problemsOf(plan: RacePlan, stored: StoredRace): CardProblem[] {
  const { card } = plan;
  const at = { row: card.row, race: card.number };
  if (stored.status === "draft") return [];
  if (stored.status !== "open") return [problem(at, "status", "race_fixed")];
  const problems: CardProblem[] = [];
  // One whose start has passed counts as closed before the job closes it: no file opens it again.
  if (stored.start_time <= stored.now) problems.push(problem(at, "start_time", "start_past"));
  if (poolsField(card, stored).length > 0) problems.push(problem(at, "pools", "use_pools"));
  return [...problems, ...runnerProblems(plan, stored)];
}

function runnerProblems(plan: RacePlan, stored: StoredRace): CardProblem[] {
  const problems: CardProblem[] = [];
  const at = { row: plan.card.row, race: plan.card.number };
  if (stored.has_bets) {
    for (const runner of plan.removed) {
      problems.push(problem({ ...at, runner: runner.number }, "number", "runner_has_bets"));
    }
  }
  for (const runner of plan.changed) {
    const before = stored.runners.find((each) => each.number === runner.number);
    if (!runner.scratched || before?.scratched === true) continue;
    const place = { ...at, row: runner.row, runner: runner.number };
    problems.push(problem(place, "scratched", "use_scratch"));
  }
  return problems;
}

/** What a new row says; its name stands beside it. */
function newFields<K extends string>(
  fields: readonly K[],
  row: Readonly<Record<K, Value>>,
): Field[] {
  return fields
    .filter((field) => field !== "name" && row[field] !== null && row[field] !== false)
    .map((field) => ({ field, before: null, after: row[field] }));
}

function compare<K extends string>(
  fields: readonly K[],
  after: Readonly<Record<K, Value>>,
  before: Readonly<Record<K, Value>>,
): Field[] {
  return fields
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
