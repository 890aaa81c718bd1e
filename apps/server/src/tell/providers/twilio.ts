import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { askProviderJson, ProviderFailure, providerUrl } from "../../core/http/ask-provider.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";
import { SMS_TIMEOUT_MS } from "../outbox/message-channel.ts";
import type { Report } from "../outbox/message-channel.ts";
import { testText } from "./test-text.ts";

const BASE = "https://api.twilio.com";
const created = z.object({ sid: z.string().min(1).max(64) });

/** Statuses of a message that are its end; the others are on the way to one. */
const ENDS: Readonly<Record<string, Report["state"]>> = {
  delivered: "delivered",
  undelivered: "failed",
  failed: "failed",
};

/** Text messages by Twilio's Messages call, with its signed status callbacks. */
export const twilio = defineProvider({
  kind: "sms",
  name: "twilio",
  fields: {
    url: {
      env: "smsUrl",
      isSecret: true,
      isRequired: false,
      schema: z.union([z.literal(""), z.string().regex(/^https?:\/\/\S+$/)]),
    },
    token: {
      env: "smsToken",
      isSecret: true,
      isRequired: true,
      schema: z.string().regex(/^[^:\s]+:\S+$/),
    },
    from: { env: "smsFrom", isSecret: false, isRequired: true, schema: z.string().min(1).max(60) },
  },
  connect: ({ url, token, from }, { isFromMachine, publicUrl }) => {
    const colon = token.indexOf(":");
    const [account, secret] = [token.slice(0, colon), token.slice(colon + 1)] as const;
    const base = url === "" ? BASE : url.replace(/\/$/, "");
    const messages = `${base}/2010-04-01/Accounts/${account}/Messages.json`;
    return {
      send: async ({ to, text }) => {
        const form = new URLSearchParams({ To: to, From: from, Body: text });
        if (publicUrl !== "") form.set("StatusCallback", `${publicUrl}/api/hooks/sms/twilio`);
        const answer = await askProviderJson({
          method: "POST",
          url: providerUrl(messages),
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            authorization: `Basic ${Buffer.from(token).toString("base64")}`,
          },
          body: form.toString(),
          timeoutMs: SMS_TIMEOUT_MS,
          isFromMachine,
        });
        const read = created.safeParse(answer);
        if (!read.success) throw new ProviderFailure("unreadable");
        return { ref: read.data.sid };
      },
      readReport: ({ url: called, headers, fields }) => {
        checkSignature(secret, { called, headers, fields });
        const { MessageSid: ref = "", MessageStatus: status = "" } = fields;
        const state = ENDS[status];
        return ref === "" || state === undefined ? null : { ref, state };
      },
    };
  },
  test: testText,
});

/** `X-Twilio-Signature`: HMAC-SHA1 of the address and the sorted fields. @throws hook.refused */
function checkSignature(
  secret: string,
  notice: {
    called: string;
    headers: Readonly<Record<string, unknown>>;
    fields: Readonly<Record<string, string>>;
  },
): void {
  // By an empty key anybody can sign.
  if (secret === "") throw new Refusal("hook.refused");
  const { called, headers, fields } = notice;
  const text = Object.keys(fields)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .reduce((sum, name) => sum + name + (fields[name] ?? ""), called);
  const expected = createHmac("sha1", secret).update(text).digest();
  const given = headers["x-twilio-signature"];
  const mac = Buffer.from(typeof given === "string" ? given : "", "base64");
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) {
    throw new Refusal("hook.refused");
  }
}
