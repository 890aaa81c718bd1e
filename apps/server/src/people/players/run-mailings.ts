import { inLanguage } from "@club/i18n/mail-page";
import { present } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { inTurn } from "../../core/kit/in-turn.ts";
import { readWays } from "../../tell/messages/tell-player.ts";
import { readSender, writeOffer } from "../../tell/messages/write-message.ts";
import type { Sender } from "../../tell/messages/write-message.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";
import { mayBeAddressed } from "../protection/may-be-addressed.ts";
import { stopUrlOf } from "../protection/stop-offers.ts";
import {
  countWaitingOffers,
  endMailing,
  holdSending,
  notePlayers,
  readSending,
  takeWaitingPlayers,
} from "./mailings.queries.ts";
import type { MailingRow } from "./mailings.queries.ts";
import { writePlayersDown } from "./segments.queries.ts";

/**
 * The most offers that wait for the mail provider: a code to sign up or a changed bank account never
 * stands behind more than these.
 */
const MOST_WAITING = 60;

/**
 * Goes on with every mailing: first who it is for is written down, then they are written to, by
 * turns. Each turn is one transaction, so that a process killed in it writes to nobody twice, and
 * nobody is forgotten. Clock work of the leader.
 *
 * @throws the first fault, after all other mailings had their turn
 */
export async function runMailings(ctx: AppContext): Promise<void> {
  await inTurn(await readSending(ctx.db.jobs), async (id) => {
    await withTransaction(ctx.db.jobs, async (tx) => {
      const mailing = await holdSending(tx, id);
      if (mailing === null) return;
      if (mailing.players === null) await writePlayersDown(tx, { ...mailing.rules, mailingId: id });
      else await writeToSome(ctx, tx, mailing);
    });
  });
}

async function writeToSome(ctx: AppContext, tx: Queryable, mailing: MailingRow): Promise<void> {
  const room = MOST_WAITING - (await countWaitingOffers(tx, MOST_WAITING));
  if (room <= 0) return;
  const players = await takeWaitingPlayers(tx, mailing.id, room);
  const sender = await readSender(ctx, tx);
  const outcomes = [];
  for (const playerId of players) {
    const delivery_id = await writeTo(ctx, tx, { mailing, sender, playerId });
    outcomes.push({ player_id: playerId, delivery_id });
  }
  await notePlayers(tx, mailing.id, JSON.stringify(outcomes));
  if (players.length < room) await endMailing(tx, mailing.id, "sent");
}

interface Turn {
  readonly mailing: MailingRow;
  readonly sender: Sender;
  readonly playerId: string;
}

/** Queues the mail to one player. @returns its delivery, or null for who is not written to. */
async function writeTo(ctx: AppContext, tx: Queryable, turn: Turn): Promise<string | null> {
  const { mailing, sender, playerId } = turn;
  const ways = await readWays(ctx, tx, playerId);
  if (ways.email === null || !(await mayBeAddressed(tx, playerId, "marketing"))) return null;
  const said = present(inLanguage(mailing.texts, ways.language), "a mailing has a text");
  const { subject, text, html } = writeOffer(sender, { language: said.language, ...said.text });
  const stopUrl = stopUrlOf(ctx, playerId);
  const mail = { to: ways.email, subject, text, html, code: null, stopUrl };
  return await queueMessage(ctx, tx, { channel: "mail", purpose: "offer", ...mail });
}
