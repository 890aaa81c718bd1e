import type { TestClub } from "./club.ts";
import { defineChannel } from "../tell/delivery/define-channel.ts";
import type {
  Channel,
  ChannelOptions,
  Delivery,
  Outcome,
} from "../tell/delivery/define-channel.ts";
import { deliverDue } from "../tell/delivery/deliver.ts";
import { openMessage, queueMessage } from "../tell/outbox/queue-message.ts";

export const OK: Outcome = { kind: "delivered", answer: 200 };
export const AWAY: Outcome = { kind: "retry", error: "server", answer: 503 };

/** A channel whose other side the test plays; what it was sent, by phone, in order. */
export function channelOf(
  send: (to: string, delivery: Delivery) => Outcome | Promise<Outcome>,
  rules: Partial<ChannelOptions<string>> = {},
): { told: string[]; ids: string[]; channel: Channel } {
  const told: string[] = [];
  const ids: string[] = [];
  const channel = defineChannel<string>({
    name: "sms",
    isOn: () => true,
    waitsS: [10, 100],
    timeoutMs: 20_000,
    atOnce: 10,
    perRecipient: 2,
    keepDays: { made: 7 },
    recipients: async (ctx, deliveries) =>
      new Map(deliveries.map((each) => [each.id, openMessage(ctx, each).to])),
    send: async (_ctx, delivery, to) => {
      told.push(to);
      ids.push(delivery.id);
      return await send(to, delivery);
    },
    ...rules,
  });
  return { told, ids, channel };
}

export async function queue(club: TestClub, to: string, livesS = 600): Promise<void> {
  const message = { channel: "sms", purpose: "notice", to, text: "", code: null, livesS } as const;
  await queueMessage(club.ctx, club.ctx.db.jobs, message);
}

export const deliver = async (club: TestClub, ...channels: Channel[]): Promise<number> =>
  await deliverDue(club.ctx, channels);
export const dueNow = async (club: TestClub): Promise<unknown> =>
  await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
export const rows = async (club: TestClub): Promise<Record<string, unknown>[]> =>
  await club.query(
    `SELECT state, attempts, error, answer, extract(epoch FROM next_at - club_now())::float AS waits,
       ended_at IS NOT NULL AS ended FROM delivery ORDER BY id`,
  );
