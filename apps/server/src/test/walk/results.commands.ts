import type { Placings } from "@club/domain";
import { expect } from "vitest";
import { Interrupted, interruptAt } from "../../core/kit/crash-points.ts";
import {
  type Command,
  type Draw,
  RACE,
  type Step,
  type Walk,
  approve,
  onRace,
  pick,
  racesIn,
} from "./command.ts";
import { declare, settledWith, waitingBeyond, withDeclared } from "./declared.ts";
import { newestDeclared, settleBy } from "./told.ts";
import { closeBetting, scratchRunner, settleWaiting } from "./life-of-race.ts";
import type { Race } from "./facts.ts";
import { type Model, standing } from "./model.ts";

/** Orders of finish over the live runners, with dead heats among them. */
export function placingsOf(race: Race, [a, b, c]: Draw): Placings {
  const live = race.runners.filter((number) => !race.scratched.has(number));
  const turned = live.map((_, i) => live[(i * (1 + (b % 2) * 2) + a) % live.length] ?? live[0]!);
  const order = [...new Set(turned)];
  for (const number of live) if (!order.includes(number)) order.push(number);
  const finishers = order.slice(0, Math.max(1, order.length - (c % 7 === 0 ? 2 : 0)));
  const groups = finishers.map((number) => [number]);
  const tie = c % 5;
  if (tie < groups.length - 1 && c % 3 === 0)
    groups.splice(
      tie,
      2,
      [groups[tie]![0]!, groups[tie + 1]![0]!].toSorted((x, y) => x - y),
    );
  return groups;
}

/** Where settling is when an operator stops it: nothing is paid, or the first bets are. */
const STOPPED_AT = ["settle.plan-written", "settle.before-chunk", "settle.chunk-paid"] as const;

/** Settling is stopped midway; meanwhile the race can be nothing else; then it goes on to its end. */
async function settleWithStop(walk: Walk, race: Race, [settle, n]: readonly [Step, number]) {
  const { club } = walk;
  const act = onRace(race, "settle/stop", { reason: "a wrong runner" });
  interruptAt(pick(STOPPED_AT, n)!);
  try {
    await settle.act(walk);
  } catch (error) {
    const { cause } = error as Error;
    if (![error, cause].some((one) => one instanceof Interrupted)) throw error;
  } finally {
    interruptAt(null);
  }
  const stopped = await act(walk);
  if (stopped?.status === 200) {
    await club.goOn();
    expect((await settle.act(walk))?.body.code).toBe("settlement.stopped");
    const fallen = await onRace(race, "abandon", { reason: "too late" })(walk);
    expect(fallen?.body.code).toBe("settlement.begun");
    const [row] = await club.asAdmin("SELECT status FROM race WHERE id = $1", [race.id]);
    expect(row.status).toBe("final");
    await onRace(race, "settle/resume", { reason: "it was right" })(walk);
  }
  await club.goOn();
  return await settle.act(walk);
}

/** Corrects a settled race to these placings, with other official dividends where it has them. */
function correction(
  model: Model,
  { race, placings }: { readonly race: Race; readonly placings: Placings },
  draw: Draw,
): Step {
  const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
  const pools = model.pools.filter((pool) => pool.legs.includes(race) && pool.isSettled);
  const declared = race.isDeclared
    ? declare(model, pools, by, draw[2])
    : { entries: [], byPool: new Map() };
  const undo = withDeclared(declared);
  const isMissing = pools.some(
    (pool) => model.outcomeOf(pool, model.factsOf(pool, by)!) === "missing",
  );
  undo();
  const isDry = draw[3] % 6 === 0;
  const isSame =
    JSON.stringify([placings, declared.entries]) ===
    JSON.stringify([race.placings, newestDeclared.get(race)?.entries ?? []]);
  const missing = isMissing && !isDry ? "result.no_dividend" : undefined;
  const refused = isSame ? "result.same" : missing;
  return {
    told: `${isDry ? "dry run: " : ""}correct ${race.key} to ${JSON.stringify(placings)} ${JSON.stringify(declared.entries)}`,
    ...(refused === undefined ? {} : { refused }),
    act: async ({ club }) => {
      const asked = await club.call("POST", `${RACE}${race.id}/correct`, club.clerk.token, {
        placings,
        reason: "the judge",
        dry_run: isDry,
        ...(race.isDeclared ? { declared_dividends: declared.entries } : {}),
      });
      if (asked.status !== 200 || isDry) return asked;
      return await approve(club, asked.body.data.approval_id);
    },
    then: (now) => {
      if (isDry) return;
      withDeclared(declared);
      race.placings = [...placings];
      newestDeclared.set(race, declared);
      settleWaiting(now, race);
    },
  };
}

