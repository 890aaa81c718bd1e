import { assert } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { decrypt, encrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";
import { insertMessage } from "./outbox.queries.ts";

/**
 * register, reset, email, phone: a code for that; notice: something the receiver should know; offer:
 * what the receiver agreed to get.
 */
export type MessagePurpose = "register" | "reset" | "email" | "phone" | "notice" | "offer";

/** Something the club tells a person outside the app. */
export interface Message {
  channel: "sms" | "mail" | "alerts";
  purpose: MessagePurpose;
  to: string;
  /** Of a mail. */
  subject?: string;
  text: string;
  /** A mail as a page, beside its text. */
  html?: string;
  /** Where the receiver's mail program ends messages of this kind, with one tap. */
  stopUrl?: string | undefined;
  code: string | null;
  /** How long it is worth sending; a day unless it holds a code. */
  livesS?: number;
}

export type MessageText = Pick<Message, "to" | "subject" | "text" | "html" | "code" | "stopUrl">;

const DAY_S = 86_400;

/** The context of the encryption, unchanged since the first messages. */
export function messagePlace(id: string): Place {
  return { table: "outbox", column: "cipher", id };
}

/**
 * Queues a sealed message in the caller's transaction; the worker sends it after the commit.
 *
 * @returns its id.
 */
export async function queueMessage(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  message: Message,
): Promise<string> {
  const id = newId();
  const { to, subject, text, html, code, stopUrl } = message;
  await insertMessage(tx, {
    id,
    channel: message.channel,
    kind: message.purpose,
    toHash: lookupHash(ctx.secrets, "outbox", to),
    sealed: encrypt(
      ctx.secrets,
      messagePlace(id),
      JSON.stringify({ to, subject, text, html, code, stopUrl }),
    ),
    livesS: message.livesS ?? DAY_S,
  });
  return id;
}

/** What a message says and to whom. */
export function openMessage(
  ctx: Pick<AppContext, "secrets">,
  row: { readonly id: string; readonly sealed: Buffer | null },
): MessageText {
  assert(row.sealed !== null, "a message is sealed");
  return JSON.parse(decrypt(ctx.secrets, messagePlace(row.id), row.sealed)) as MessageText;
}
