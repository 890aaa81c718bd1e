import type { LedgerEntry } from "@club/contract";
import type { T } from "../../core/lang.ts";

export function entryName(t: T, entry: LedgerEntry): string {
  return t.find(`entry.${entry.kind}`) ?? entry.kind;
}

export function chainText(t: T, entry: LedgerEntry): string {
  if (entry.chain_hash === null) return t("ledger.notChained");
  return `${entry.chain_hash.slice(0, 4)} … ${entry.chain_hash.slice(-2)}`;
}

/** "cash:PLAYER" is "Player cash"; a jackpot names its pool. */
export function accountName(t: T, line: { readonly account: string }): string {
  const [kind = "", owner = ""] = line.account.split(":");
  const name = t.find(`account.${kind}`) ?? kind;
  const pool = kind === "jackpot" ? t.find(`pool.${owner}`) : undefined;
  return pool === undefined ? name : `${name} ${pool}`;
}
