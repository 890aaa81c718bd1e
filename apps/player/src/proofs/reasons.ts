import type { CheckLine } from "@club/domain";
import type { T } from "../core/lang.ts";

/** What does not fit, in plain words, each once. */
export function reasonsOf(t: T, lines: readonly CheckLine[]): readonly string[] {
  const known = lines.map(({ check }) => t.find(`proof.why.${check}`));
  return [...new Set(known.map((reason) => reason ?? t("proof.why.format")))];
}
