import {
  type EventFile,
  type OutcomeResult,
  type Score,
  type SignedRoot,
  type SportBetKind,
  type SportDay,
  type SportLeaf,
  type SportReceipt,
  NO_ROOT_BEFORE,
  SPORT_BET_SHAPES,
  countLines,
  decideMarket,
  leafHash,
  legFactor,
  merklePath,
  merkleRoot,
  merkleTree,
  returnOf,
  settleSportBet,
  sportLeafText,
  toHex,
} from "@club/domain";
import { KEY, sha256, signed } from "./signed-club.ts";

const CLOSE = "2026-11-20T19:00:00.000Z";
const SCORE: Score = { home: 2, away: 1 };

const MARKETS = [
  {
    market_id: "m1",
    type: "1x2",
    line_milli: null,
    keys: ["home", "draw", "away"],
    odds: [2500, 3300, 2800],
  },
  {
    market_id: "m2",
    type: "over_under",
    line_milli: 2500,
    keys: ["over", "under"],
    odds: [1910, 1950],
  },
  {
    market_id: "m3",
    type: "asian_handicap",
    line_milli: -750,
    keys: ["home", "away"],
    odds: [2050, 1850],
  },
  {
    market_id: "m4",
    type: "over_under",
    line_milli: 3000,
    keys: ["over", "under"],
    odds: [2600, 1520],
  },
] as const;
const idOf = (market: string, key: string): string => `${market} ${key}`;

interface Made {
  readonly leaf: SportLeaf;
  readonly max: bigint;
  readonly isVoid: boolean;
}

let made = 0;
function betOf(kind: SportBetKind, legs: readonly string[], unit: number, isVoid = false): Made {
  const own = legs.map((id) => {
    const [market = "", key = ""] = id.split(" ");
    const found = MARKETS.find((each) => each.market_id === market);
    const place = (found?.keys as readonly string[] | undefined)?.indexOf(key) ?? 0;
    return {
      event_id: found === undefined ? "other" : "event",
      market_id: market,
      odds_milli: found?.odds[place] ?? 1700,
      outcome_id: id,
    };
  });
  const number = String((made += 1)).padStart(12, "0");
  const leaf: SportLeaf = {
    order_id: `00000000-0000-7000-8000-${number}`,
    nonce: number.padStart(32, "0"),
    kind,
    legs: own,
    unit_stake_cents: unit,
    cost_cents: unit * countLines(kind, legs.length),
    accepted_at: "2026-11-20T18:30:00.000Z",
  };
  const won = own.map(({ odds_milli }) => legFactor({ status: "won" }, odds_milli));
  return { leaf, max: returnOf({ kind, unitCents: BigInt(unit) }, won), isVoid };
}

const RESULTS = new Map<string, OutcomeResult>([
  ["x1 yes", { status: "won" }],
  ...MARKETS.flatMap(({ market_id, type, line_milli: lineMilli, keys }) => {
    const decided = decideMarket({ type, lineMilli, keys }, SCORE) ?? [];
    return keys.map((key, i) => [idOf(market_id, key), decided[i]!] as const);
  }),
]);

function settle({ leaf, max, isVoid }: Made) {
  if (isVoid) return { payoutCents: 0n, refundCents: BigInt(leaf.cost_cents) };
  return settleSportBet({
    kind: leaf.kind,
    unitCents: BigInt(leaf.unit_stake_cents),
    costCents: BigInt(leaf.cost_cents),
    maxPayoutCents: max,
    legs: leaf.legs.map(({ odds_milli, outcome_id }) => ({
      oddsMilli: odds_milli,
      result: RESULTS.get(outcome_id)!,
    })),
  });
}

export interface SignedSports {
  readonly event: EventFile;
  readonly receipt: SportReceipt;
  readonly day: SportDay;
  readonly root: SignedRoot;
}

