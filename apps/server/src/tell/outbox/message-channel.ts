import type { AppContext } from "../../core/context.ts";
import { defineChannel } from "../delivery/define-channel.ts";
import type { Channel, Outcome } from "../delivery/define-channel.ts";
import { openMessage } from "./queue-message.ts";
import type { MessageText } from "./queue-message.ts";

type Settings = AppContext["settings"];

/** Takes messages away to whom they are for. */
export interface MessageProvider {
  /** Whether messages reach the phones that they are for: then nobody at the desk has to read a code out. */
  readonly reachesPhones: boolean;
  /** Null: takes nothing, so that messages stand in the outbox. The id is the same at every try. */
  readonly send: ((message: MessageText & { readonly id: string }) => Promise<Outcome>) | null;
}

export const silentProvider: MessageProvider = { reachesPhones: false, send: null };

const MINUTE = 60;
const HOUR = 3600;

/** A channel of messages for one phone or address, which a provider takes away. */
export function messageChannel(
  name: "sms" | "mail",
  providerOf: (settings: Settings) => MessageProvider,
): Channel {
  return defineChannel({
    name,
    isOn: ({ settings }) => providerOf(settings).send !== null,
    // As long as a code lives every half minute or so; a notice for the day that it is good for.
    waitsS: [
      10,
      20,
      30,
      MINUTE,
      2 * MINUTE,
      5 * MINUTE,
      15 * MINUTE,
      30 * MINUTE,
      HOUR,
      2 * HOUR,
      4 * HOUR,
      6 * HOUR,
      8 * HOUR,
    ],
    timeoutMs: 30_000,
    atOnce: 20,
    perRecipient: 4,
    keepDays: { made: 7 },
    recipients: async (ctx, deliveries) => {
      const provider = providerOf(ctx.settings);
      return new Map(deliveries.map(({ id }) => [id, provider]));
    },
    send: async (ctx, delivery, { send }) =>
      send === null
        ? { kind: "retry", error: "unreachable" }
        : await send({ ...openMessage(ctx, delivery), id: delivery.id }),
  });
}
