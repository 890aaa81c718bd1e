import { parseBetForm } from "@club/contract";
import { priceBet } from "@club/domain";
import { UNITS, placeStep, some } from "./bets.commands.ts";
import { type Command, pick } from "./command.ts";
import { hasBets } from "./life-of-race.ts";
import type { Pool, Race } from "./facts.ts";
import { type Model, partsOfOrder } from "./model.ts";
import { runFurther } from "./run-further.ts";
import { TREBLE } from "./rig.ts";

const GUARANTEES = [0, 0, 5000];
const TREBLE_BET = 30;

const trebleOf = (model: Model, meeting: string): Pool | undefined =>
  model.pools.find(({ code, race }) => code === "TREBLE" && race.meeting === meeting);

const isBettable = ({ status }: Race): boolean => status === "open";

/** Pools of three races: laid out, taken away, and bet on. */
export const MULTI: readonly Command[] = [
  {
    name: "lay out",
    weight: 2,
    plan: (model, [a, b, c]) => {
      const meetings = [...new Set(model.races.map(({ meeting }) => meeting))];
      const meeting = pick(meetings, a)!;
      const races = model.races
        .filter((race) => race.meeting === meeting)
        .toSorted((one, two) => one.start - two.start || one.number - two.number);
      if (races.length !== 3) return null;
      // What is declared cannot be promised.
      const guarantee = races[0]?.isDeclared === true ? 0 : pick(GUARANTEES, c)!;
      const isWanted = b % 4 !== 0;
      const laid = trebleOf(model, meeting);
      const isSame =
        laid !== undefined &&
        Number(laid.guarantee) === guarantee &&
        laid.legs.every((race, i) => race === races[i]);
      const isKept = isWanted && isSame;
      const isUsed =
        laid !== undefined && (laid.isClosed || laid.jackpotIn > 0n || hasBets(model, laid));
      const isLate = races.some(({ status }) => status !== "draft" && status !== "open");
      const refused =
        !isKept && isUsed
          ? "pool.in_use"
          : isWanted && !isKept && isLate
            ? "request.invalid"
            : undefined;
      const pool = {
        ...TREBLE,
        guarantee_cents: guarantee,
        races: races.map(({ number }) => number),
      };
      const multi_pools = isWanted ? [pool] : [];
      return {
        told: `lay out ${JSON.stringify(multi_pools)}`,
        ...(refused === undefined ? {} : { refused }),
        act: async (walk) => {
          const url = `/api/operator/meetings/${meeting}/multi-pools`;
          return await walk.club.call("PUT", url, walk.club.clerk.token, { multi_pools });
        },
        then: (now) => {
          if (isKept) return;
          if (laid !== undefined) now.pools.splice(now.pools.indexOf(laid), 1);
          if (!isWanted) return;
          const [first, ...others] = races;
          now.addPool("TREBLE", [first!, ...others]).guarantee = BigInt(guarantee);
        },
      };
    },
  },
  {
    name: "treble",
    weight: 20,
    plan: (model, [a, b, c, d]) => {
      const trebles = model.pools.filter(({ code }) => code === "TREBLE");
      // Few refusals: they are the same for every bet.
      const open = trebles.filter((pool) => !pool.isClosed && pool.legs.every(isBettable));
      const pool = pick(open.length > 0 && d % 8 !== 0 ? open : trebles, a);
      if (pool === undefined) return null;
      const { legs, race, race2 } = pool;
      const chosen = legs.map((leg, i) => some(leg, [b, c, d][i]!, 3));
      const form = {
        bet_type: TREBLE_BET,
        race_id: race.id,
        legs: chosen,
        betAmount: pick(UNITS, b),
        confirm_same: true,
      };
      const order = parseBetForm({ ...form, multi_pool_id: race.id } as never);
      const fields = legs.map(({ runners, scratched }) => ({ runners, scratched: [...scratched] }));
      const limits = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };
      let priced;
      try {
        priced = priceBet(order, fields, limits);
      } catch {
        return null;
      }
      // What players do not see yet is refused before anything else is looked at.
      const isDraft = legs.some(({ status }) => status === "draft");
      const refused =
        isDraft || !isBettable(race) || !isBettable(race2!)
          ? "race.closed"
          : pool.isClosed
            ? "pool.closed"
            : race.isPaused || race2!.isPaused
              ? "betting.paused"
              : !legs.every(isBettable)
                ? "race.closed"
                : legs.some(({ isPaused }) => isPaused)
                  ? "betting.paused"
                  : undefined;
      return placeStep(model, {
        player: c % model.players.length,
        told: `bets a ${pool.key} on ${JSON.stringify(chosen)}`,
        cost: priced.costCents,
        refused,
        form: async (club) => {
          const [row] = await club.asAdmin(
            "SELECT id FROM pool WHERE code = 'TREBLE' AND race_id = $1 AND race_id2 = $2",
            [race.id, race2!.id],
          );
          return { ...form, multi_pool_id: row.id };
        },
        parts: () =>
          partsOfOrder({ ...order, slots: priced.slots }).map(({ bet }) => ({ pool, bet })),
      });
    },
  },
  {
    name: "run a leg",
    weight: 16,
    isLong: true,
    plan: (model, draw) => {
      const open = model.pools.filter(
        (pool) =>
          pool.code === "TREBLE" && !pool.isSettled && !pool.isGivenBack && hasBets(model, pool),
      );
      const race = pick(open, draw[0])?.legs.find(
        ({ status }) => !["draft", "settled", "abandoned"].includes(status),
      );
      return race === undefined ? null : runFurther(model, race, draw);
    },
  },
];
