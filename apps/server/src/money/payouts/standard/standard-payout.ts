import { Refusal } from "@club/domain";
import { z } from "zod";
import {
  askStandard,
  checkStandardNotice,
  testStandard,
} from "../../../core/http/standard-provider.ts";
import type { StandardAccess } from "../../../core/http/standard-provider.ts";
import { ProviderFailure } from "../../../core/http/ask-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import type { PayoutAdapter, PayoutNews } from "../payout-adapter.ts";

const PATH = "/payouts";
const name = z.string().max(200).nullish();
const answer = z.object({ payout_id: name, status: z.string().nullish() });
const notice = z.object({
  type: z.string().max(60),
  data: z.object({
    payout_id: name,
    reference: name,
    amount_cents: z.int().nullish(),
    currency: z.string().max(3).nullish(),
  }),
});

const OUTCOMES: Readonly<Record<string, PayoutNews["outcome"]>> = {
  "payout.paid": "paid",
  "payout.failed": "failed",
};

interface Adapter extends PayoutAdapter {
  readonly access: StandardAccess;
}

/** Payouts by the plain interface that docs/opening.md describes. */
export const standardPayout = defineProvider({
  kind: "payout",
  name: "standard",
  fields: {
    url: {
      env: "payoutUrl",
      orElse: "paymentUrl",
      isSecret: false,
      isRequired: true,
      schema: z.url(),
    },
    key: {
      env: "payoutKey",
      orElse: "paymentKey",
      isSecret: true,
      isRequired: true,
      schema: z.string().min(1).max(500),
    },
    secret: {
      env: "payoutWebhookSecret",
      orElse: "paymentWebhookSecret",
      isSecret: true,
      isRequired: true,
      schema: z.string().min(1).max(500),
    },
  },
  connect: ({ url, key, secret }, { isFromMachine }): Adapter => {
    const access = { url, key, isFromMachine };
    return {
      access,
      pay: async (idempotencyKey, body) => {
        const said = answer.safeParse(
          await askStandard(access, { path: PATH, body, idempotencyKey }),
        );
        if (!said.success) throw new ProviderFailure("unreadable");
        const { payout_id: payoutId = null, status } = said.data;
        const isKnown = status === "paid" || status === "failed";
        return { payoutId, status: isKnown ? status : "pending" };
      },
      readNotice: ({ headers, text, body }) => {
        const noticeId = checkStandardNotice(secret, { headers, text });
        const read = notice.safeParse(body);
        if (!read.success) throw new Refusal("request.invalid", { field: "body" });
        const { type, data } = read.data;
        return {
          noticeId,
          type,
          outcome: OUTCOMES[type] ?? null,
          payoutId: data.payout_id ?? null,
          reference: data.reference ?? null,
          amountCents:
            data.amount_cents === undefined || data.amount_cents === null
              ? null
              : BigInt(data.amount_cents),
          currency: data.currency ?? null,
        };
      },
    };
  },
  test: async (adapter) => await testStandard((adapter as Adapter).access, PATH),
});
