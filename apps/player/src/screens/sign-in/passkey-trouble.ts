import { PasskeyStopped } from "../../api/passkeys.ts";
import type { T } from "../../core/lang.ts";
import { errorText } from "../../core/error-text.ts";

/** What went wrong with a passkey, in the player's words. */
export function passkeyTrouble(t: T, error: unknown): string {
  if (error instanceof PasskeyStopped) {
    return error.isKnown ? t("passkey.known") : t("passkey.stopped");
  }
  return errorText(t, error);
}
