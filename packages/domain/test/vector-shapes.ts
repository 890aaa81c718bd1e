import {
  type BetOrder,
  type BetTypeIndex,
  type DeclaredDividends,
  type PoolCode,
  type RaceFacts,
  type RuleSet,
  RULE_SETS,
  type RuleSetName,
  SINGLE_POOL_CODES,
  type SinglePoolCode,
  type Slots,
} from "../src/index.ts";

/** Chosen runners under the names that the vectors use. */
export type VectorSelection = Partial<
  Record<
    "horse" | "horse2" | "first" | "second" | "third" | "fourth" | "standout" | "others",
    number[]
  >
>;

export type VectorBet = {
  id: string;
  bet_type: BetTypeIndex;
  sel: VectorSelection;
  unit_cents: number;
  unit2_cents?: number;
  flexi_total_cents?: number;
};

export type VectorPool = {
  status: string;
  gross_cents: number;
  takeout_cents: number;
  net_cents: number;
  dividends_cents: Record<string, number>;
  paid_cents: number;
  breakage_cents: number;
  house_topup_cents: number;
  jackpot_out_cents: number;
  book_result_cents?: number;
};

export type RaceVector = {
  id: string;
  description: string;
  rule_set?: RuleSetName;
  rules_override?: { deadheat?: RuleSet["deadHeat"]; round_to_cents?: number };
  race: {
    runners: number[];
    scratched: number[];
    result_groups: number[][];
    status: "RUN" | "VOID";
    handicap?: boolean;
  };
  jackpot_in_cents?: Partial<Record<SinglePoolCode, number>>;
  declared_dividends?: {
    pool: SinglePoolCode;
    combination?: string;
    dividend_cents?: number;
    refunded?: boolean;
  }[];
  bets: VectorBet[];
  expected: {
    places_paid: number;
    pools: Record<string, VectorPool>;
    bets: VectorBetResult[];
    jackpot_next_cents?: Record<string, number>;
  };
};

export type VectorBetResult = {
  id: string;
  combinations: number;
  cost_cents: number;
  refund_cents: number;
  payout_cents: number;
  winning_lines: {
    pool: PoolCode;
    combination: number[];
    dividend_cents: number;
    payout_cents: number;
  }[];
  status: "WON" | "LOST" | "REFUNDED" | "PART_REFUNDED_LOST";
};

export function slotsOf(selection: VectorSelection): Slots {
  const { horse, horse2, first, second, third, fourth, standout, others } = selection;
  if (standout && others) return [...standout.map((runner) => [runner]), others];
  return [horse, horse2, first, second, third, fourth].filter((slot) => slot !== undefined);
}

export function orderOf(bet: VectorBet): BetOrder {
  return {
    betType: bet.bet_type,
    slots: slotsOf(bet.sel),
    unitStakeCents: BigInt(bet.unit_cents),
    unitStake2Cents: bet.unit2_cents === undefined ? null : BigInt(bet.unit2_cents),
  };
}

export function rulesOf({ rule_set, rules_override }: RaceVector): RuleSet {
  const rules = RULE_SETS[rule_set ?? "AU_STD"];
  const step = rules_override?.round_to_cents;
  const rounding =
    step === undefined
      ? rules.rounding
      : (Object.fromEntries(
          Object.keys(rules.rounding).map((pool) => [pool, { kind: "down", stepCents: step }]),
        ) as RuleSet["rounding"]);
  return { ...rules, rounding, deadHeat: rules_override?.deadheat ?? rules.deadHeat };
}

export function factsOf(vector: RaceVector): RaceFacts {
  const { race, jackpot_in_cents = {} } = vector;
  return {
    rules: rulesOf(vector),
    handicap: race.handicap ?? false,
    runners: race.runners,
    scratched: race.scratched,
    abandoned: race.status === "VOID",
    placings: race.result_groups,
    jackpotInCents: Object.fromEntries(
      Object.entries(jackpot_in_cents).map(([pool, cents]) => [pool, BigInt(cents)]),
    ),
    declared: vector.declared_dividends ? declaredOf(vector.declared_dividends) : null,
  };
}

function declaredOf(entries: NonNullable<RaceVector["declared_dividends"]>) {
  const pools = SINGLE_POOL_CODES.map((pool): [string, DeclaredDividends] => {
    const own = entries.filter((entry) => entry.pool === pool);
    const dividends = own.flatMap(({ combination, dividend_cents }) =>
      combination && dividend_cents ? [{ combination, dividendCents: BigInt(dividend_cents) }] : [],
    );
    return [pool, { refunded: own.some((entry) => entry.refunded), dividends }];
  });
  return Object.fromEntries(pools) as NonNullable<RaceFacts["declared"]>;
}