/** Results, what they settle, and what corrects them. */
export const RESULTS: readonly Command[] = [
  {
    name: "result",
    weight: 10,
    plan: (model, draw) => {
      const race = pick(racesIn(model, "closed", "interim", "final"), draw[0]);
      if (race === undefined) return null;
      const placings = placingsOf(race, [draw[1], draw[2], draw[3], 0]);
      const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
      const { pools } = settledWith(model, race, placings);
      const early = draw[2] % 3 === 0 ? waitingBeyond(model, race, pools) : [];
      const believed = (one: Race): Placings | null =>
        by(one) ?? placingsOf(one, [draw[2], draw[3], draw[1], 0]);
      const declared = race.isDeclared
        ? declare(model, [...pools, ...early], believed, draw[3])
        : null;
      const body = {
        placings,
        stage: "final",
        ...(declared === null ? {} : { declared_dividends: declared.entries }),
      };
      return {
        told: `result of ${race.key}: ${JSON.stringify(body)}`,
        act: onRace(race, "result", body),
        then: () => {
          race.status = "final";
          race.placings = placings;
          race.isStale = false;
          // Each version is complete: what an earlier one declared no longer counts.
          newestDeclared.set(race, declared);
        },
      };
    },
  },
  {
    name: "interim result",
    weight: 2,
    plan: (model, draw) => {
      const race = pick(racesIn(model, "closed", "interim"), draw[0]);
      if (race === undefined) return null;
      const placings = placingsOf(race, [draw[1], draw[2], draw[3], 0]);
      return {
        told: `interim result of ${race.key}: ${JSON.stringify(placings)}`,
        act: onRace(race, "result", { placings, stage: "interim" }),
        then: () => {
          race.status = "interim";
        },
      };
    },
  },
  {
    name: "walk over",
    weight: 1,
    isLong: true,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "open", "closed", "interim", "final"), a);
      if (race === undefined) return null;
      const live = race.runners.filter((number) => !race.scratched.has(number));
      const number = pick(live, b);
      if (number === undefined) return null;
      return {
        told: `walk-over of ${number} in ${race.key}`,
        act: onRace(race, "walk-over", { horse_id: number, reason: "the others stayed away" }),
        then: (now) => {
          for (const other of live) if (other !== number) scratchRunner(now, race, other);
          if (race.status === "open") closeBetting(now, race);
          race.status = "final";
          race.placings = [[number]];
          race.isStale = false;
          const own = now.pools.filter((pool) => pool.race === race && pool.race2 === null);
          const refunded = own.map((pool) => [pool, { refunded: true, dividends: [] }] as const);
          const entries = own.map(({ code }) => ({ pool: code, refunded: true }));
          const declared = race.isDeclared ? { entries, byPool: new Map(refunded) } : null;
          newestDeclared.set(race, declared);
        },
      };
    },
  },
  {
    name: "settle",
    weight: 12,
    isLong: true,
    plan: (model, [a]) => {
      const race = pick(racesIn(model, "final"), a);
      if (race === undefined || race.placings === null) return null;
      const placings = race.placings;
      const undo = withDeclared(newestDeclared.get(race) ?? { entries: [], byPool: new Map() });
      const { pools, isMissing } = settledWith(model, race, placings);
      undo();
      return {
        told: `settle ${race.key}`,
        ...(race.isStale
          ? { refused: "result.stale" }
          : isMissing
            ? { refused: "result.no_dividend" }
            : {}),
        act: async ({ club }) => {
          const [row] = await club.asAdmin(
            "SELECT max(version) AS version FROM result WHERE race_id = $1 AND stage = 'final'",
            [race.id],
          );
          const body = { result_version: row.version };
          return await club.call("POST", `${RACE}${race.id}/settle`, club.clerk.token, body);
        },
        then: () => {
          for (const pool of pools) settleBy(pool, newestDeclared.get(race) ?? null);
          race.status = "settled";
        },
      };
    },
  },
  {
    name: "correct",
    weight: 12,
    isLong: true,
    plan: (model, draw) => {
      const race = pick(racesIn(model, "settled"), draw[0]);
      if (race === undefined) return null;
      const placings = placingsOf(race, [draw[1], draw[2], draw[3], 0]);
      if (JSON.stringify(placings) === JSON.stringify(race.placings)) return null;
      return correction(model, { race, placings }, draw);
    },
  },
  {
    name: "settle with a stop",
    weight: 2,
    interrupts: true,
    plan: (model, draw) => {
      const settle = RESULTS.find(({ name }) => name === "settle")!.plan(model, draw);
      const race = pick(racesIn(model, "final"), draw[0]);
      if (settle === null || settle.refused !== undefined || race === undefined) return null;
      return {
        ...settle,
        told: `${settle.told} with a stop`,
        act: async (walk) => await settleWithStop(walk, race, [settle, draw[1]]),
      };
    },
  },
];

/** What is declared for a settled race is corrected, the order of its runners stays. */
export const DIVIDENDS: readonly Command[] = [
  {
    name: "correct dividends",
    weight: 4,
    isLong: true,
    plan: (model, draw) => {
      const declared = racesIn(model, "settled").filter(({ isDeclared }) => isDeclared);
      const race = pick(declared, draw[0]);
      if (race === undefined || race.placings === null) return null;
      return correction(model, { race, placings: race.placings }, draw);
    },
  },
];
