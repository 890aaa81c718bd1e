import type { BankCard, BodyOf, postBankCard } from "@club/contract";
import { checkBankAccount, Refusal, isAustralianAccount } from "@club/domain";
import type { BankAccount } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { recognisePlayer } from "../protection/recognise-player.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import { findById } from "./accounts.queries.ts";
import { lastDigitsOf, maskAccount } from "../../core/kit/mask-account.ts";
import { readBankCard, readBankCards, writeBankCard } from "./bank-card.queries.ts";
import type { BankCardRow } from "./bank-card.queries.ts";
import { decrypt, encrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { isPassword } from "../../identity/passwords/password.ts";
import type { Client } from "./register-player.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import type { Attempt } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";

/** Where a player's account number belongs, for the seal. */
export function bankNumberPlace(playerId: string): Place {
  return { table: "bank_card", column: "number_cipher", id: playerId };
}

export async function getBankCard(ctx: AppContext, playerId: string): Promise<BankCard | null> {
  const row = await readBankCard(ctx.db.browsing, playerId);
  return row === null ? null : toBankCard(row);
}

/** The account as it is stored, or null; under the player's lock where money follows from it. */
export async function findBankCard(db: Queryable, playerId: string): Promise<BankCardRow | null> {
  return await readBankCard(db, playerId);
}

export type FullAccount = Omit<BankCard, "account_number"> & { account_number: string };

/** The account with its whole number, for the operator who pays to it; the caller audits the read. */
export async function readFullAccount(
  ctx: AppContext,
  playerId: string,
): Promise<FullAccount | null> {
  const row = await readBankCard(ctx.db.operators, playerId);
  if (row === null) return null;
  const number = decrypt(ctx.secrets, bankNumberPlace(playerId), row.number_cipher);
  return { ...toBankCard(row), account_number: number };
}

/** The accounts of some players, each with its whole number and its hash, for a file of payments; the caller audits the read. */
export async function readAccountsToPay(
  ctx: Pick<AppContext, "secrets">,
  db: Queryable,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, { account: BankAccount; hash: Buffer }>> {
  const rows = await readBankCards(db, playerIds);
  return new Map(
    rows.map((row) => {
      const account: BankAccount = {
        bankName: row.bank_name,
        accountName: row.account_name,
        accountNumber: decrypt(ctx.secrets, bankNumberPlace(row.player_id), row.number_cipher),
        branchCode: row.branch_code,
        swiftBic: row.swift_bic,
        currency: row.currency,
      };
      return [row.player_id, { account, hash: row.account_hash }];
    }),
  );
}

/**
 * Stores the account that withdrawals go to. An existing one can be changed only with the password:
 * a stolen session must not send money elsewhere. A change cancels the verification, and the
 * player is told on every way (promise S25). Sending the same account again changes nothing.
 *
 * @throws bank_card.invalid, password.wrong, signin.too_many
 */
export async function putBankCard(
  ctx: AppContext,
  player: Pick<SessionPlayer, "id" | "userName">,
  asked: { form: BodyOf<typeof postBankCard>; client: Client },
): Promise<BankCard> {
  const account = checkBankAccount(asked.form);
  const hasCard = (await readBankCard(ctx.db.browsing, player.id)) !== null;
  const attempt = hasCard ? await checkPassword(ctx, player, asked) : null;
  const row = await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, player.id);
    const before = await readBankCard(tx, player.id);
    // Two first accounts at once: the later one is a change, and has shown no password.
    if (before !== null && attempt === null) throw passwordWrong();
    if (attempt !== null) await succeed(tx, attempt);
    if (before !== null && isSame(ctx, before, account)) return before;
    const row = await write(ctx, tx, { playerId: player.id, account });
    await recognisePlayer(ctx, tx, player.id);
    await audit(tx, {
      action: before === null ? "bank_card.add" : "bank_card.change",
      target: player.id,
      before: before === null ? undefined : traceOf(before),
      after: traceOf(row),
    });
    if (before !== null) {
      await tellPlayer(ctx, tx, { playerId: player.id, kind: "bank_account", facts: {} });
    }
    return row;
  });
  return toBankCard(row);
}

async function checkPassword(
  ctx: AppContext,
  player: Pick<SessionPlayer, "id" | "userName">,
  asked: { form: BodyOf<typeof postBankCard>; client: Client },
): Promise<Attempt> {
  const { password } = asked.form;
  if (password === undefined || password === null || password === "") throw passwordWrong();
  const nameKey = userNameKey(player.userName);
  const address = asked.client.address;
  const attempt = await beginAttempt(ctx, { kind: "player", nameKey, address });
  const credentials = await findById(ctx.db.browsing, player.id);
  if (!(await isPassword(credentials?.password_hash ?? null, password))) throw passwordWrong();
  return attempt;
}

async function write(
  ctx: AppContext,
  tx: Queryable,
  { playerId, account }: { playerId: string; account: BankAccount },
): Promise<BankCardRow> {
  return await writeBankCard(tx, {
    player_id: playerId,
    bank_name: account.bankName,
    account_name: account.accountName,
    number_cipher: encrypt(ctx.secrets, bankNumberPlace(playerId), account.accountNumber),
    last_digits: lastDigitsOf(account.accountNumber),
    account_hash: lookupHash(ctx.secrets, "account", accountKeyOf(account)),
    branch_code: account.branchCode,
    swift_bic: account.swiftBic,
    currency: account.currency,
  });
}

function isSame(ctx: AppContext, row: BankCardRow, account: BankAccount): boolean {
  return (
    row.bank_name === account.bankName &&
    row.account_name === account.accountName &&
    row.branch_code === account.branchCode &&
    row.swift_bic === account.swiftBic &&
    row.currency === account.currency &&
    decrypt(ctx.secrets, bankNumberPlace(row.player_id), row.number_cipher) ===
      account.accountNumber
  );
}

/** What the audit log keeps: enough to see that it changed, but not where the money goes. */
function traceOf(row: BankCardRow): object {
  return { account: maskAccount(row.last_digits), verified: row.verified_at !== null };
}

function toBankCard(row: BankCardRow): BankCard {
  return {
    bank_name: row.bank_name,
    account_name: row.account_name,
    account_number: maskAccount(row.last_digits),
    branch_code: row.branch_code,
    swift_bic: row.swift_bic,
    currency: row.currency,
    verified: row.verified_at !== null,
    changed_at: row.changed_at.toISOString(),
  };
}

function passwordWrong(): Refusal {
  return new Refusal("password.wrong", { field: "password" });
}

/** The same text for the same account, however it was typed; `lookupHash` makes it unreadable. */
export function accountKeyOf(account: BankAccount): string {
  const { accountNumber, branchCode } = account;
  if (!isAustralianAccount(account)) return accountNumber;
  return `${branchCode} ${accountNumber.replace(/^0+/, "")}`;
}
