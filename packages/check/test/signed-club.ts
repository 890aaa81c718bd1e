import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  type BetLeaf,
  type BetOrder,
  type ClubKey,
  type DayFile,
  type LogDay,
  type PoolBooks,
  type RaceFacts,
  type RaceFile,
  type Receipt,
  type SignedRoot,
  NO_ROOT_BEFORE,
  countCombinations,
  hashOfRoot,
  keyText,
  leafHash,
  leafText,
  logText,
  merklePath,
  merkleRoot,
  merkleTree,
  partsOf,
  settleRace,
  signedText,
  toHex,
  utf8,
} from "@club/domain";
import { type RaceVector, factsOf, orderOf } from "../../domain/test/vector-shapes.ts";
import { raceFileOf } from "../../domain/test/race-file.ts";
import { readVectors } from "../../domain/test/read-fixture.ts";

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const RAW_KEY_BYTES = 32;
const CLOSE = "2026-11-20T11:15:00.000Z";

/** A club that exists in this file alone: its key, and one race day that it signed. */
export const KEY: ClubKey = {
  key_id: "k1",
  jwk: {
    kty: "OKP",
    crv: "Ed25519",
    x: publicKey
      .export({ format: "der", type: "spki" })
      .subarray(-RAW_KEY_BYTES)
      .toString("base64url"),
  },
  from: "2026-01-01T00:00:00.000Z",
  until: null,
  signed_by: null,
  signature: null,
};

export function signed<T extends object>(value: T): T & { key_id: string; signature: string } {
  const body = { ...value, key_id: KEY.key_id };
  const signature = sign(null, Buffer.from(signedText(body)), privateKey).toString("base64");
  return { ...body, signature };
}

/** The key after `KEY`, which signed it; `rotate-key` makes one. */
export function nextKey(): ClubKey {
  const next = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" });
  const x = next.subarray(-RAW_KEY_BYTES).toString("base64url");
  const from = "2026-10-01T00:00:00.000Z";
  const face = { key_id: "k2", jwk: { ...KEY.jwk, x }, from, signed_by: KEY.key_id };
  const signature = sign(null, Buffer.from(keyText(face)), privateKey).toString("base64");
  return { ...face, until: null, signature };
}

const WIRE: Record<number, string[]> = {
  1: ["horse"],
  2: ["horse"],
  3: ["horse", "horse2"],
  4: ["horse"],
  5: ["horse1st", "horse2nd"],
  6: ["horse1st", "horse2nd", "horse3rd"],
  7: ["horse"],
  8: ["horse1st", "horse2nd", "horse3rd", "horse4th"],
  9: ["horse"],
};

export interface SignedDay {
  readonly race: RaceFile;
  readonly receipt: Receipt;
  readonly day: DayFile;
}

/** The race's file once an operator cancelled a bet: it left its pools, not the frozen list. */
function fileWithout(facts: RaceFacts, orders: readonly BetOrder[], voided: number): RaceFile {
  const parts = orders.slice(voided, voided + 1).flatMap(partsOf);
  const { root } = raceFileOf(facts, orders);
  const file = raceFileOf(
    facts,
    orders.filter((_, i) => i !== voided),
  );
  const pools = file.pools.map((pool) => {
    const bet = parts.find((part) => part.pool === pool.pool)?.bet;
    const cents = bet === undefined ? 0 : countCombinations(bet) * Number(bet.unitStakeCents);
    return { ...pool, voided_cents: cents };
  });
  return { ...file, pools, root };
}

