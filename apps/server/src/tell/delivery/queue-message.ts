import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { encrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";

export type Channel = "sms" | "email";

/** register, reset: a code for that; notice: something that the receiver should know. */
export type MessagePurpose = "register" | "reset" | "notice";

/** Something that the club tells somebody outside the app. */
export interface Message {
  channel: Channel;
  purpose: MessagePurpose;
  to: string;
  text: string;
  code: string | null;
}

/** Takes messages away: by default they only stand in the outbox. A paid provider sends them after the commit. */
export interface MessageProvider {
  /** Whether messages reach the phones that they are for: then nobody at the desk has to read a code out. */
  readonly reachesPhones: boolean;
  send(message: Message): Promise<void>;
}

type Tools = Pick<AppContext, "secrets" | "settings">;

const INSERT =
  "INSERT INTO outbox (id, channel, purpose, to_hash, cipher) VALUES ($1, $2, $3, $4, $5)";

/** Where a message is sealed. */
export function messagePlace(id: string): Place {
  return { table: "outbox", column: "cipher", id };
}

/** Puts a message in the outbox, encrypted, in the transaction of what it tells of. */
export async function putInOutbox(tools: Tools, tx: Queryable, message: Message): Promise<void> {
  const id = newId();
  const { to, text, code } = message;
  await tx.query(INSERT, [
    id,
    message.channel,
    message.purpose,
    lookupHash(tools.secrets, "outbox", to),
    encrypt(tools.secrets, messagePlace(id), JSON.stringify({ to, text, code })),
  ]);
}

/** With the demo on, a newcomer at the terminal reads the code there; a log never holds it. */
export const terminalProvider: MessageProvider = {
  reachesPhones: false,
  send: async (message) => {
    process.stdout.write(`SMS to ${message.to}: ${message.text}\n`);
  },
};

export const silentProvider: MessageProvider = {
  reachesPhones: false,
  send: async () => undefined,
};

/** Who takes this club's messages away. */
export function providerOf(settings: AppContext["settings"]): MessageProvider {
  return settings.demo && settings.mode !== "test" ? terminalProvider : silentProvider;
}

/** Takes away messages that nobody needs any more: their codes are long dead. */
export async function forgetOldMessages(db: Queryable): Promise<void> {
  await db.query("DELETE FROM outbox WHERE created_at < club_now() - interval '7 days'");
}
