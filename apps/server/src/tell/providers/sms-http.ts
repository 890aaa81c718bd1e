import { z } from "zod";
import { askProvider, ProviderFailure, providerUrl } from "../../core/http/ask-provider.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";
import { SMS_TIMEOUT_MS } from "../outbox/message-channel.ts";
import { testText } from "./test-text.ts";

const NO_SUCH_PLACE = 404;

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
          url: providerUrl(url),
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
        throw error instanceof ProviderFailure ? ofMessage(error) : error;
      }
    },
  }),
  test: testText,
});

/**
 * Any 4xx but 408 and 429 is final for the message. A token that is not taken, or an address where
 * nobody takes messages, is a fault of the connection all the same, which people hear of.
 */
function ofMessage(failure: ProviderFailure): ProviderFailure {
  const { reason, answer, said } = failure;
  const detail = { answer, said, isFinal: true };
  if (reason === "not_signed_in") return new ProviderFailure(reason, detail);
  return answer === NO_SUCH_PLACE ? new ProviderFailure("unreachable", detail) : failure;
}
