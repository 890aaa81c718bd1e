import type { AnyTranslate } from "./translate.ts";

/**
 * What a refusal says to the player, in the language of `t`. A code that has no text (an app older
 * than its server) says that it was refused, with the code.
 */
export function refusalText(
  t: AnyTranslate,
  code: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return t.find(`refusal.${code}`, params) ?? t.find("refusal.unknown", { code }) ?? code;
}
