import type { AnyTranslate } from "./translate.ts";

/**
 * A refusal's text for the player, in the language of `t`. For a code without a text (an app older
 * than its server) it says that the request was refused, with the code.
 */
export function refusalText(
  t: AnyTranslate,
  code: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return t.find(`refusal.${code}`, params) ?? t.find("refusal.unknown", { code }) ?? code;
}
