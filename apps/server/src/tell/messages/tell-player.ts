import { isLanguage } from "@club/i18n";
import type { Language } from "@club/i18n";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { reaches } from "../outbox/message-channel.ts";
import { queueMessage } from "../outbox/queue-message.ts";
import { MESSAGE_KINDS } from "./message-kinds.ts";
import type { FactsOf, MessageKindName } from "./message-kinds.ts";
import { readSender, writeMessage } from "./write-message.ts";

export type TellContext = Pick<AppContext, "secrets" | "settings" | "connections">;

/** Where a player can be reached, and in which language. */
export interface PlayerWays {
  readonly phone: string | null;
  readonly email: string | null;
  readonly language: Language;
  /** Nobody bars, holds or froze the player. */
  readonly mayBeAddressed: boolean;
  readonly refused: readonly string[];
}

export interface Telling<K extends MessageKindName> {
  readonly kind: K;
  readonly facts: FactsOf<K>;
}

/** Where a player's phone number is sealed. */
export function phonePlace(playerId: string): Place {
  return { table: "player", column: "phone_cipher", id: playerId };
}

/** Where a player's e-mail address is sealed. */
export function emailPlace(playerId: string): Place {
  return { table: "player", column: "email_cipher", id: playerId };
}

/** Tells a player something outside the app, in the transaction of what it tells. */
export async function tellPlayer<K extends MessageKindName>(
  ctx: TellContext,
  tx: Queryable,
  told: Telling<K> & { readonly playerId: string },
): Promise<void> {
  await tellWays(ctx, tx, { ...told, ways: await readWays(ctx, tx, told.playerId) });
}

/**
 * As above, on channels read before they changed, so that the old address is told about the new
 * one.
 */
export async function tellWays<K extends MessageKindName>(
  ctx: TellContext,
  tx: Queryable,
  { kind, facts, ways }: Telling<K> & { readonly ways: PlayerWays },
): Promise<void> {
  const { askedBy } = MESSAGE_KINDS[kind];
  if (askedBy === "wish" && (!ways.mayBeAddressed || ways.refused.includes(kind))) return;
  const email = (await reaches(ctx, "mail")) ? ways.email : null;
  const usesPhone = askedBy === "safety" || (askedBy === "law" && email === null);
  const { subject, text, html, short } = writeMessage(await readSender(ctx, tx), {
    kind,
    language: ways.language,
    facts,
  });
  const notice = { purpose: "notice", code: null } as const;
  if (email !== null) {
    await queueMessage(ctx, tx, { ...notice, channel: "mail", to: email, subject, text, html });
  }
  if (usesPhone && ways.phone !== null) {
    await queueMessage(ctx, tx, { ...notice, channel: "sms", to: ways.phone, text: short });
  }
}

interface WaysRow extends Record<string, unknown> {
  phone_cipher: Buffer | null;
  email_cipher: Buffer | null;
  language: string;
  messages_off: string[];
  may: boolean;
}

const WAYS = `
  SELECT phone_cipher, email_cipher, language, messages_off,
    player_verdict(status, bar, bar_until, review, club_now()) IS NULL AS may
  FROM player WHERE id = $1`;

/** By primary key, no lock. */
export async function readWays(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  playerId: string,
): Promise<PlayerWays> {
  const { rows } = await tx.query<WaysRow>(WAYS, [playerId]);
  const [row] = rows;
  return {
    phone: opened(ctx, phonePlace(playerId), row?.phone_cipher),
    email: opened(ctx, emailPlace(playerId), row?.email_cipher),
    language: isLanguage(row?.language) ? row.language : "en",
    mayBeAddressed: row?.may === true,
    refused: row?.messages_off ?? [],
  };
}

/**
 * A phone number or address encrypted with another key cannot be used, but must not stop a payment.
 */
function opened(
  ctx: Pick<AppContext, "secrets">,
  place: Place,
  sealed: Buffer | null | undefined,
): string | null {
  if (sealed === null || sealed === undefined) return null;
  try {
    return decrypt(ctx.secrets, place, sealed);
  } catch {
    return null;
  }
}
