import { decrypt } from "../../../core/kit/cipher.ts";
import type { AppContext } from "../../../core/context.ts";
import { callOutside, type OutsideTransport } from "../../../core/http/call-outside.ts";
import { readWebhookUrl } from "../../webhooks/webhook-address.ts";
import { webhookHeaders } from "../../webhooks/sign-webhook.ts";
import { forgetOld, noteAnswer, takeDue } from "../../webhooks/webhooks.queries.ts";
import type { DueDelivery } from "../../webhooks/webhooks.queries.ts";
import { secretPlace } from "../../webhooks/keep-webhooks.ts";

const PATIENCE_MS = 10_000;
const MINUTE = 60;
const HOUR = 3600;
/** Seconds after each try, until the message is given up about three days later. */
const WAITS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const MOST_TRIES = WAITS.length + 1;
const AT_ONCE = 20;
const MS = 1000;
/** 410: the program says that it wants nothing any more. */
const GONE = 410;

/** Sends what is due, each message once; how many were tried. */
export async function sendWebhooks(
  ctx: AppContext,
  transport: OutsideTransport<string> = callOutside(PATIENCE_MS),
): Promise<number> {
  const due = await takeDue(ctx.db.jobs, WAITS, AT_ONCE);
  await Promise.all(due.map(async (delivery) => await send(ctx, delivery, transport)));
  return due.length;
}

async function send(
  ctx: AppContext,
  delivery: DueDelivery,
  transport: OutsideTransport<string>,
): Promise<void> {
  const { id, body, attempts } = delivery;
  const url = readWebhookUrl(delivery.url);
  const code =
    url === null ? 0 : (await transport({ url, body, headers: headersOf(ctx, delivery) })).status;
  const isTaken = code >= 200 && code < 300;
  const isOver = code === GONE || attempts >= MOST_TRIES;
  const status = isTaken ? "delivered" : isOver ? "given_up" : "waiting";
  await noteAnswer(ctx.db.jobs, id, { status, code });
}

function headersOf(ctx: AppContext, delivery: DueDelivery): Record<string, string> {
  const { id, body, endpoint_id: endpointId } = delivery;
  const place = secretPlace(endpointId);
  const sealed = [delivery.secret, delivery.old_secret].filter((each) => each !== null);
  const secrets = sealed.map((each) => decrypt(ctx.secrets, place, each));
  const timestamp = Math.floor(delivery.sent_at.getTime() / MS);
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "horse-club-webhooks/1",
    ...webhookHeaders({ id, timestamp, body }, secrets),
  };
}

export async function tidyWebhooks(ctx: AppContext): Promise<void> {
  await forgetOld(ctx.db.jobs);
}