/** A day of one race after a vector whose bets are of plain types; one of them may be cancelled. */
export function signedDay(id?: string, voided = -1): SignedDay {
  const vector = ["race_settlement", "race_settlement_2"]
    .flatMap((name) => readVectors<RaceVector>(name))
    .find((each) => (id === undefined ? isPlain(each) : each.id === id))!;
  const orders = vector.bets.map(orderOf);
  const facts = factsOf(vector);
  const all = settleRace(facts, orders);
  const live = settleRace(
    facts,
    orders.filter((_, i) => i !== voided),
  ).bets;
  const settled = orders.map((_, i) =>
    i === voided
      ? { payoutCents: 0n, refundCents: all.bets[i]!.costCents }
      : live[i > voided && voided >= 0 ? i - 1 : i]!,
  );
  const leaves = orders.map((order, i): BetLeaf => ({
    order_id: `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`,
    nonce: String(i).padStart(32, "0"),
    race_id: "race",
    race_id2: null,
    bet_type: order.betType,
    selections: Object.fromEntries(
      order.slots.map((slot, at) => [WIRE[order.betType]![at]!, [...slot].sort((a, b) => a - b)]),
    ),
    unit_stake_cents: Number(order.unitStakeCents),
    unit_stake2_cents: order.unitStake2Cents === null ? null : Number(order.unitStake2Cents),
    cost_cents: Number(all.bets[i]!.costCents),
    accepted_at: "2026-11-20T11:14:00.000Z",
  }));
  const hashes = leaves.map((leaf) => leafHash(leafText(leaf), sha256));
  const unsigned = voided < 0 ? raceFileOf(facts, orders) : fileWithout(facts, orders, voided);
  const root: SignedRoot = signed({
    ...unsigned.root!,
    bets: leaves.length,
    root: toHex(merkleRoot(hashes, sha256)),
    previous: NO_ROOT_BEFORE,
    signature: undefined,
  }) as SignedRoot;
  const bare: RaceFile = { ...unsigned, root };
  const proof = merklePath(merkleTree(hashes, sha256), 1);
  const log = logOf("2026-11-20", [], [root]);
  return {
    race: signed(bare),
    receipt: {
      format: "club-receipt/1",
      receipt_hash: toHex(hashes[1]!),
      proof: {
        leaf: leaves[1]!,
        index: proof.index,
        tree_size: proof.size,
        path: proof.path.map(toHex),
        root: root.root,
      },
      signed_root: root,
      keys: [KEY],
    },
    day: signed({
      format: "club-day/1" as const,
      club: "Horse Club",
      currency: "AUD",
      day: "2026-11-20",
      made_at: CLOSE,
      keys: [KEY],
      log,
      races: [bare],
      bets: leaves.map((leaf, i) => ({
        leaf,
        payout_cents: Number(settled[i]!.payoutCents),
        refund_cents: Number(settled[i]!.refundCents),
        void: i === voided,
      })),
      books: bare.pools.map(booksOf),
    }),
  };
}

/** A day of the log behind earlier roots. */
export function logOf(
  day: string,
  before: readonly SignedRoot[],
  roots: readonly SignedRoot[],
): LogDay {
  const hashesOf = (some: readonly SignedRoot[]) =>
    some.map((root) => leafHash(utf8(logText(root)), sha256));
  const all = hashesOf([...before, ...roots]);
  const head = signed({
    format: "club-log/1" as const,
    size: all.length,
    root: toHex(merkleRoot(all, sha256)),
  });
  return {
    format: "club-log-day/1",
    day,
    before_size: before.length,
    before_root: toHex(merkleRoot(hashesOf(before), sha256)),
    roots,
    head,
    consistency: [],
  };
}

/** Another signed root behind one. */
export function rootAfter(last: SignedRoot, race_id: string): SignedRoot {
  const { signature: _, ...rest } = last;
  return signed({ ...rest, race_id, previous: hashOfRoot(last, sha256) });
}

function booksOf(pool: RaceFile["pools"][number]): PoolBooks {
  const isBack = pool.status === "REFUND" || pool.status === "REFUND_NO_WINNER";
  const back = pool.refunded_cents + pool.voided_cents;
  const staked = pool.gross_cents + back;
  return {
    race_id: "race",
    pool: pool.pool,
    staked_cents: staked,
    refunded_cents: isBack ? staked : back,
    paid_cents: isBack ? 0 : pool.paid_cents,
    takeout_cents: pool.takeout_cents,
    breakage_cents: pool.breakage_cents,
    house_topup_cents: pool.house_topup_cents,
    jackpot_in_cents: pool.jackpot_in_cents,
    jackpot_out_cents: pool.jackpot_out_cents,
    book_result_cents: pool.book_result_cents,
    left_cents: 0,
  };
}

function isPlain({ bets, expected }: RaceVector): boolean {
  const pays = Object.values(expected.pools).some(({ paid_cents }) => paid_cents > 0);
  return pays && bets.length > 3 && bets.every(({ bet_type }) => bet_type <= 9);
}
