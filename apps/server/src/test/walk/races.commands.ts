import type { DeclaredDividends } from "@club/domain";
import { closeDueRaces } from "../../racing/race-acts/auto-close.ts";
import { type Command, RACE, byClerk, onRace, pick, racesIn } from "./command.ts";
import { declaredAtFall } from "./declared.ts";
import {
  abandon,
  closeBetting,
  dropUnusedDoubles,
  scratchRunner,
  settleWaiting,
} from "./life-of-race.ts";
import { declareFall } from "./told.ts";
import type { Pool } from "./facts.ts";

/** What happens to a race and its pools before a result. */
export const RACES: readonly Command[] = [
  {
    name: "pause",
    weight: 1,
    plan: (model, [a]) => {
      const race = pick(racesIn(model, "open"), a);
      if (race === undefined) return null;
      if (race.isPaused) {
        return {
          told: `resume ${race.key}`,
          act: async ({ club }) => {
            const [row] = await club.asAdmin("SELECT paused_by FROM race WHERE id = $1", [race.id]);
            return await club.call(
              "POST",
              `/api/operator/incidents/${row.paused_by}/end`,
              club.clerk.token,
              { text: "checked" },
            );
          },
          then: () => {
            race.isPaused = false;
          },
        };
      }
      return {
        told: `pause ${race.key}`,
        act: byClerk(() => "/api/operator/incidents", {
          scope: "race",
          race_id: race.id,
          notice: "checking",
          reason: "a doubt",
        }),
        then: () => {
          race.isPaused = true;
        },
      };
    },
  },
  {
    name: "close",
    weight: 7,
    isLong: true,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "open"), a);
      if (race === undefined) return null;
      const byClock = b % 3 === 0;
      return {
        told: `${byClock ? "the clock closes" : "close"} ${race.key}`,
        act: byClock
          ? async ({ club }) => {
              // The hour has come for nobody before bets in flight are done: their start was the other one.
              await club.asAdmin(
                `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(race_lock_key($1)))
                 UPDATE race SET start_time = club_now_ms() FROM held WHERE id = $1`,
                [race.id],
              );
              await closeDueRaces(club.ctx);
              return undefined;
            }
          : onRace(race, "close"),
        then: (now) => {
          closeBetting(now, race);
          if (byClock) race.start = -1;
        },
      };
    },
  },
  {
    name: "reopen",
    weight: 3,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "closed"), a);
      if (race === undefined) return null;
      const hours = 80 + model.now;
      return {
        told: `reopen ${race.key}`,
        ...(race.placings === null ? {} : { refused: "race.state" }),
        act: async ({ club }) => {
          const start_time = new Date(Date.now() + hours * 3_600_000 + b).toISOString();
          return await club.call("POST", `${RACE}${race.id}/open`, club.clerk.token, {
            reason: "a loose horse",
            start_time,
          });
        },
        then: (now) => {
          race.status = "open";
          race.hasStarted = false;
          race.start = hours;
          for (const pool of now.pools) {
            if (pool.race === race && !pool.isGivenBack && pool.voidLate.size === 0)
              pool.isClosed = false;
          }
          dropUnusedDoubles(now, race);
        },
      };
    },
  },
  {
    name: "delay",
    weight: 1,
    plan: (model, [a]) => {
      const race = pick(racesIn(model, "draft", "open"), a);
      if (race === undefined) return null;
      const hours = 80 + model.now;
      return {
        told: `delay ${race.key}`,
        act: async ({ club }) => {
          const start_time = new Date(Date.now() + hours * 3_600_000).toISOString();
          return await club.call("POST", `${RACE}${race.id}/delay`, club.clerk.token, {
            reason: "late",
            start_time,
          });
        },
        then: (now) => {
          race.start = hours;
          dropUnusedDoubles(now, race);
        },
      };
    },
  },
  {
    name: "scratch",
    weight: 6,
    isLong: true,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "open", "closed", "interim", "final"), a);
      if (race === undefined) return null;
      const live = race.runners.filter((number) => !race.scratched.has(number));
      const number = pick(live, b);
      if (number === undefined || live.length < 3) return null;
      return {
        told: `scratch ${number} of ${race.key}`,
        act: onRace(race, "scratch", { horse_id: number }),
        then: (now) => {
          scratchRunner(now, race, number);
        },
      };
    },
  },
  {
    name: "abandon",
    weight: 3,
    isLong: true,
    plan: (model, [a, b, c]) => {
      const race = pick(racesIn(model, "draft", "open", "closed", "interim", "final"), a);
      if (race === undefined) return null;
      const isNoRace = c % 5 === 0 && race.status !== "draft" && race.status !== "open";
      const declared = isNoRace
        ? { entries: [], byPool: new Map<Pool, DeclaredDividends>() }
        : declaredAtFall(model, race, b);
      const entries = declared.entries;
      return {
        told: `${isNoRace ? "no race" : "abandon"} ${race.key} ${JSON.stringify(entries)}`,
        act: onRace(race, isNoRace ? "no-race" : "abandon", {
          reason: "fog",
          ...(entries.length === 0 ? {} : { declared_dividends: entries }),
        }),
        then: (now) => {
          declareFall(race, declared);
          abandon(now, race);
        },
      };
    },
  },
  {
    name: "abandon meeting",
    weight: 1,
    isLong: true,
    plan: (model, [a]) => {
      const on = racesIn(model, "draft", "open", "closed", "interim", "final");
      const first = pick(on, a);
      if (first === undefined) return null;
      const { meeting } = first;
      return {
        told: `abandon the meeting of ${first.key}`,
        act: byClerk(() => `/api/operator/meetings/${meeting}/abandon`, { reason: "a storm" }),
        then: (now) => {
          // The last race first: no double finds its second leg still on.
          const races = on.filter((race) => race.meeting === meeting);
          for (const race of races.toSorted((one, two) => two.number - one.number)) {
            abandon(now, race);
          }
        },
      };
    },
  },
  {
    name: "declare double",
    weight: 2,
    isLong: true,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "abandoned"), a);
      if (race === undefined) return null;
      const declared = declaredAtFall(model, race, b);
      if (declared.entries.length === 0) return null;
      return {
        told: `declare ${JSON.stringify(declared.entries)} of ${race.key}`,
        act: onRace(race, "abandon", { reason: "declared", declared_dividends: declared.entries }),
        then: (now) => {
          declareFall(race, declared);
          settleWaiting(now, race);
        },
      };
    },
  },
  {
    name: "give back",
    weight: 3,
    isLong: true,
    plan: (model, [a]) => {
      const pool = pick(model.pools, a);
      if (pool === undefined) return null;
      const isOver = pool.isGivenBack || pool.isSettled;
      return {
        told: `give back ${pool.key}`,
        ...(isOver ? { refused: "pool.state" } : {}),
        act: async ({ club }) => {
          const [row] = await club.asAdmin(
            "SELECT id FROM pool WHERE code = $1 AND race_id = $2 AND race_id2 IS NOT DISTINCT FROM $3",
            [pool.code, pool.race.id, pool.race2?.id ?? null],
          );
          return await club.call("POST", `/api/operator/pools/${row.id}/refund`, club.clerk.token, {
            reason: "wrong takeout",
          });
        },
        then: () => {
          pool.isGivenBack = true;
          pool.isClosed = true;
        },
      };
    },
  },
];
