import { clubNameOf } from "../../desk/club-settings/club-groups.ts";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { askProvider, ProviderFailure } from "../../core/http/ask-provider.ts";
import { newId } from "../../core/kit/ids.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";
import type { AlertsAdapter } from "../outbox/alerts-channel.ts";
import { webhookHeaders } from "../webhooks/sign-webhook.ts";

const MS = 1000;
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const ADDRESSES = /^[^\s@,]+@[^\s@,]+(,[^\s@,]+@[^\s@,]+)*$/;
const TEST = "this is a test of the club's alerts";

/** Alerts to operators: mails, and a webhook signed as Standard Webhooks asks. */
export const clubAlerts = defineProvider({
  kind: "alerts",
  name: "club",
  fields: {
    mail: {
      env: "alertsMail",
      isSecret: false,
      isRequired: false,
      schema: z.string().regex(ADDRESSES),
    },
    url: {
      env: "alertsUrl",
      isSecret: false,
      isRequired: false,
      schema: z.string().regex(/^https?:\/\/\S+$/),
    },
    secret: {
      env: "alertsSecret",
      isSecret: true,
      isRequired: false,
      schema: z.string().regex(SECRET),
    },
  },
  connect: ({ mail, url, secret }, { isFromMachine }): AlertsAdapter => ({
    mailTo: mail.split(",").filter((address) => address !== ""),
    hook:
      url === ""
        ? null
        : {
            url,
            post: async ({ id, at, body }) => {
              // Whoever hears an alert must be able to tell that it is the club's.
              if (!SECRET.test(secret)) throw new ProviderFailure("not_signed_in");
              const signed = { id, timestamp: Math.floor(at.getTime() / MS), body };
              await askProvider({
                method: "POST",
                url: new URL(url),
                headers: {
                  "content-type": "application/json",
                  ...webhookHeaders(signed, [secret]),
                },
                body,
                isFromMachine,
              });
            },
          },
  }),
  test: async ({ mailTo, hook }, { ctx }) => {
    const clubName = await clubNameOf(ctx, ctx.db.operators);
    const [id, at] = [newId(), new Date()];
    const body = bodyOf("alert.test", at, { text: `${clubName}: ${TEST}` });
    await hook?.post({ id, at, body });
    if (mailTo.length === 0) return;
    const mails = await ctx.connections.open("mail");
    if (mails === null) throw new Refusal("connection.off", { kind: "mail" });
    const post: MailPost = mails.adapter;
    for (const to of mailTo) {
      const text = `${clubName}: ${TEST}.`;
      await post.send({ id: newId(), to, subject: `${clubName}: test`, text, html: null });
    }
  },
});

/** As much of the mails' adapter as a test needs. */
interface MailPost {
  readonly send: (mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: null;
  }) => Promise<unknown>;
}

export type AlertType = "alert.began" | "alert.ended" | "alert.test";

/** The body of the webhook. */
export function bodyOf(type: AlertType, at: Date, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
