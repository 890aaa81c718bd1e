import type { T } from "../../core/lang.ts";
import type { ResultFault } from "./parse-result.ts";

/** Why a typed result is none, in words. */
export function faultText(t: T, fault: ResultFault): string {
  return fault.kind === "empty"
    ? t("faultText.empty")
    : t(`faultText.${fault.kind}`, { at: fault.at });
}
