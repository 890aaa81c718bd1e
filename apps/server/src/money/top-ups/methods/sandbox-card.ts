import { createHmac, timingSafeEqual } from "node:crypto";
import { cents, defineCall, id } from "@club/contract";
import type { BodyOf } from "@club/contract";
import { Refusal } from "@club/domain";
import { z } from "zod";
import type { AppContext } from "../../../core/context.ts";
import type { Queryable } from "../../../core/db/connect.ts";
import { readGroup } from "../../../core/settings/setting-groups.ts";
import { defineHook, defineTopUpMethod, topUpSettings } from "../top-up-method.ts";
import type { TopUpMethod } from "../top-up-method.ts";
import { sandboxPage } from "./sandbox-page.ts";

/** The sandbox provider's notice: signed, and accepted once. */
const notice = defineCall("POST /api/recharge/webhook/sandbox_card", {
  summary:
    "What became of a card payment. Header `sandbox-signature`: `t=SECONDS,v1=HMAC-SHA256 of t.body`, five minutes good. Repeating it changes nothing.",
  access: "public",
  body: z.object({
    event_id: z.string().min(1).max(64),
    payment_id: id,
    outcome: z.enum(["paid", "declined", "cancelled"]),
    amount_cents: cents,
    currency: z.string().max(3),
  }),
});
export type SandboxNotice = BodyOf<typeof notice>;

const GOOD_FOR_S = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MS = 1000;

/** Topping up by card at the sandbox provider: no real card, no real money. */
export const sandboxCard: TopUpMethod = defineTopUpMethod({
  id: "sandbox_card",
  leastCents: 1n,
  mostCents: 100_000_000n,
  expiresAfterHours: 1,
  isForDemo: true,
  isOpen: hasSandboxCard,
  provider: {
    payPage: async (_ctx, payment) => `/sandbox/card/${payment.id}`,
    hook: defineHook({
      call: notice,
      read: (ctx, { body, request, text }) => {
        const signature = request.headers["sandbox-signature"];
        checkSignature(ctx, { signature, text, nowMs: Date.now() });
        return {
          eventId: body.event_id,
          paymentId: body.payment_id,
          outcome: body.outcome,
          amountCents: BigInt(body.amount_cents),
          currency: body.currency,
        };
      },
    }),
    // The sandbox took no money.
    giveBack: async () => undefined,
    routes: (app, ctx) =>
      sandboxPage(app, ctx, { isOpen: hasSandboxCard, path: notice.path, sign: signEvent }),
  },
});

/**
 * Whether sandbox cards are accepted: in the demo, or where the club turned them on. They bring no
 * real money, so a real club has them off.
 */
async function hasSandboxCard(ctx: Pick<AppContext, "settings">, db: Queryable): Promise<boolean> {
  return (await readGroup(db, topUpSettings(sandboxCard), ctx.settings)).is_open;
}

/** The header sent with a notice: the second, and an HMAC over it and the raw body. */
export function signEvent(ctx: Pick<AppContext, "secrets">, body: string, nowMs: number): string {
  const second = Math.floor(nowMs / MS);
  return `t=${second},v1=${macOf(ctx, `${second}.${body}`).toString("hex")}`;
}

/** @throws card_event.refused unless the provider sent it, unaltered, within five minutes */
function checkSignature(
  ctx: Pick<AppContext, "secrets">,
  given: { signature: unknown; text: string; nowMs: number },
): void {
  const match = SIGNATURE.exec(typeof given.signature === "string" ? given.signature : "");
  const second = Number(match?.[1]);
  const mac = Buffer.from(match?.[2] ?? "", "hex");
  const expected = macOf(ctx, `${second}.${given.text}`);
  const isSigned = mac.length === expected.length && timingSafeEqual(mac, expected);
  const isFresh = Math.abs(given.nowMs / MS - second) <= GOOD_FOR_S;
  if (!isSigned || !isFresh) throw new Refusal("card_event.refused");
}

function macOf(ctx: Pick<AppContext, "secrets">, text: string): Buffer {
  const key = createHmac("sha256", ctx.secrets.codeHmacKey).update("sandbox card").digest();
  return createHmac("sha256", key).update(text).digest();
}
