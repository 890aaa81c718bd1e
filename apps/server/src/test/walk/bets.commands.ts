import { type BetTypeIndex, type PoolCode, betTypeOf, priceBet } from "@club/domain";
import { parseBetForm } from "@club/contract";
import { type Command, type Draw, type Step, newKey, pick, racesIn } from "./command.ts";
import type { Bet, Pool, Race } from "./facts.ts";
import { type Model, partsOfOrder } from "./model.ts";
import type { WalkClub } from "./rig.ts";

export const UNITS = ["1.00", "2.50", "10.00", "0.37", "7.01"];
const FIELDS = ["horse1st", "horse2nd", "horse3rd", "horse4th"] as const;

/** One or more of a few live runners, chosen by the bits of a draw. */
export function some(race: Race, bits: number, most = 4): number[] {
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
  const { layout, length } = betTypeOf(type);
  switch (layout) {
    case "each":
      return { horse: some(race, a, 3) };
    case "pair":
      return { horse: one, horse2: two };
    case "box":
      return { horse: some(race, a | 7, 4) };
    case "positions":
      return Object.fromEntries(
        FIELDS.slice(0, length).map((field, i) => [field, [one, two, three, four][i]]),
      );
    case "standout":
      return { horse1st: [first], horse: out(first) };
    case "legs":
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
          : undefined;
  return placeStep(model, {
    player,
    told: `bets type ${type} on ${races.map(({ key }) => key).join("+")} ${JSON.stringify(form)}`,
    cost: priced.costCents,
    refused,
    form: async () => wire,
    parts: (now) => {
      const double = race2 === undefined ? undefined : doubleOf(now, codes[0]!, race, race2);
      const isSwapped = double !== undefined && double.race !== race;
      const slots = isSwapped ? priced.slots.toReversed() : priced.slots;
      return partsOfOrder({ ...order, slots }).map(({ code, bet }) => ({
        pool: double ?? now.poolOf(race, code)!,
        bet,
      }));
    },
  });
}

interface Placing {
  readonly player: number;
  readonly told: string;
  readonly cost: bigint;
  /** Why the bet is refused, money aside. */
  readonly refused: string | undefined;
  readonly form: (club: WalkClub) => Promise<unknown>;
  readonly parts: (now: Model) => Bet["parts"];
}

/** A bet is placed, and paid from the player's cash. */
export function placeStep(model: Model, bet: Placing): Step {
  const { player, cost } = bet;
  const isPoor = model.players[player]!.cash < cost;
  const refused = bet.refused ?? (isPoor ? "funds.insufficient" : undefined);
  return {
    told: `player ${player} ${bet.told}`,
    ...(refused === undefined ? {} : { refused }),
    act: async ({ club }) => {
      const { token } = club.players[player]!;
      const form = await bet.form(club);
      return await club.call("POST", "/api/order/place-order", token, form, newKey());
    },
    then: (now, { body }) => {
      const parts = bet.parts(now);
      now.players[player]!.cash -= cost;
      const got = { payout: 0n, refund: 0n };
      now.bets.push({ id: body.data.order_id, player, cost, parts, isVoid: false, got });
    },
  };
}

/** The pair's pool. Its first bet fixes the order of the legs: the earlier start is leg 1. */
function doubleOf(model: Model, code: PoolCode, a: Race, b: Race): Pool {
  const known = model.poolOf(a, code, b);
  if (known !== undefined) return known;
  return model.addPool(code, b.start < a.start ? [b, a] : [a, b]);
}

/** Bets of players on races: every type, also where it is refused. */
export const BETS: readonly Command[] = [
  {
    name: "bet",
    weight: 16,
    plan: (model, draw) => {
      const [a, b, c, d] = draw;
      const race = pick(
        racesIn(model, "open", ...(d % 9 === 0 ? (["closed", "abandoned"] as const) : [])),
        a,
      );
      const types: BetTypeIndex[] = [
        1, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
      ];
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
];
