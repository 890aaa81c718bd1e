import type { IncidentNotice, Pause } from "@club/contract";
import type { T } from "../../core/lang.ts";

/** What players may be told, the likeliest first. */
export const INCIDENT_NOTICES_LIST: readonly IncidentNotice[] = [
  "checking",
  "technical",
  "weather",
  "stewards",
];

/** What is paused, in words: all betting, a race, a pool of a race. */
export function pausedName(
  t: T,
  pause: Pick<Pause, "scope" | "meetings" | "raceNo" | "pool">,
): string {
  if (pause.scope === "all") return t("pause.allName");
  const race = `${pause.meetings ?? ""} ${t("race.short", { n: pause.raceNo ?? 0 })}`;
  return pause.pool === null ? race : `${race} · ${t(`pool.${pause.pool}`)}`;
}
