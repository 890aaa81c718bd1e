import { CallError } from "@club/contract/client";
import { refusalText } from "@club/i18n";
import type { T } from "../lang.ts";

/** What went wrong with a call, in the operator's language. */
export function errorText(t: T, error: unknown): string {
  if (!(error instanceof CallError)) return t("error.server");
  switch (error.kind) {
    case "refused":
      return refusalText(t, error.code, error.params);
    case "session":
      return t("error.session");
    case "network":
    case "timeout":
    case "aborted":
      return t("error.network");
    case "broken":
      return error.requestId === undefined
        ? t("error.server")
        : `${t("error.server")} ${t("state.request", { id: error.requestId })}`;
  }
}
