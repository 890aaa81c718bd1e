import { z } from "zod";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import type { FailureReason } from "../../core/http/ask-provider.ts";
import { defineProvider } from "../../desk/connections/define-provider.ts";
import type { Report } from "../outbox/message-channel.ts";
import { TextsInParts } from "./smpp-parts.ts";
import { connectSmpp, isGsm } from "./smpp-session.ts";
import type { SmppSession } from "./smpp-session.ts";
import { testText } from "./test-text.ts";

/** Command statuses of SMPP 3.4 (table 5-2) that are not simply a fault of the server. */
const REASONS: Readonly<Record<number, FailureReason>> = {
  0x0a: "refused", // invalid source
  0x0b: "refused", // invalid destination
  0x0d: "not_signed_in",
  0x0e: "not_signed_in",
  0x0f: "not_signed_in",
  0x14: "busy", // queue full
  0x58: "busy", // throttled
};
const UCS2 = 8;

/** Text messages by SMPP 3.4 over one session that stays; receipts come back on it. */
export const smpp = defineProvider({
  kind: "sms",
  name: "smpp",
  fields: {
    url: {
      env: "smsUrl",
      isSecret: true,
      isRequired: true,
      schema: z.string().regex(/^smpps?:\/\/\S+$/),
    },
    from: { env: "smsFrom", isSecret: false, isRequired: false, schema: z.string().max(60) },
  },
  connect: ({ url, from }, { isFromMachine }) => {
    let listen: (report: Report) => void = () => undefined;
    const texts = new TextsInParts((report) => listen(report));
    let session: Promise<SmppSession> | null = null;
    const opened = async (): Promise<SmppSession> => {
      session ??= connectSmpp(url, {
        isFromMachine,
        onReceipt: (report) => texts.report(report),
        onEnd: () => {
          session = null;
        },
      });
      try {
        return await session;
      } catch (error) {
        session = null;
        throw error;
      }
    };
    return {
      send: async ({ id, to, text }) => {
        const open = await opened();
        const ref = await texts.send(id, text, async (part) => {
          const answer = await open.submit({
            source_addr: from,
            destination_addr: to.replace(/^\+/, ""),
            dest_addr_ton: 1,
            dest_addr_npi: 1,
            registered_delivery: 1,
            data_coding: isGsm(text) ? 0 : UCS2,
            short_message: part,
          });
          const { command_status: status = 0, message_id: name } = answer;
          if (status !== 0)
            throw new ProviderFailure(REASONS[status] ?? "server", { answer: status });
          return typeof name === "string" && name !== "" ? name : null;
        });
        return { ref };
      },
      onReport: (handler) => {
        listen = handler;
      },
      close: () => {
        session?.then(
          (open) => open.close(),
          () => undefined,
        );
      },
    };
  },
  test: testText,
});
