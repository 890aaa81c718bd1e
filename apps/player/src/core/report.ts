import { formatTimeSeconds } from "@club/i18n";
import { clubNow } from "@club/ui";
import { CallError } from "@club/client";
import type { T } from "./lang.ts";
import { deviceZone } from "../device/zone.ts";

/** What to name when asking for help: "Request 7f3a-19c2 · 14:33:05". */
export function reportOf(t: T, error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.requestId === undefined) return undefined;
  const time = formatTimeSeconds(clubNow(), deviceZone(), t.language);
  return `${t("state.request", { id: error.requestId })} · ${time}`;
}
