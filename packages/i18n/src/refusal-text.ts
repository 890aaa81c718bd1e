import type { RefusalMessages } from "./catalogue/refusals/en.ts";
import type { Translate } from "./translate.ts";

/**
 * What a refusal says to the player, in the language of `t`. A code that has no text (an app older
 * than its server) says that it was refused, with the code.
 */
export function refusalText(
  t: Translate<RefusalMessages>,
  code: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return t.find(`refusal.${code}`, params) ?? t("refusal.unknown", { code });
}
