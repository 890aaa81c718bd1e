import { createHash, randomBytes } from "node:crypto";
import type { ApiKey, KeyScope } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../operators/audit.ts";
import { insertKey, markRevoked, readKey } from "./api-keys.queries.ts";
import type { ApiKeyRow } from "./api-keys.queries.ts";

/** Makes a key recognisable wherever it turns up: in a log, a repository, a message. */
export const KEY_PREFIX = "hck_";
const KEY_BYTES = 32;
const HINT = 4;

interface By {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** A key has 256 random bits, so a plain hash of it cannot be brute-forced. */
export function hashOfKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Makes a key; it appears in the answer and nowhere else. */
export async function createKey(
  ctx: AppContext,
  form: { name: string; scopes: readonly KeyScope[]; days: number },
  by: By,
): Promise<ApiKey & { key: string }> {
  const id = newId();
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  const scopes = [...new Set(form.scopes)];
  const row = { ...form, id, scopes, hash: hashOfKey(key), hint: key.slice(-HINT) };
  return await withTransaction(ctx.db.operators, async (tx) => {
    await insertKey(tx, { ...row, operatorId: by.operator.id });
    const made = await readKey(tx, id);
    assert(made !== null, "a key that was just written is there");
    const after = { name: made.name, scopes, expires_at: wireInstant(made.expires_at) };
    await audit(tx, { action: "key.create", ...by, target: id, after });
    return { ...toApiKey(made), key };
  });
}

/** Revokes a key; a repeat changes nothing. @throws not_found */
export async function revokeKey(ctx: AppContext, id: string, by: By): Promise<ApiKey> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await readKey(tx, id);
    if (before === null) throw new Refusal("not_found");
    await markRevoked(tx, id, by.operator.id);
    await audit(tx, {
      action: "key.revoke",
      ...by,
      target: id,
      before: { state: before.state, scopes: before.scopes },
      after: { state: "revoked" },
    });
    const after = await readKey(tx, id);
    assert(after !== null, "a key is never deleted");
    return toApiKey(after);
  });
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    key_id: row.id,
    name: row.name,
    scopes: row.scopes,
    hint: row.hint,
    created_by: row.created_by,
    created_at: wireInstant(row.created_at),
    expires_at: wireInstant(row.expires_at),
    last_used_at: wireInstant(row.last_used_at),
    state: row.state,
  };
}
