import { CallError, PasskeyStopped } from "@club/client";
import { refusalText } from "@club/i18n";
import type { T } from "../core/lang.ts";
import { whenText } from "../core/time.ts";

/** What went wrong with a call, in the operator's language. */
export function errorText(t: T, error: unknown): string {
  if (error instanceof PasskeyStopped) {
    return t(error.isKnown ? "passkeys.known" : "passkeys.stopped");
  }
  if (!(error instanceof CallError)) return t("error.server");
  switch (error.kind) {
    case "refused":
      if (isDecided(error.params)) return meanwhileText(t, error.params);
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

/** What a refusal says when somebody else decided first. */
interface Decided {
  readonly by: string;
  readonly at: string;
  readonly status: string;
}

function isDecided(params: object): params is Decided {
  const { by, at, status } = params as Partial<Record<keyof Decided, unknown>>;
  return typeof by === "string" && typeof at === "string" && typeof status === "string";
}

const WORDS = ["topUp", "withdrawals", "bank", "pay.status"] as const;

/** Who decided it in the meantime, when, and how. */
export function meanwhileText(t: T, { by, at, status }: Decided): string {
  const word = WORDS.map((area) => t.find(`${area}.${status}`)).find((text) => text !== undefined);
  return t("queue.meanwhile", { by, at: whenText(t, at), status: word ?? status });
}
