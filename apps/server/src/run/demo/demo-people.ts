import { randomBytes } from "node:crypto";
import { adjusted, playerAccount } from "@club/domain";
import { birthPlace } from "../../people/protection/age.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import { createPlayer } from "../../people/accounts/create-player.ts";
import { hashPassword } from "../../identity/passwords/password.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { bookEntry, tellWallet } from "../../money/ledger/book-entry.ts";
import { ensureOperator } from "../../desk/operators/ensure-operator.ts";
import { INITIALS, SURNAMES } from "./names.ts";
import { pickOne, randomOf } from "./random.ts";

/** The newcomer's own login: printed at every start, and only in the demo. */
export const DEMO_LOGIN = { userName: "demo", password: "first past the post" } as const;

const BETTORS = 200;
/** Those who came by the newcomer's invitation. */
const INVITED = 2;
/** A number kept free for fiction, and a domain that nobody can have. */
const DEMO_PHONE = "+61491570006";
const DEMO_EMAIL = "demo@member.example";
const DEMO_BIRTHDAY = "1980-01-01";
const OPENING_CENTS = 500_000n;
const DEMO_OPENING_CENTS = 128_450n;

/** Stewards use the operator's calls; there are two, so four eyes have a second pair. */
export const STEWARDS = ["demo-steward-1", "demo-steward-2"] as const;
const STEWARD_ROLES = ["card_clerk", "pool_controller", "results_clerk", "cashier"] as const;

/**
 * True when this database is a demo club: marked as one at its first start, when it was empty. A
 * club with its own members or meetings never becomes one.
 */
export async function isDemoClub(ctx: AppContext): Promise<boolean> {
  const { rows } = await ctx.db.operators.query<{ is_demo: boolean; is_empty: boolean }>(
    `SELECT EXISTS (SELECT FROM setting WHERE name = 'demo') AS is_demo,
       NOT EXISTS (SELECT FROM player) AND NOT EXISTS (SELECT FROM meeting) AS is_empty`,
  );
  if (rows[0]?.is_demo === true) return true;
  if (rows[0]?.is_empty !== true) return false;
  await ctx.db.operators.query(
    "INSERT INTO setting (name, version, value) VALUES ('demo', 1, 'true') ON CONFLICT DO NOTHING",
  );
  return true;
}

/** The members who bet by themselves. */
export async function readBettors(ctx: AppContext): Promise<string[]> {
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    "SELECT id FROM player WHERE is_demo AND password_hash = '-' ORDER BY id",
  );
  return rows.map((row) => row.id);
}

/** Makes the demo's members once: 200 who bet by themselves, and the one whose login is printed. */
export async function seedPeople(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.operators.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM player WHERE is_demo",
  );
  if ((rows[0]?.n ?? 0) > BETTORS) return;
  const demoHash = await hashPassword(DEMO_LOGIN.password);
  await seedPlayer(ctx, {
    userName: DEMO_LOGIN.userName,
    passwordHash: demoHash,
    cents: DEMO_OPENING_CENTS,
    phone: DEMO_PHONE,
    email: { address: DEMO_EMAIL, isProved: true },
  });
  const { rows: members } = await ctx.db.operators.query<{ id: string }>(
    "SELECT id FROM player WHERE user_name_key = $1",
    [DEMO_LOGIN.userName],
  );
  const random = randomOf("demo people");
  for (let i = 0; i < BETTORS; i++) {
    const userName =
      `${pickOne(random, INITIALS)}.${pickOne(random, SURNAMES)}${i + 1}`.toLowerCase();
    const invitedBy = i < INVITED ? members[0]?.id : undefined;
    await seedPlayer(ctx, { userName, passwordHash: "-", cents: OPENING_CENTS, invitedBy });
  }
}

interface DemoPlayer {
  readonly userName: string;
  /** "-" is not a hash, so nobody can sign in as a simulated player. */
  readonly passwordHash: string;
  readonly cents: bigint;
  readonly invitedBy?: string | undefined;
  readonly phone?: string;
  readonly email?: { address: string; isProved: boolean };
}

/** Makes one member with opening money, in one transaction; an existing one stays unchanged. */
async function seedPlayer(ctx: AppContext, player: DemoPlayer): Promise<void> {
  const { rows } = await ctx.db.operators.query("SELECT FROM player WHERE user_name_key = $1", [
    player.userName,
  ]);
  if (rows.length > 0) return;
  await withTransaction(ctx.db.operators, async (tx) => {
    const playerId = await createPlayer(ctx, tx, {
      userName: player.userName,
      passwordHash: player.passwordHash,
      phone: player.phone ?? null,
      ...(player.email === undefined ? {} : { email: player.email }),
      invitedBy: player.invitedBy ?? null,
      language: "en",
      isDemo: true,
      isAdult: true,
    });
    await tx.query("UPDATE player SET birth_cipher = $2 WHERE id = $1", [
      playerId,
      encrypt(ctx.secrets, birthPlace(playerId), DEMO_BIRTHDAY),
    ]);
    const entryId = await bookEntry(tx, {
      kind: "adjustment",
      cause: `opening:${playerId}`,
      reference: "opening",
      postings: adjusted(playerAccount("cash", playerId), player.cents),
    });
    const entryIds = entryId === null ? [] : [entryId];
    await tellWallet(tx, playerId, { balanceCents: player.cents, entryIds });
  });
}

/** Gives the stewards a fresh random password, which only this process knows, and returns it. */
export async function renewStewards(ctx: AppContext): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  const passwordHash = await hashPassword(password);
  for (const name of STEWARDS) {
    await ensureOperator(ctx.db.operators, { name, passwordHash, roles: STEWARD_ROLES });
  }
  return password;
}
