import type { Placings } from "@club/domain";
import { type Command, approve, pick, RACE } from "./command.ts";
import { declare, withDeclared } from "./declared.ts";
import { settleWaiting } from "./life-of-race.ts";
import { type Declared, newestDeclared } from "./told.ts";
import type { Race, SportEvent } from "./facts.ts";
import { type Model, standing } from "./model.ts";
import { placingsOf } from "./results.commands.ts";
import { type EventResult, EVENTS, drawResult, setResult } from "./sports.commands.ts";

/** A correction that waits for the second person, with the result that it was asked against. */
interface Waiting {
  readonly id: string;
  readonly of: RaceWait | EventWait;
}
interface RaceWait {
  readonly race: Race;
  readonly from: Placings | null;
  readonly placings: Placings;
  readonly declared: Declared;
}
interface EventWait {
  readonly event: SportEvent;
  readonly from: SportEvent["results"];
  readonly result: EventResult;
}

const waiting = new WeakMap<Model, Waiting[]>();
const waitingIn = (model: Model): Waiting[] => {
  const known = waiting.get(model) ?? [];
  waiting.set(model, known);
  return known;
};
const MOST_WAITING = 3;
const isEvent = (of: Waiting["of"]): of is EventWait => "event" in of;
const nameOf = (of: Waiting["of"]): string => (isEvent(of) ? of.event.key : of.race.key);

/** Whether a pool of the race's would have a winner without an official dividend. */
function isMissing(model: Model, { race, placings, declared }: RaceWait, isAsking: boolean) {
  const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
  const undo = withDeclared(declared);
  const missing = model.pools.some(
    (pool) =>
      pool.legs.includes(race) &&
      pool.isSettled &&
      (isAsking || pool.race2 !== null) &&
      model.outcomeOf(pool, model.factsOf(pool, by)!) === "missing",
  );
  undo();
  return missing;
}

/** Why the second person's approval is refused now. */
function refusalOf(model: Model, of: Waiting["of"]): string | undefined {
  if (isEvent(of)) return of.event.results === of.from ? undefined : "result.stale";
  if (of.race.placings !== of.from) return "result.stale";
  return isMissing(model, of, false) ? "result.no_dividend" : undefined;
}

/** Asked for by one person, and decided by another when more has happened. */
export const SECOND_PERSON: readonly Command[] = [
  {
    name: "ask to correct",
    weight: 8,
    plan: (model, draw) => {
      const all = waitingIn(model);
      const race = pick(
        model.races.filter(({ status }) => status === "settled"),
        draw[0],
      );
      if (race === undefined || all.length >= MOST_WAITING) return null;
      const placings = placingsOf(race, [draw[1], draw[2], draw[3], 0]);
      if (JSON.stringify(placings) === JSON.stringify(race.placings)) return null;
      const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
      const settled = model.pools.filter((pool) => pool.legs.includes(race) && pool.isSettled);
      const declared = race.isDeclared
        ? declare(model, settled, by, draw[2])
        : { entries: [], byPool: new Map() };
      const of: RaceWait = { race, from: race.placings, placings, declared };
      return {
        told: `ask to correct ${race.key} to ${JSON.stringify(placings)} ${JSON.stringify(declared.entries)}`,
        ...(isMissing(model, of, true) ? { refused: "result.no_dividend" } : {}),
        act: async ({ club }) =>
          await club.call("POST", `${RACE}${race.id}/correct`, club.clerk.token, {
            placings,
            reason: "the judge",
            ...(race.isDeclared ? { declared_dividends: declared.entries } : {}),
          }),
        then: (_, { body }) => void all.push({ id: body.data.approval_id, of }),
      };
    },
  },
  {
    name: "ask to correct event",
    weight: 3,
    plan: (model, [a, b, c]) => {
      const all = waitingIn(model);
      const event = pick(
        model.events.filter(({ status }) => status === "settled" || status === "void"),
        a,
      );
      if (event === undefined || all.length >= MOST_WAITING) return null;
      const result = drawResult(b, c);
      return {
        told: `ask to correct ${event.key} to ${JSON.stringify(result)}`,
        act: async ({ club }) =>
          await club.call("POST", `${EVENTS}/${event.id}/correct`, club.clerk.token, {
            ...(result.isVoid ? { void: true } : { score: result.score }),
            reason: "a goal",
          }),
        then: (_, { body }) =>
          void all.push({
            id: body.data.approval_id,
            of: { event, from: event.results, result },
          }),
      };
    },
  },
  {
    name: "decide",
    weight: 12,
    isLong: true,
    plan: (model, [a, b]) => {
      const all = waitingIn(model);
      const one = pick(all, a);
      if (one === undefined) return null;
      const { id, of } = one;
      const done = (): void => void all.splice(all.indexOf(one), 1);
      const refused = refusalOf(model, of);
      // What cannot be approved any more is rejected sooner or later.
      if (b % 4 === 0) {
        return {
          told: `reject the correction of ${nameOf(of)}`,
          act: async ({ club }) =>
            await club.call("POST", `/api/operator/approvals/${id}/reject`, club.chief.token, {
              note: "looked at",
            }),
          then: done,
        };
      }
      // The same result as the one that stands is told before that it is not the one that stood.
      if (!isEvent(of) && refused === "result.stale" && isEqual(of)) return null;
      return {
        told: `approve the correction of ${nameOf(of)}`,
        ...(refused === undefined ? {} : { refused }),
        act: async ({ club }) => await approve(club, id),
        then: (now) => {
          done();
          if (isEvent(of)) setResult(of.event, of.result);
          else {
            withDeclared(of.declared);
            newestDeclared.set(of.race, of.declared);
            of.race.placings = [...of.placings];
            settleWaiting(now, of.race);
          }
        },
      };
    },
  },
];

const isEqual = ({ race, placings }: RaceWait): boolean =>
  JSON.stringify(race.placings) === JSON.stringify(placings);
