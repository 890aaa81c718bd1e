import {
  type BetTypeIndex,
  type DeclaredDividends,
  type Placings,
  type PoolCode,
  RULE_SETS,
  type SportBetKind,
  betTypeOf,
  isDoublePool,
  priceBet,
  refundsWithdrawn,
  settleSportBet,
} from "@club/domain";
import { parseBetForm } from "@club/contract";
import { closeDueRaces } from "../../races/auto-close.ts";
import { releaseCooled } from "../../withdrawals/cancel-withdrawal.ts";
import { type Bet, type Model, type Pool, type Race, partsOfOrder, standing } from "./model.ts";
import type { Answer, WalkClub } from "./rig.ts";

/** The numbers that a command draws from: which race, which runner, how much. Any value does. */
export type Draw = readonly [number, number, number, number];

/** A model and a club on the same walk. */
export interface Walk {
  readonly model: Model;
  readonly club: WalkClub;
}

/**
 * One thing that somebody may do. `plan` says what the club should answer and how the model goes on,
 * or null where the command means nothing now; `act` does it to the club.
 */
export interface Command {
  readonly name: string;
  readonly weight: number;
  /** Worth a crash in the middle: it takes several transactions. */
  readonly isLong?: boolean;
  readonly plan: (model: Model, draw: Draw) => Step | null;
}

