import type { ProviderFailure } from "../../core/http/ask-provider.ts";
import type { DeliveryContext } from "../delivery/define-channel.ts";

/**
 * Notes how a message's connection worked. What became of the message stands whether or not that
 * can be noted: it is not sent again for it.
 */
export async function noteUse(
  { connections, log }: Pick<DeliveryContext, "connections" | "log">,
  kind: "mail" | "sms" | "alerts",
  failure: ProviderFailure | null,
): Promise<void> {
  await connections.note(kind, failure).catch((error: unknown) => {
    log.warn({ err: error, kind }, "how a connection works could not be noted");
  });
}
