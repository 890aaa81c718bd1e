import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { VerificationPurpose } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { isId, newId } from "../../core/kit/ids.ts";
import { isLanguage } from "@club/i18n";
import type { Language } from "@club/i18n";
import { readSender, writeMessage } from "../../tell/messages/write-message.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";
import type { Sender } from "../../tell/messages/write-message.ts";
import type { Message } from "../../tell/outbox/queue-message.ts";
import { leavesTheClub } from "../../tell/outbox/message-channel.ts";
import { decrypt, lookupHash } from "../../core/kit/cipher.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { parsePhone } from "../../core/kit/phone.ts";
import { requireAddressRoom, requireBudget, requireCountry } from "./sms-limits.ts";

const CODE_DIGITS = 6;
const CODES = 10 ** CODE_DIGITS;
const EXPIRES_IN_S = 300;
/** The year 9999: later instants cannot be ours. */
const LAST_INSTANT_MS = 253_402_300_799_999;

/** What a code is for; that to a player's new phone is good for that player alone. */
export type CodePurpose =
  | { readonly purpose: VerificationPurpose }
  | { readonly purpose: "phone"; readonly playerId: string };

/** What the client sends back together with the code. */
export interface Verification {
  verification_id: string;
  timestamp: number;
  expires_in: number;
}

interface Begun {
  made_at: Date | null;
  wait_seconds: number;
  has_player: boolean;
}

/**
 * Sends a code to a phone. Answer and work are the same whether the phone has an account or not.
 *
 * @throws verification.too_soon, verification.spent, phone.country, request.invalid
 */
export async function sendVerification(
  ctx: AppContext,
  asked: CodePurpose & {
    readonly phone: string;
    readonly email?: string | null | undefined;
    readonly address: string;
    readonly language: string;
  },
): Promise<Verification> {
  const phone = parsePhone(asked.phone);
  requireCountry(ctx.settings, phone);
  const id = newId();
  const code = String(randomInt(CODES)).padStart(CODE_DIGITS, "0");
  const hmac = hmacOf(ctx, { id, phone, purpose: boundTo(asked), code });
  const madeAt = await withTransaction(ctx.db.browsing, async (tx) => {
    const addressHash = await requireAddressRoom(ctx, tx, asked.address);
    await requireBudget(ctx, tx);
    const begun = await begin(ctx, tx, { id, phone, purpose: asked.purpose, hmac });
    if (begun.made_at === null) {
      throw new Refusal("verification.too_soon", { retry_after: Math.ceil(begun.wait_seconds) });
    }
    if (addressHash !== null) await tx.query(NOTE_ADDRESS, [id, addressHash]);
    const hasUse = asked.purpose !== "reset" || begun.has_player;
    const email = await mailFor(ctx, tx, { ...asked, phone });
    if (email !== null) await tx.query(NOTE_EMAIL, [id, emailHash(ctx, email)]);
    const message = messageOf(await readSender(ctx, tx), {
      to: email ?? phone,
      purpose: asked.purpose,
      code: hasUse ? code : null,
      language: await languageOf(tx, phoneHash(ctx, phone), asked.language),
    });
    await queueMessage(ctx, tx, message);
    return begun.made_at;
  });
  return { verification_id: id, timestamp: madeAt.getTime(), expires_in: EXPIRES_IN_S };
}

const NOTE_EMAIL = "UPDATE verification SET email_hash = $2 WHERE id = $1";

/**
 * The address that a code goes to where the club sends mail and no text messages: to register, the
 * one that was given; for a new password, the one that the account has proved. Null: to the phone.
 */
async function mailFor(
  ctx: AppContext,
  tx: Queryable,
  asked: { phone: string; email?: string | null | undefined; purpose: CodePurpose["purpose"] },
): Promise<string | null> {
  if (asked.purpose === "phone") return null;
  if (await leavesTheClub(ctx, "sms")) return null;
  if (!(await leavesTheClub(ctx, "mail"))) return null;
  if (asked.purpose === "register") return asked.email ?? null;
  const { rows } = await tx.query<{ id: string; email_cipher: Buffer | null }>(
    "SELECT id, email_cipher FROM player WHERE phone_hash = $1 AND email_proved_at IS NOT NULL",
    [phoneHash(ctx, asked.phone)],
  );
  const [player] = rows;
  if (player === undefined || player.email_cipher === null) return null;
  return decrypt(ctx.secrets, emailPlace(player.id), player.email_cipher);
}

function emailHash(ctx: Pick<AppContext, "secrets">, email: string): Buffer {
  return lookupHash(ctx.secrets, "email", email.toLowerCase());
}

/** The address of a new account, and whether the right code had gone there. */
export async function emailOf(
  ctx: AppContext,
  tx: Queryable,
  asked: { email: string | null | undefined; verificationId: string },
): Promise<{ address: string; isProved: boolean } | null> {
  const address = asked.email ?? null;
  if (address === null) return null;
  const { rowCount } = await tx.query(
    "SELECT FROM verification WHERE id = $1 AND email_hash = $2",
    [asked.verificationId, emailHash(ctx, address)],
  );
  return { address, isProved: rowCount === 1 };
}

