import { POOL_CODES, type PoolCode } from "../bets/bet-types.ts";

export const PLAYER_ACCOUNT_KINDS = ["cash", "held", "bonus"] as const;
export const CLUB_ACCOUNT_KINDS = [
  "takeout",
  "breakage",
  "house_topup",
  "book_result",
  "sports_book",
  "bank_clearing",
  "shop_sales",
  "adjustments",
  "chargebacks",
  "payment_fees",
] as const;
/** Accounts of the house that an operator may move between: no bet, bank or player is behind them. */
export const HOUSE_ADJUSTABLE = [
  "takeout",
  "breakage",
  "house_topup",
  "book_result",
  "shop_sales",
  "adjustments",
] as const satisfies readonly ClubAccountKind[];
export type HouseAdjustable = (typeof HOUSE_ADJUSTABLE)[number];

export const ACCOUNT_KINDS = [
  ...PLAYER_ACCOUNT_KINDS,
  "escrow",
  "jackpot",
  ...CLUB_ACCOUNT_KINDS,
] as const;

export type PlayerAccountKind = (typeof PLAYER_ACCOUNT_KINDS)[number];
export type ClubAccountKind = (typeof CLUB_ACCOUNT_KINDS)[number];
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * The chart of accounts: three per player, an escrow per pool, a jackpot per pool type, and one of
 * each other kind for the club. Source: docs/rules/money.md, "The ledger".
 */
export type Account =
  | { readonly kind: PlayerAccountKind; readonly playerId: string }
  | { readonly kind: "escrow"; readonly poolId: string }
  | { readonly kind: "jackpot"; readonly pool: PoolCode }
  | { readonly kind: ClubAccountKind };

export function playerAccount(kind: PlayerAccountKind, playerId: string): Account {
  return { kind, playerId };
}

export function escrowAccount(poolId: string): Account {
  return { kind: "escrow", poolId };
}

export function jackpotAccount(pool: PoolCode): Account {
  return { kind: "jackpot", pool };
}

export function clubAccount(kind: ClubAccountKind): Account {
  return { kind };
}

/** One text per account: "cash:42", "escrow:17", "jackpot:FIRST4", "takeout". */
export function accountKey(account: Account): string {
  if ("playerId" in account) return `${account.kind}:${account.playerId}`;
  if ("poolId" in account) return `escrow:${account.poolId}`;
  return "pool" in account ? `jackpot:${account.pool}` : account.kind;
}

/** The account that a key names; null for no such key. */
export function parseAccountKey(key: string): Account | null {
  const colon = key.indexOf(":");
  const kind = colon === -1 ? key : key.slice(0, colon);
  const owner = colon === -1 ? "" : key.slice(colon + 1);
  if (owner === "") return includes(CLUB_ACCOUNT_KINDS, key) ? clubAccount(key) : null;
  if (includes(PLAYER_ACCOUNT_KINDS, kind)) return playerAccount(kind, owner);
  if (kind === "escrow") return escrowAccount(owner);
  return kind === "jackpot" && includes(POOL_CODES, owner) ? jackpotAccount(owner) : null;
}

function includes<T extends string>(kinds: readonly T[], kind: string): kind is T {
  return (kinds as readonly string[]).includes(kind);
}
