import { z } from "zod";
import { askProvider, ProviderFailure } from "../../core/http/ask-provider.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";
import { SMS_TIMEOUT_MS } from "../outbox/message-channel.ts";
import { testText } from "./test-text.ts";

/** Text messages by one HTTP call: a gateway of the club's own, or a small adapter to any other. */
export const smsHttp = defineProvider({
  kind: "sms",
  name: "http",
  fields: {
    url: {
      env: "smsUrl",
      isSecret: true,
      isRequired: true,
      schema: z.string().regex(/^https?:\/\/\S+$/),
    },
    token: { env: "smsToken", isSecret: true, isRequired: false, schema: z.string().max(500) },
    from: { env: "smsFrom", isSecret: false, isRequired: false, schema: z.string().max(60) },
  },
  connect: ({ url, token, from }, { isFromMachine }) => ({
    send: async ({ id, to, text }) => {
      try {
        await askProvider({
          method: "POST",
          url: new URL(url),
          headers: {
            "content-type": "application/json",
            ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ id, to, from, text }),
          timeoutMs: SMS_TIMEOUT_MS,
          isFromMachine,
        });
        return { ref: null };
      } catch (error) {
        // Any 4xx but 408 and 429 is final here, also one that says who may not send.
        if (error instanceof ProviderFailure && error.reason === "not_signed_in") {
          throw new ProviderFailure("refused", { answer: error.answer, said: error.said });
        }
        throw error;
      }
    },
  }),
  test: testText,
});