const NOTE_ADDRESS = "UPDATE verification SET address_hash = $2 WHERE id = $1";

const KIND_OF = { register: "register", reset: "reset", phone: "phone_code" } as const;

/**
 * Whoever asks to reset an account that does not exist gets no code; the owner of the phone is told
 * why. The language is the account's, or the browser's where there is none.
 */
function messageOf(
  ctx: Sender,
  asked: { to: string; purpose: CodePurpose["purpose"]; code: string | null; language: Language },
): Message {
  const { to, purpose, code, language } = asked;
  const { subject, text, html, short } =
    code === null
      ? writeMessage(ctx, { kind: "no_account", language, facts: {} })
      : writeMessage(ctx, { kind: KIND_OF[purpose], language, facts: { code } });
  const message = { purpose, to, code, livesS: EXPIRES_IN_S };
  return to.includes("@")
    ? { ...message, channel: "mail", subject, text, html }
    : { ...message, channel: "sms", text: short };
}

async function languageOf(tx: Queryable, hash: Buffer, browsers: string): Promise<Language> {
  const { rows } = await tx.query<{ language: string }>(
    "SELECT language FROM player WHERE phone_hash = $1",
    [hash],
  );
  const language = rows[0]?.language ?? browsers;
  return isLanguage(language) ? language : "en";
}

async function begin(
  ctx: AppContext,
  tx: Queryable,
  asked: { id: string; phone: string; purpose: string; hmac: Buffer },
): Promise<Begun> {
  const { rows } = await tx.query<Begun & Record<string, unknown>>(
    "SELECT made_at, wait_seconds, has_player FROM begin_verification($1, $2, $3, $4, $5)",
    [asked.id, phoneHash(ctx, asked.phone), asked.purpose, asked.hmac, ctx.settings.rateFactor],
  );
  return rows[0] ?? { made_at: null, wait_seconds: 1, has_player: false };
}

/** A code as a client sends it back. */
export interface CodeSent {
  verification_id: string;
  timestamp: number | string;
  phone: string;
  code: string | number;
}

const TRY = `
  UPDATE verification SET tries = tries + 1
  WHERE id = $1 AND phone_hash = $2 AND purpose = $3 AND created_at = to_timestamp($4::double precision / 1000)
    AND tries < 5 AND used_at IS NULL AND created_at > club_now() - interval '5 minutes'
  RETURNING code_hmac`;

const USE = "UPDATE verification SET used_at = club_now_ms() WHERE id = $1 AND used_at IS NULL";

/** A right code; `useCode` spends it in the transaction of what it was asked for. */
export interface RightCode {
  verificationId: string;
  phone: string;
  phoneHash: Buffer;
}

/**
 * Checks a code; the attempt counts whatever the outcome.
 *
 * @throws verification.refused, request.invalid
 */
export async function checkCode(
  ctx: AppContext,
  sent: CodeSent,
  asked: CodePurpose,
): Promise<RightCode> {
  const phone = parsePhone(sent.phone);
  const id = sent.verification_id.toLowerCase();
  const timestamp = Number(sent.timestamp);
  const code =
    typeof sent.code === "number" ? String(sent.code).padStart(CODE_DIGITS, "0") : sent.code.trim();
  if (
    !isId(id) ||
    !Number.isSafeInteger(timestamp) ||
    timestamp < 0 ||
    timestamp > LAST_INSTANT_MS
  ) {
    throw new Refusal("verification.refused");
  }
  const hash = phoneHash(ctx, phone);
  const { rows } = await ctx.db.browsing.query<{ code_hmac: Buffer }>(TRY, [
    id,
    hash,
    asked.purpose,
    timestamp,
  ]);
  const expected = rows[0]?.code_hmac;
  const given = hmacOf(ctx, { id, phone, purpose: boundTo(asked), code });
  if (expected === undefined || !timingSafeEqual(expected, given))
    throw new Refusal("verification.refused");
  return { verificationId: id, phone, phoneHash: hash };
}

/**
 * Spends a code: of two requests that use it at once, one succeeds.
 *
 * @throws verification.refused
 */
export async function useCode(tx: Queryable, code: RightCode): Promise<void> {
  const { rowCount } = await tx.query(USE, [code.verificationId]);
  if (rowCount !== 1) throw new Refusal("verification.refused");
}

/** Finds the same phone again without storing it. */
export function phoneHash(ctx: Pick<AppContext, "secrets">, phone: string): Buffer {
  return lookupHash(ctx.secrets, "phone", phone);
}

function boundTo(asked: CodePurpose): string {
  return asked.purpose === "phone" ? `phone ${asked.playerId}` : asked.purpose;
}

function hmacOf(
  ctx: Pick<AppContext, "secrets">,
  parts: { id: string; phone: string; purpose: string; code: string },
): Buffer {
  const { id, phone, purpose, code } = parts;
  return createHmac("sha256", ctx.secrets.codeHmacKey)
    .update(JSON.stringify(["code", id, phone, purpose, code]))
    .digest();
}
