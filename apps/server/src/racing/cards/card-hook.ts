import { timingSafeEqual } from "node:crypto";
import { present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { decrypt, encrypt, type Place } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { newWebhookSecret, webhookHeaders } from "../../tell/webhooks/sign-webhook.ts";
import type { By } from "./decide-arrival.ts";

const PLACE: Place = { table: "card_hook", column: "secret", id: "cards" };
/** A message older or further ahead than this is refused, so an old one cannot be replayed. */
const WINDOW_SECONDS = 5 * 60;
const MOST_LETTERS = 200;
const MS = 1000;

/** Turns the webhook on, or changes its secret, shown only now; the old one works a day more. */
export async function makeCardHook(ctx: AppContext, by: By): Promise<string> {
  const secret = newWebhookSecret();
  await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ is_new: boolean }>(
      `INSERT INTO card_hook (secret, created_by) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE SET old_secret = card_hook.secret,
         old_until = club_now_ms() + interval '24 hours', secret = excluded.secret,
         created_by = excluded.created_by, created_at = club_now_ms()
       RETURNING old_secret IS NULL AS is_new`,
      [encrypt(ctx.secrets, PLACE, secret), by.operator.id],
    );
    const action = rows[0]?.is_new === true ? "card_hook.create" : "card_hook.rotate";
    await audit(tx, { action, ...by });
  });
  return secret;
}

export async function removeCardHook(ctx: AppContext, by: By): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await tx.query("DELETE FROM card_hook");
    await audit(tx, { action: "card_hook.remove", ...by });
  });
}

export interface CardHook {
  readonly is_on: boolean;
  readonly created_at: string | null;
  readonly old_until: string | null;
  readonly last_at: string | null;
}

export async function readCardHook(ctx: AppContext): Promise<CardHook> {
  const { rows } = await ctx.db.operators.query<{
    created_at: Date | null;
    old_until: Date | null;
    last_at: Date | null;
  }>(
    `SELECT h.created_at, CASE WHEN h.old_until > club_now() THEN h.old_until END AS old_until, a.last_at
     FROM (SELECT max(arrived_at) AS last_at FROM card_arrival WHERE source = 'hook') a
     LEFT JOIN card_hook h ON true`,
  );
  const { created_at, old_until, last_at } = present(rows[0], "one row without a table");
  return {
    is_on: created_at !== null,
    created_at: wireInstant(created_at),
    old_until: wireInstant(old_until),
    last_at: wireInstant(last_at),
  };
}

/**
 * The id of a message that a valid secret signed recently. Refusals are logged, as far as the
 * call's rate limit lets them get here.
 *
 * @throws hook.signature
 */
export async function requireSigned(
  ctx: AppContext,
  request: FastifyRequest,
  body: string,
): Promise<string> {
  const fault = await faultOf(ctx, request, body);
  const id = headerOf(request, "webhook-id");
  if (fault === null) return id;
  await audit(ctx.db.operators, {
    action: "card_hook.refused",
    target: id === "" ? undefined : id,
    after: { reason: fault, address: request.ip },
  });
  throw new Refusal("hook.signature", { reason: fault });
}

type Fault = "off" | "headers" | "time" | "signature";

async function faultOf(
  ctx: AppContext,
  request: FastifyRequest,
  body: string,
): Promise<Fault | null> {
  const id = headerOf(request, "webhook-id");
  const timestamp = headerOf(request, "webhook-timestamp");
  const given = headerOf(request, "webhook-signature").split(" ");
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return "headers";
  const secrets = await goodSecrets(ctx);
  if (secrets.length === 0) return "off";
  const own = webhookHeaders({ id, timestamp: Number(timestamp), body }, secrets);
  const expected = own["webhook-signature"].split(" ");
  if (!expected.some((one) => given.some((other) => isSame(one, other)))) return "signature";
  return Math.abs(Date.now() / MS - Number(timestamp)) > WINDOW_SECONDS ? "time" : null;
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value.slice(0, MOST_LETTERS) : "";
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function goodSecrets(ctx: AppContext): Promise<string[]> {
  const { rows } = await ctx.db.operators.query<{ secret: Buffer; old_secret: Buffer | null }>(
    `SELECT secret, CASE WHEN old_until > club_now() THEN old_secret END AS old_secret FROM card_hook`,
  );
  return rows
    .flatMap(({ secret, old_secret }) => (old_secret === null ? [secret] : [secret, old_secret]))
    .map((sealed) => decrypt(ctx.secrets, PLACE, sealed));
}