export interface Step {
  readonly told: string;
  readonly act: (walk: Walk) => Promise<Answer | undefined>;
  /** The refusal that is expected; none: it goes well. */
  readonly refused?: string;
  readonly then: (model: Model, answer: Answer) => void;
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const UNITS = ["1.00", "2.50", "10.00", "0.37", "7.01"];
const RACE = "/api/operator/races/";
let keys = 0;
const newKey = (): string => `walk-${process.pid}-${(keys += 1)}`;

const byClerk =
  (url: (walk: Walk) => string, body: unknown): Step["act"] =>
  async (walk) =>
    await walk.club.call("POST", url(walk), walk.club.clerk.token, body);
const onRace = (race: Race, act: string, body: unknown = {}): Step["act"] =>
  byClerk(() => `${RACE}${race.id}/${act}`, body);

const racesIn = (model: Model, ...statuses: Race["status"][]): Race[] =>
  model.races.filter(({ status }) => statuses.includes(status));

// ---------------------------------------------------------------- bets

const FIELDS = ["horse1st", "horse2nd", "horse3rd", "horse4th"] as const;

/** Numbers from a few runners, by the bits of a draw; never none. */
function some(race: Race, bits: number, most = 4): number[] {
  const live = race.runners.filter((number) => !race.scratched.has(number));
  const chosen = live.filter((_, i) => ((bits >> i) & 1) === 1).slice(0, most);
  return chosen.length > 0 ? chosen : live.slice(0, 1);
}

function formOf(race: Race, type: BetTypeIndex, draw: Draw): Record<string, unknown> {
  const [a, b, c, d] = draw;
  const [one, two, three, four] = [a, b, c, d].map((bits) => some(race, bits, 2)) as number[][];
  const out = (...gone: number[]): number[] => {
    const rest = some(race, a ^ (c << 1), 4).filter((number) => !gone.includes(number));
    return rest.length > 0
      ? rest
      : race.runners.filter((n) => !gone.includes(n) && !race.scratched.has(n)).slice(0, 2);
  };
  const [first = 1] = one ?? [];
  switch (type) {
    case 1:
    case 2:
    case 9:
      return { horse: some(race, a, 3) };
    case 3:
      return { horse: one, horse2: two };
    case 4:
    case 7:
      return { horse: some(race, a | 7, 4) };
    case 5:
    case 6:
    case 8: {
      const count = type === 5 ? 2 : type === 6 ? 3 : 4;
      return Object.fromEntries(
        FIELDS.slice(0, count).map((field, i) => [field, [one, two, three, four][i]]),
      );
    }
    case 12:
    case 13:
    case 14:
    case 15:
      return { horse1st: [first], horse: out(first) };
    case 10:
    case 11:
      return {};
  }
}

function betStep(
  model: Model,
  asked: {
    player: number;
    type: BetTypeIndex;
    races: readonly Race[];
    form: Record<string, unknown>;
  },
): Step | null {
  const { player, type, races, form } = asked;
  const [race, race2] = races as [Race, Race?];
  const wire = {
    bet_type: type,
    race_id: race.id,
    ...(race2 === undefined ? {} : { race_id2: race2.id }),
    ...form,
    confirm_same: true,
  };
  const order = parseBetForm(wire as never);
  let priced;
  try {
    const fields = races.map(({ runners, scratched }) => ({ runners, scratched: [...scratched] }));
    priced = priceBet(order, fields, { maxCostCents: 100_000_000n, maxCombinations: 30_000 });
  } catch {
    return null;
  }
  const cost = priced.costCents;
  const codes = betTypeOf(type).pools;
  const isOffered = races.every((one) => codes.every((code) => one.offered.has(code)));
  const isOpen = races.every((one) => one.status === "open");
  const known = codes.map((code) => model.poolOf(race, code, race2 ?? null));
  const refused = !isOffered
    ? "pool.not_offered"
    : !isOpen
      ? "race.closed"
      : known.some((pool) => pool?.isClosed === true || pool?.isGivenBack === true)
        ? "pool.closed"
        : races.some(({ isPaused }) => isPaused)
          ? "betting.paused"
          : model.players[player]!.cash < cost
            ? "funds.insufficient"
            : undefined;
  return {
    told: `player ${player} bets type ${type} on ${races.map(({ key }) => key).join("+")} ${JSON.stringify(form)}`,
    ...(refused === undefined ? {} : { refused }),
    act: async ({ club }) =>
      await club.call(
        "POST",
        "/api/order/place-order",
        club.players[player]!.token,
        wire,
        newKey(),
      ),
    then: (now, { body }) => {
      const double = race2 === undefined ? undefined : doubleOf(now, codes[0]!, race, race2);
      const isSwapped = double !== undefined && double.race !== race;
      const slots = isSwapped ? priced.slots.toReversed() : priced.slots;
      const parts = partsOfOrder({ ...order, slots }).map(({ code, bet }) => ({
        pool: double ?? now.poolOf(race, code)!,
        bet,
      }));
      now.players[player]!.cash -= cost;
      const bet: Bet = {
        id: body.data.order_id,
        player,
        cost,
        parts,
        isVoid: false,
        got: { payout: 0n, refund: 0n },
      };
      now.bets.push(bet);
    },
  };
}

/** The pair's pool: its order is fixed by its first bet, the earlier start is leg 1. */
function doubleOf(model: Model, code: PoolCode, a: Race, b: Race): Pool {
  const known = model.poolOf(a, code, b);
  if (known !== undefined) return known;
  return b.start < a.start ? model.addPool(code, b, a) : model.addPool(code, a, b);
}

// ---------------------------------------------------------------- results

/** Orders of finish over the runners that are left, dead heats among them. */
function placingsOf(race: Race, [a, b, c]: Draw): Placings {
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

interface Declared {
  readonly entries: Record<string, unknown>[];
  readonly byPool: Map<Pool, DeclaredDividends>;
}

/** What the operator declares for these pools, by a result: dividends that follow from the numbers, now and then a refund, or nothing. */
function declare(
  model: Model,
  pools: readonly Pool[],
  placings: (race: Race) => Placings | null,
  seed: number,
): Declared {
  const entries: Record<string, unknown>[] = [];
  const byPool = new Map<Pool, DeclaredDividends>();
  for (const [i, pool] of pools.entries()) {
    const turn = (seed + i * 5) % 11;
    if (turn === 0) continue;
    const pair = pool.race2 === null ? {} : { race_id: pool.race.id, race_id2: pool.race2.id };
    if (turn === 1) {
      entries.push({ pool: pool.code, refunded: true, ...pair });
      byPool.set(pool, { refunded: true, dividends: [] });
      continue;
    }
    const dividends = model.winnersOf(pool, placings).map((combination, n) => ({
      combination,
      dividendCents: BigInt(103 + ((seed + n) % 9) * 31),
    }));
    if (dividends.length === 0) continue;
    byPool.set(pool, { refunded: false, dividends });
    for (const { combination, dividendCents } of dividends) {
      entries.push({
        pool: pool.code,
        combination,
        dividend_cents: Number(dividendCents),
        ...pair,
      });
    }
  }
  return { entries, byPool };
}

/** Sets what was declared, and gives back how to undo it. */
function withDeclared(declared: Declared): () => void {
  const before = [...declared.byPool.keys()].map((pool) => [pool, pool.declared] as const);
  for (const [pool, dividends] of declared.byPool) pool.declared = dividends;
  return () => {
    for (const [pool, old] of before) pool.declared = old;
  };
}

/** The pools that settling this race by this result would settle, and whether a dividend lacks. */
function settledWith(
  model: Model,
  race: Race,
  placings: Placings,
): { pools: Pool[]; isMissing: boolean } {
  const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
  const pools = model.pools.filter(
    (pool) =>
      (pool.race === race || pool.race2 === race) &&
      !pool.isGivenBack &&
      !pool.isSettled &&
      model.factsOf(pool, by) !== null,
  );
  const isMissing = pools.some((pool) => {
    const facts = model.factsOf(pool, by);
    return facts !== null && model.outcomeOf(pool, facts) === "missing";
  });
  return { pools, isMissing };
}

/** Doubles that only waited for a race which is void now. */
function settleWaiting(model: Model, race: Race): void {
  for (const pool of model.doublesWith(race)) {
    const facts = model.factsOf(pool);
    if (facts !== null && model.outcomeOf(pool, facts) !== "missing") pool.isSettled = true;
  }
}

function abandon(model: Model, race: Race): void {
  const hadStarted = new Map(model.pools.map((pool) => [pool, pool.race.hasStarted]));
  race.status = "abandoned";
  race.isStale = true;
  for (const pool of model.pools) {
    if ((pool.race !== race && pool.race2 !== race) || pool.isSettled) continue;
    if (pool.isGivenBack) continue;
    const isLeg2 = pool.race2 === race;
    const rules = RULE_SETS[pool.race.rules].doubles;
    const goesBack =
      pool.race2 === null ||
      (isLeg2
        ? hadStarted.get(pool) !== true || pool.race.status === "abandoned"
        : rules.leg1Void === "REFUND" || pool.race2.status === "abandoned");
    if (goesBack) {
      pool.isGivenBack = true;
      pool.isClosed = true;
    } else if (isLeg2) {
      pool.isLeg2VoidLate = true;
    } else {
      pool.isClosed = true;
    }
  }
  race.hasStarted = true;
  settleWaiting(model, race);
}

// ---------------------------------------------------------------- the table

export const COMMANDS: readonly Command[] = [
  {
    name: "open",
    weight: 6,
    plan: (model, [a]) => {
      const race = pick(racesIn(model, "draft"), a);
      if (race === undefined) return null;
      return {
        told: `open ${race.key}`,
        act: onRace(race, "open"),
        then: (now) => {
          race.status = "open";
          for (const code of race.offered) if (!isDoublePool(code)) now.addPool(code, race, null);
        },
      };
    },
  },
  {
    name: "offer",
    weight: 2,
    plan: (model, [a, b]) => {
      const race = pick(racesIn(model, "draft", "open"), a);
      if (race === undefined || race.hasStarted) return null;
      const all: PoolCode[] = [
        "PLACE",
        "QUINELLA",
        "EXACTA",
        "TRIFECTA",
        "FIRST4",
        "DOUBLE_WIN",
        "DOUBLE_PLACE",
      ];
      const wanted = new Set<PoolCode>(["WIN", ...all.filter((_, i) => ((b >> i) & 1) === 1)]);
      const gone = model.pools.filter(
        (pool) => (pool.race === race || pool.race2 === race) && !wanted.has(pool.code),
      );
      const isUsed = gone.some(
        (pool) =>
          pool.jackpotIn > 0n ||
          pool.isGivenBack ||
          pool.isTouched ||
          model.bets.some((bet) => bet.parts.some((part) => part.pool === pool)),
      );
      return {
        told: `offer ${[...wanted].join(" ")} on ${race.key}`,
        ...(isUsed ? { refused: "pool.in_use" } : {}),
        act: onRace(race, "pools", { pools: [...wanted] }),
        then: (now) => {
          for (const pool of gone) now.pools.splice(now.pools.indexOf(pool), 1);
          const added = [...wanted].filter(
            (code) => !race.offered.has(code) && !isDoublePool(code),
          );
          if (race.status === "open") for (const code of added) now.addPool(code, race, null);
          race.offered = wanted;
        },
      };
    },
  },
  {
    name: "bet",
    weight: 16,
    plan: (model, draw) => {
      const [a, b, c, d] = draw;
      const race = pick(
        racesIn(model, "open", ...(d % 9 === 0 ? (["closed", "abandoned"] as const) : [])),
        a,
      );
      const types: BetTypeIndex[] = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 12, 13, 14, 15, 6];
      const type = pick(types, b)!;
      if (race === undefined) return null;
      const form = {
        ...formOf(race, type, [c, d, b, a]),
        betAmount: pick(UNITS, c),
        ...(type === 9 ? { betAmount2: pick(UNITS, d) } : {}),
      };
      return betStep(model, { player: c % model.players.length, type, races: [race], form });
    },
  },
  {
    name: "double",
    weight: 8,
    plan: (model, [a, b, c, d]) => {
      const open = racesIn(model, "open");
      const one = pick(open, a);
      const two = pick(
        open.filter((race) => race !== one && race.isDeclared === one?.isDeclared),
        b,
      );
      if (one === undefined || two === undefined) return null;
      const form = { horse: some(one, c, 3), horse2: some(two, d, 3), betAmount: pick(UNITS, a) };
      return betStep(model, {
        player: d % model.players.length,
        type: c % 3 === 0 ? 11 : 10,
        races: [one, two],
        form,
      });
    },
  },
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
              await club.asAdmin("UPDATE race SET start_time = club_now_ms() WHERE id = $1", [
                race.id,
              ]);
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
            if (pool.race === race && !pool.isGivenBack && !pool.isLeg2VoidLate)
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
          withDeclared(declared);
          abandon(now, race);
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
          withDeclared(declared);
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
  {
    name: "result",
    weight: 10,
    plan: (model, draw) => {
      const race = pick(racesIn(model, "closed", "interim", "final"), draw[0]);
      if (race === undefined) return null;
      const placings = placingsOf(race, [draw[1], draw[2], draw[3], 0]);
      const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
      const { pools } = settledWith(model, race, placings);
      const declared = race.isDeclared ? declare(model, pools, by, draw[3]) : null;
      const body = {
        placings,
        stage: "final",
        ...(declared === null ? {} : { declared_dividends: declared.entries }),
      };
      return {
        told: `result of ${race.key}: ${JSON.stringify(body)}`,
        act: onRace(race, "result", body),
        then: (now) => {
          race.status = "final";
          race.placings = placings;
          race.isStale = false;
          // Each version says all: what an earlier one declared is gone with it.
          for (const pool of now.pools)
            if ((pool.race === race && pool.race2 === null) || pool.race2 === race)
              if (!pool.isSettled) pool.declared = null;
          pending.set(race, declared);
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
          if (race.status === "open") closeBetting(now, race);
          for (const other of live) if (other !== number) scratchRunner(now, race, other);
          race.status = "final";
          race.placings = [[number]];
          race.isStale = false;
          const own = now.pools.filter((pool) => pool.race === race && pool.race2 === null);
          const refunded = own.map((pool) => [pool, { refunded: true, dividends: [] }] as const);
          pending.set(race, race.isDeclared ? { entries: [], byPool: new Map(refunded) } : null);
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
      const undo = withDeclared(pending.get(race) ?? { entries: [], byPool: new Map() });
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
          withDeclared(pending.get(race) ?? { entries: [], byPool: new Map() });
          race.status = "settled";
          for (const pool of pools) pool.isSettled = true;
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
      const by = (one: Race): Placings | null => (one === race ? placings : standing(one));
      const pools = model.pools.filter(
        (pool) => (pool.race === race || pool.race2 === race) && pool.isSettled,
      );
      const declared = race.isDeclared
        ? declare(model, pools, by, draw[2])
        : { entries: [], byPool: new Map() };
      const undo = withDeclared(declared);
      const isMissing = pools.some(
        (pool) => model.outcomeOf(pool, model.factsOf(pool, by)!) === "missing",
      );
      undo();
      if (JSON.stringify(placings) === JSON.stringify(race.placings)) return null;
      const isDry = draw[3] % 6 === 0;
      const refused = isMissing && !isDry ? "result.no_dividend" : undefined;
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
        then: () => {
          if (isDry) return;
          withDeclared(declared);
          race.placings = placings;
        },
      };
    },
  },
  {
    name: "cancel bet",
    weight: 4,
    plan: (model, [a, b]) => {
      const bet = pick(model.bets, a);
      if (bet === undefined) return null;
      const status = model.statusOfBet(bet);
      const isPlanned = bet.parts.some(({ pool }) => pool.isSettled);
      const isOver = status !== "void" && (status !== "accepted" || isPlanned);
      return {
        told: `cancel bet ${model.bets.indexOf(bet)}`,
        ...(isOver ? { refused: "order.settled" } : {}),
        act: async ({ club }) =>
          await club.call("POST", `/api/operator/orders/${bet.id}/void`, club.clerk.token, {
            reason: `wrong ${b}`,
          }),
        then: () => {
          bet.isVoid = true;
        },
      };
    },
  },
  ...moneyCommands(),
  ...sportCommands(),
];

/** No bet any more: what stands on the runners then counts for favourites, and what waits is taken. */
function closeBetting(model: Model, race: Race): void {
  race.status = "closed";
  race.hasStarted = true;
  const closed = model.pools.filter(
    (pool) => pool.race === race && !pool.isClosed && !pool.isGivenBack,
  );
  const win = closed.find(({ code }) => code === "WIN");
  race.winAtClose = new Map();
  if (win !== undefined) {
    for (const { bet } of model.partsIn(win)) {
      for (const number of bet.slots[0] ?? []) {
        race.winAtClose.set(number, (race.winAtClose.get(number) ?? 0n) + bet.unitStakeCents);
      }
    }
  }
  for (const pool of closed) {
    pool.isClosed = true;
    model.takeJackpot(pool);
  }
}

function scratchRunner(model: Model, race: Race, number: number): void {
  for (const pool of model.pools) {
    if (comesBack(pool, race)) pool.isTouched = true;
    const isLate = pool.race2 === race && pool.race.hasStarted;
    if (isLate && !pool.isGivenBack && !pool.isSettled) pool.lateScratched.add(number);
  }
  race.scratched.add(number);
  race.isStale = true;
}

/** Whether a scratching in this race sends stakes of the pool back. */
function comesBack(pool: Pool, race: Race): boolean {
  if ((pool.race !== race && pool.race2 !== race) || pool.isGivenBack || pool.isSettled)
    return false;
  const leg = pool.race === race ? 1 : 2;
  return (
    pool.race2 === null || refundsWithdrawn(RULE_SETS[pool.race.rules], leg, pool.race.hasStarted)
  );
}

/** Declared with a result and not settled by yet. */
const pending = new Map<Race, Declared | null>();

function dropUnusedDoubles(model: Model, race: Race): void {
  for (const pool of model.pools.slice()) {
    if (pool.race2 === null || (pool.race !== race && pool.race2 !== race)) continue;
    if (
      pool.isGivenBack ||
      pool.isTouched ||
      model.bets.some((bet) => bet.parts.some((part) => part.pool === pool))
    )
      continue;
    model.pools.splice(model.pools.indexOf(pool), 1);
  }
}

/** The doubles that end in a race and go on with a field once it is void: with what each winner of leg 1 would pay. */
function declaredAtFall(model: Model, race: Race, seed: number): Declared {
  const waiting = model.pools.filter(
    (pool) =>
      pool.race2 === race &&
      pool.race.isDeclared &&
      !pool.isGivenBack &&
      !pool.isSettled &&
      pool.race.hasStarted &&
      pool.race.status !== "abandoned",
  );
  const entries: Record<string, unknown>[] = [];
  const byPool = new Map<Pool, DeclaredDividends>();
  for (const [i, pool] of waiting.entries()) {
    if ((seed + i) % 3 === 0) continue;
    const dividends = pool.race.runners.map((number) => ({
      combination: `${number}-F`,
      dividendCents: BigInt(110 + ((seed + number) % 7) * 20),
    }));
    byPool.set(pool, { refunded: false, dividends });
    for (const { combination, dividendCents } of dividends) {
      entries.push({
        pool: pool.code,
        combination,
        dividend_cents: Number(dividendCents),
        race_id: pool.race.id,
        race_id2: race.id,
      });
    }
  }
  return { entries, byPool };
}

async function approve(club: WalkClub, id: string): Promise<Answer> {
  const answer = await club.call(
    "POST",
    `/api/operator/approvals/${id}/approve`,
    club.chief.token,
    {},
  );
  await club.goOn();
  return answer;
}

function moneyCommands(): Command[] {
  return [
    {
      name: "adjust",
      weight: 4,
      plan: (model, [a, b]) => {
        const player = a % model.players.length;
        const { cash } = model.players[player]!;
        const take = b % 3 !== 0;
        const cents = take ? cash - (b % 2 === 0 ? 0n : cash / 3n) : BigInt(500 + (b % 50) * 100);
        if (cents <= 0n) return null;
        return {
          told: `${take ? "spend" : "bring"} ${cents} of player ${player}`,
          // Money that goes elsewhere: as if the player had spent it, or brought some.
          act: async ({ club }) => {
            await club.asAdmin(
              `SELECT post_entry(gen_random_uuid(), 'adjustment', $1, 'walk', ARRAY[w.cash_account,
                 (SELECT id FROM account WHERE kind = 'bank_clearing')], ARRAY[$3::bigint, -$3::bigint])
               FROM wallet w WHERE w.player_id = $2`,
              [newKey(), club.players[player]!.id, take ? -cents : cents],
            );
            return undefined;
          },
          then: (now) => {
            now.players[player]!.cash += take ? -cents : cents;
          },
        };
      },
    },
    {
      name: "top up",
      weight: 2,
      plan: (model, [a, b]) => {
        const player = a % model.players.length;
        const amount = 1000 + (b % 40) * 250;
        return {
          told: `player ${player} tops up ${amount}`,
          act: async ({ club }) => {
            const { token } = club.players[player]!;
            const body = { method: "bank_transfer", amount_cents: amount };
            const made = await club.call("POST", "/api/recharge/create", token, body, newKey());
            if (made.status !== 200) return made;
            const path = `/api/operator/topups/${made.body.data.topup_id}/approve`;
            return await club.call("POST", path, club.clerk.token, {});
          },
          then: (now) => {
            now.players[player]!.cash += BigInt(amount);
          },
        };
      },
    },
    {
      name: "withdraw",
      weight: 4,
      plan: (model, [a, b]) => {
        const player = a % model.players.length;
        const { cash } = model.players[player]!;
        const amount = b % 3 === 0 ? cash : cash / 2n;
        // What a cancelled one holds still is taken up by the next: that has a test of its own.
        if (
          amount < 1000n ||
          model.withdrawals.some((one) => one.player === player && one.status === "cancelled")
        )
          return null;
        return {
          told: `player ${player} asks for ${amount}`,
          act: async ({ club }) =>
            await club.call(
              "POST",
              "/api/withdraw/create",
              club.players[player]!.token,
              { amount_cents: Number(amount) },
              newKey(),
            ),
          then: (now, { body }) => {
            now.players[player]!.cash -= amount;
            now.players[player]!.held += amount;
            now.withdrawals.push({
              id: body.data.withdrawal_id,
              player,
              amount,
              status: "requested",
              since: now.now,
            });
          },
        };
      },
    },
    {
      name: "end withdrawal",
      weight: 5,
      plan: (model, [a, b]) => {
        const open = model.withdrawals.filter(({ status }) =>
          ["requested", "approved", "cancelled"].includes(status),
        );
        const one = pick(open, a);
        if (one === undefined) return null;
        if (one.status === "cancelled") {
          return {
            told: `a day later: cancelled money of player ${one.player} is cash`,
            act: async ({ club }) => {
              await club.asAdmin(
                "UPDATE withdrawal SET releases_at = club_now_ms() - interval '1 second' WHERE id = $1",
                [one.id],
              );
              await releaseCooled(club.ctx);
              return undefined;
            },
            then: (now) => {
              one.status = "released";
              now.giveBackHeld(one);
            },
          };
        }
        const ways =
          one.status === "requested"
            ? (["approve", "reject", "cancel"] as const)
            : (["paid", "reject"] as const);
        const way = pick(ways, b)!;
        return {
          told: `${way} the withdrawal of player ${one.player}`,
          act: async ({ club }) =>
            way === "cancel"
              ? await club.call(
                  "POST",
                  `/api/withdraw/${one.id}/cancel`,
                  club.players[one.player]!.token,
                  {},
                )
              : await club.call(
                  "POST",
                  `/api/operator/withdrawals/${one.id}/${way}`,
                  club.clerk.token,
                  { reason: "looked at" },
                ),
          then: (now) => {
            if (way === "approve") one.status = "approved";
            if (way === "cancel") one.status = "cancelled";
            if (way === "reject") {
              one.status = "rejected";
              now.giveBackHeld(one);
            }
            if (way === "paid") {
              one.status = "paid";
              now.players[one.player]!.held -= one.amount;
            }
          },
        };
      },
    },
  ];
}

const OUTCOMES = ["home", "draw", "away"] as const;
const ODDS: Readonly<Record<string, number>> = { home: 1850, draw: 3600, away: 4400 };
/** By event: the ids of its market and outcomes. */
const markets = new Map<string, { market: string; outcomes: Record<string, string> }>();

function decide(home: number, away: number): Map<string, "won" | "lost" | "void"> {
  const winner = home > away ? "home" : home < away ? "away" : "draw";
  return new Map(OUTCOMES.map((key) => [key, key === winner ? "won" : "lost"]));
}

function sportCommands(): Command[] {
  const path = "/api/operator/sports/events";
  return [
    {
      name: "event",
      weight: 2,
      plan: (model) => {
        if (model.events.length >= 3) return null;
        const key = `E${model.events.length + 1}`;
        return {
          told: `make ${key}`,
          act: async ({ club }) =>
            await club.call("POST", path, club.clerk.token, {
              sport: "football",
              competition: "League",
              home: `Rovers ${newKey()}`,
              away: `Town ${newKey()}`,
              start_time: new Date(Date.now() + 7_200_000).toISOString(),
              markets: [
                {
                  type: "1x2",
                  outcomes: OUTCOMES.map((one) => ({ key: one, odds_milli: ODDS[one] })),
                },
              ],
              publish: true,
            }),
          then: (now, { body }) => {
            const [market] = body.data.markets;
            const outcomes = Object.fromEntries(
              market.outcomes.map((one: { key: string; outcome_id: string }) => [
                one.key,
                one.outcome_id,
              ]),
            );
            markets.set(body.data.event_id, { market: market.market_id, outcomes });
            now.events.push({ key, id: body.data.event_id, status: "open", results: null });
          },
        };
      },
    },
    {
      name: "sport bet",
      weight: 6,
      plan: (model, [a, b, c, d]) => {
        const open = model.events.filter(({ status }) => status === "open");
        const legs = open
          .slice(a % 2 === 0 ? 0 : open.length > 1 ? 1 : 0, (a % 3) + 1 || 1)
          .map((event, i) => ({ event, outcome: pick(OUTCOMES, b + i * c)! }));
        if (legs.length === 0) return null;
        const player = d % model.players.length;
        const cost = BigInt(200 + (c % 9) * 117);
        const kind: SportBetKind = legs.length === 1 ? "single" : "multiple";
        const refused = model.players[player]!.cash < cost ? "funds.insufficient" : undefined;
        return {
          told: `player ${player} bets ${cost} on ${legs.map(({ event, outcome }) => `${event.key} ${outcome}`).join(", ")}`,
          ...(refused === undefined ? {} : { refused }),
          act: async ({ club }) => {
            const body = {
              kind,
              unit_stake_cents: Number(cost),
              price_policy: "any",
              legs: legs.map(({ event, outcome }) => ({
                event_id: event.id,
                market_id: markets.get(event.id)!.market,
                outcome_id: markets.get(event.id)!.outcomes[outcome],
                odds_milli: ODDS[outcome],
              })),
            };
            return await club.call(
              "POST",
              "/api/order/place-sport-order",
              club.players[player]!.token,
              body,
              newKey(),
            );
          },
          then: (now, { body }) => {
            now.players[player]!.cash -= cost;
            now.sportBets.push({
              id: body.data.order_id,
              player,
              cost,
              legs,
              settle: (results) =>
                settleSportBet({
                  kind,
                  unitCents: cost,
                  costCents: cost,
                  maxPayoutCents: 100_000_000n,
                  legs: legs.map(({ outcome }, i) => ({
                    oddsMilli: ODDS[outcome]!,
                    result: { status: results[i]! },
                  })),
                }),
              isVoid: false,
              got: { payout: 0n, refund: 0n },
            });
          },
        };
      },
    },
    {
      name: "settle event",
      weight: 6,
      isLong: true,
      plan: (model, [a, b, c]) => {
        const event = pick(
          model.events.filter(({ status }) => status === "open"),
          a,
        );
        if (event === undefined) return null;
        const isVoid = b % 6 === 0;
        const [home, away] = [b % 3, c % 3];
        const form = isVoid ? { void: true, reason: "not played" } : { score: { home, away } };
        return {
          told: `settle ${event.key} by ${JSON.stringify(form)}`,
          act: async ({ club }) => {
            const { token } = club.clerk;
            await club.call("POST", `${path}/${event.id}/close`, token, {});
            const entered = await club.call("POST", `${path}/${event.id}/result`, token, form);
            if (entered.status !== 200) return entered;
            return await club.call("POST", `${path}/${event.id}/settle`, token, {
              result_version: entered.body.data.result_version,
            });
          },
          then: () => {
            event.status = isVoid ? "void" : "settled";
            event.results = isVoid
              ? new Map(OUTCOMES.map((key) => [key, "void"]))
              : decide(home, away);
          },
        };
      },
    },
    {
      name: "correct event",
      weight: 7,
      isLong: true,
      plan: (model, [a, b, c]) => {
        const event = pick(
          model.events.filter(({ status }) => status === "settled" || status === "void"),
          a,
        );
        if (event === undefined) return null;
        const isVoid = b % 7 === 0;
        const [home, away] = [b % 3, c % 3];
        const form = isVoid ? { void: true } : { score: { home, away } };
        return {
          told: `correct ${event.key} to ${JSON.stringify(form)}`,
          act: async ({ club }) => {
            const asked = await club.call("POST", `${path}/${event.id}/correct`, club.clerk.token, {
              ...form,
              reason: "a goal",
            });
            if (asked.status !== 200) return asked;
            return await approve(club, asked.body.data.approval_id);
          },
          then: () => {
            event.status = isVoid ? "void" : "settled";
            event.results = isVoid
              ? new Map(OUTCOMES.map((key) => [key, "void"]))
              : decide(home, away);
          },
        };
      },
    },
    {
      name: "cancel sport bet",
      weight: 2,
      plan: (model, [a]) => {
        const bet = pick(model.sportBets, a);
        if (bet === undefined) return null;
        const { status } = model.sportDueOf(bet);
        return {
          told: `cancel sport bet ${model.sportBets.indexOf(bet)}`,
          ...(status === "accepted" || status === "void" ? {} : { refused: "sport.order_settled" }),
          act: async ({ club }) =>
            await club.call("POST", `/api/operator/orders/${bet.id}/void`, club.clerk.token, {
              reason: "wrong",
            }),
          then: () => {
            bet.isVoid = true;
          },
        };
      },
    },
  ];
}
