import { sendPayouts } from "../../apps/server/src/money/payouts/send-payouts.ts";
import { asChild, orderOf } from "./crash-child.ts";

/** What the process is told; the provider's address and key are settings of its environment. */
export interface PayoutOrder {
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Sends out every withdrawal that is approved. */
const { databaseUrl, env } = orderOf<PayoutOrder>();
await asChild(databaseUrl, sendPayouts, env);
