import { randomInt } from "node:crypto";
import { RULE_SETS } from "@club/domain";
import type { AppContext } from "../core/context.ts";
import type { Queryable } from "../core/db/connect.ts";
import { createFirstOperator } from "../desk/operators/create-operator.ts";
import { STEWARDS } from "./demo/demo-people.ts";
import { ensureSigningKey } from "../proofs/signing/signing-keys.ts";

const OWNER = "owner";
/** Without look-alike letters: it is read from a terminal. */
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH = 16;

/** What the starter prints of it: the owner's random password is shown only this once. */
export interface Seeded {
  ownerPassword: string | null;
}

type SeedContext = Pick<AppContext, "db" | "settings" | "secrets">;

/** Writes what an empty database needs to be a club; existing data stays unchanged. */
export async function seedClub(ctx: SeedContext): Promise<Seeded> {
  await seedFacts(ctx);
  return { ownerPassword: await seedOwner(ctx.db.operators, ctx.settings.ownerPassword) };
}

/** What a club works by: its name, its rule sets, its signing key. */
export async function seedFacts(ctx: SeedContext): Promise<void> {
  const db = ctx.db.operators;
  const { clubName, currency, timeZone } = ctx.settings;
  await db.query(
    "INSERT INTO club (id, name, currency, time_zone) VALUES (1, $1, $2, $3) ON CONFLICT DO NOTHING",
    [clubName, currency, timeZone],
  );
  for (const rules of Object.values(RULE_SETS)) {
    await db.query(
      "INSERT INTO rule_set (name, version, rules) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [rules.name, rules.version, JSON.stringify(rules)],
    );
  }
  await ensureSigningKey(ctx);
}

/**
 * Makes the first person at the desk: the demo's stewards are none. If two processes start at once,
 * the one whose row stands prints it.
 */
async function seedOwner(db: Queryable, given: string | undefined): Promise<string | null> {
  const { rowCount } = await db.query(
    "SELECT FROM operator WHERE user_name_key <> ALL ($1::text[]) LIMIT 1",
    [STEWARDS],
  );
  if (rowCount !== 0) return null;
  const password = given ?? newPassword();
  const owner = await createFirstOperator(db, OWNER, password);
  return owner === null || given !== undefined ? null : password;
}

function newPassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
