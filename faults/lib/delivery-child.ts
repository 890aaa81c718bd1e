import { writeSync } from "node:fs";
import { DELIVERED, defineChannel } from "../../apps/server/src/tell/delivery/define-channel.ts";
import { deliverDue } from "../../apps/server/src/tell/delivery/deliver.ts";
import { asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface DeliveryOrder {
  readonly databaseUrl: string;
  /** How many are sent at once: few, so that there are many places to die at. */
  readonly atOnce: number;
}

/** Sends every message that is due, and prints the id of each as its receiver sees it. */
const { databaseUrl, atOnce } = orderOf<DeliveryOrder>();
await asChild(databaseUrl, async (ctx) => {
  const channel = defineChannel({
    name: "sms",
    isOn: () => true,
    waitsS: [10, 10, 10, 10],
    timeoutMs: 20_000,
    atOnce,
    perRecipient: atOnce,
    keepDays: { made: 7 },
    recipients: async (_ctx, deliveries) => new Map(deliveries.map(({ id }) => [id, id])),
    send: async (_ctx, _delivery, id) => {
      writeSync(1, `${id}\n`);
      return DELIVERED;
    },
  });
  await deliverDue(ctx, [channel]);
});