/** A match that ended 2 : 1 with singles on every kind of result, a cancelled one, and multiples; all signed. */
export function signedSports(): SignedSports {
  made = 0;
  const bets = [
    betOf("single", ["m1 home"], 1000),
    betOf("single", ["m1 home"], 1000),
    betOf("single", ["m1 home"], 333),
    betOf("single", ["m1 away"], 2500),
    betOf("single", ["m2 over"], 150),
    betOf("single", ["m3 home"], 777),
    betOf("single", ["m3 away"], 777),
    betOf("single", ["m4 over"], 410),
    betOf("single", ["m4 under"], 90, true),
    betOf("multiple", ["m1 home", "x1 yes"], 500),
    betOf("multiple", ["m2 under", "x1 yes"], 60),
  ];
  const hashes = bets.map(({ leaf }) => leafHash(sportLeafText(leaf), sha256));
  const singles = bets.filter(({ leaf }) => leaf.kind === "single");
  const sum = (some: readonly Made[], of: (bet: Made) => bigint): number =>
    Number(some.reduce((total, bet) => total + of(bet), 0n));
  const cost = ({ leaf }: Made): bigint => BigInt(leaf.cost_cents);
  const multiples = bets.filter(({ leaf }) => SPORT_BET_SHAPES[leaf.kind].minLegs > 1);
  const on = (some: readonly Made[], market: string) =>
    some.filter(({ leaf }) => leaf.legs[0]?.market_id === market);
  const root = signed({
    format: "club-event-root/1" as const,
    race_id: "event",
    bets: bets.length,
    root: toHex(merkleRoot(hashes, sha256)),
    pools: {
      ...Object.fromEntries(
        MARKETS.map(({ market_id }) => [market_id, sum(on(singles, market_id), cost)]),
      ),
      multiple: sum(multiples, cost),
    },
    closed_at: CLOSE,
    previous: NO_ROOT_BEFORE,
  });
  const bare: EventFile = {
    format: "club-event/1",
    club: "Horse Club",
    event: {
      event_id: "event",
      sport: "football",
      competition: "League",
      home: "Reds",
      away: "Blues",
      start_time: CLOSE,
      closed_at: CLOSE,
      status: "settled",
    },
    markets: MARKETS.map(({ market_id, type, line_milli, keys, odds }) => {
      const voided = on(singles, market_id).filter(({ isVoid }) => isVoid);
      return {
        market_id,
        type,
        line_milli,
        status: "settled",
        version: 2,
        prices: [
          { version: 1, at: "2026-11-20T18:00:00.000Z", odds_milli: odds },
          { version: 2, at: CLOSE, odds_milli: odds },
        ],
        voided_bets: voided.length,
        voided_cents: sum(voided, cost),
        outcomes: keys.map((key) => {
          const id = idOf(market_id, key);
          const result = RESULTS.get(id)!;
          const own = singles.filter(
            ({ leaf, isVoid }) => !isVoid && leaf.legs[0]?.outcome_id === id,
          );
          const equal = Map.groupBy(own, ({ leaf, max }) => `${leaf.unit_stake_cents} ${max}`);
          return {
            outcome_id: id,
            key,
            result,
            bets: own.length,
            stakes_cents: sum(own, cost),
            tickets:
              result.status === "lost"
                ? []
                : [...equal.values()].map((some) => {
                    const [first] = some as [Made];
                    const { unit_stake_cents } = first.leaf;
                    return [1, unit_stake_cents, Number(first.max), some.length] as const;
                  }),
            paid_cents: sum(own, (bet) => settle(bet).payoutCents),
            refunded_cents: sum(own, (bet) => settle(bet).refundCents),
          };
        }),
      };
    }),
    multiples: { bets: multiples.length, stakes_cents: sum(multiples, cost) },
    results: [{ version: 1, kind: "score", score: SCORE }],
    root,
  };
  const proof = merklePath(merkleTree(hashes, sha256), 9);
  return {
    event: signed(bare),
    root,
    receipt: {
      format: "club-sport-receipt/1",
      receipt_hash: toHex(hashes[9]!),
      leaf: bets[9]!.leaf,
      proofs: [
        {
          index: proof.index,
          tree_size: proof.size,
          path: proof.path.map(toHex),
          root: root.root,
          signed_root: root,
        },
      ],
      keys: [KEY],
    },
    day: {
      events: [bare],
      bets: bets.map((bet) => ({
        leaf: bet.leaf,
        max_payout_cents: Number(bet.max),
        payout_cents: Number(settle(bet).payoutCents),
        refund_cents: Number(settle(bet).refundCents),
        void: bet.isVoid,
      })),
      elsewhere: [{ outcome_id: "x1 yes", result: { status: "won" } }],
      books: {
        staked_cents: sum(bets, cost),
        returned_cents: sum(bets, (bet) => settle(bet).payoutCents + settle(bet).refundCents),
      },
    },
  };
}
