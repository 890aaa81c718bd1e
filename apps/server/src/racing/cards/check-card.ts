import type { CardProblem, CardProblemCode } from "@club/contract";
import { addDays, localDay } from "@club/domain";
import {
  type Card,
  type CardOptions,
  type CardRace,
  type CardRunner,
  problem,
  type ReadCard,
} from "./card.ts";

interface CheckOptions extends CardOptions {
  /** The club's format wants runners in every race; a raw race day may have a void race without. */
  readonly needsRunners: boolean;
  /** Rows whose file gives a start. */
  readonly hadStart: ReadonlySet<string>;
}

const HIGHEST_NUMBER = 60;
const BETWEEN_RACES_MS = 30 * 60_000;

/** The checks of every format, after its own schema; re-times the card if asked to. */
export function checkCard(card: Card, options: CheckOptions): ReadCard {
  if (!isZone(card.meeting.timezone)) {
    return { card: null, problems: [problem({ row: "meeting" }, "timezone", "zone_unknown")] };
  }
  const checked = options.firstRaceAt === null ? card : retime(card, options.firstRaceAt);
  const problems = [
    ...checkMeeting(checked, options),
    ...repeated(checked.races).map((race) => problem(at(race), "number", "race_twice")),
    ...checked.races.flatMap((race) => checkRace(race, checked, options)),
  ];
  return { card: checked, problems };
}

/**
 * Moves a card to another time: races in order of number, 30 minutes apart. The meeting is then on
 * the local day of the first, so an old day can be replayed.
 */
export function retime(card: Card, firstRaceAt: Date): Card {
  const inOrder = [...card.races].sort((a, b) => a.number - b.number);
  const start = (race: CardRace) =>
    new Date(firstRaceAt.getTime() + inOrder.indexOf(race) * BETWEEN_RACES_MS);
  return {
    ...card,
    meeting: { ...card.meeting, date: localDay(firstRaceAt.getTime(), card.meeting.timezone) },
    races: card.races.map((race) => ({ ...race, start_time: start(race) })),
  };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}

function checkMeeting({ meeting, races }: Card, options: CheckOptions): CardProblem[] {
  const problems: CardProblem[] = [];
  if (meeting.currency !== options.currency) {
    problems.push(problem({ row: "meeting" }, "currency", "currency_wrong"));
  }
  if (races.length === 0) problems.push(problem({ row: "card" }, "races", "no_races"));
  return problems;
}

function checkRace(race: CardRace, card: Card, options: CheckOptions): CardProblem[] {
  const problems: CardProblem[] = [];
  if (!isNumber(race.number)) problems.push(problem(at(race), "number", "number_range"));
  if (race.runners.length === 0 && options.needsRunners) {
    problems.push(problem(at(race), "runners", "no_runners"));
  }
  if (race.pools !== null && !race.pools.includes("WIN")) {
    problems.push(problem(at(race), "pools", "pools_without_win"));
  }
  const start = checkStart(race, card, options);
  if (start !== null) problems.push(start);
  return [...problems, ...checkRunners(race, card)];
}

function checkRunners(race: CardRace, { meeting }: Card): CardProblem[] {
  const of = (runner: CardRunner, field: string, code: CardProblemCode) =>
    problem({ row: runner.row, race: race.number, runner: runner.number }, field, code);
  return [
    ...race.runners
      .filter(({ number }) => !isNumber(number))
      .map((runner) => of(runner, "number", "number_range")),
    ...race.runners.flatMap((runner) => {
      // A run on the day of the race or later is no past run.
      const late = runner.past_runs?.findIndex(({ date }) => date >= meeting.date) ?? -1;
      return late === -1 ? [] : [of(runner, `past_runs[${late}].date`, "invalid")];
    }),
    ...repeated(race.runners).map((runner) => of(runner, "number", "runner_twice")),
  ];
}

/** A night meeting may run past midnight, but not begin before its day. */
function checkStart(race: CardRace, { meeting }: Card, options: CheckOptions): CardProblem | null {
  if (race.start_time === null) {
    const code = options.hadStart.has(race.row) ? "time_not_real" : "start_missing";
    return problem(at(race), "start_time", code);
  }
  const day = localDay(race.start_time.getTime(), meeting.timezone);
  if (day < meeting.date) return problem(at(race), "start_time", "start_before_date");
  if (day > addDays(meeting.date, 1)) return problem(at(race), "start_time", "start_after_date");
  return null;
}

function at(race: CardRace): { row: string; race: number } {
  return { row: race.row, race: race.number };
}

function isNumber(value: number): boolean {
  return value >= 1 && value <= HIGHEST_NUMBER;
}

/** Rows whose number is already in an earlier row. */
function repeated<T extends { readonly number: number }>(rows: readonly T[]): T[] {
  return rows.filter((row, i) => rows.findIndex((each) => each.number === row.number) < i);
}
