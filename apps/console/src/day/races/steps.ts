import type { OperatorRace, RaceStatus } from "@club/contract";
import { formatTimeSeconds } from "@club/i18n";
import type { StatusStepsProps } from "@club/ui/console";
import type { T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";

const WAY: readonly RaceStatus[] = ["draft", "open", "closed", "interim", "final", "settled"];

type Step = StatusStepsProps["steps"][number];

/** The steps of a race and where it stands. Interim may be skipped; abandoned ends them. */
export function raceSteps(t: T, race: OperatorRace): Step[] {
  if (race.status === "abandoned") {
    return [
      ...WAY.slice(0, race.closed_at === null ? 2 : 3).map((status): Step => ({
        id: status,
        label: labelOf(t, race, status),
        state: "done",
      })),
      { id: "abandoned", label: endLabel(t, race), state: "failed" },
    ];
  }
  const now = WAY.indexOf(race.status);
  return WAY.map((status, index) => ({
    id: status,
    label: labelOf(t, race, status),
    state: race.status === "settled" || index < now ? "done" : index === now ? "now" : "next",
  }));
}

function endLabel(t: T, { ending }: OperatorRace): string {
  return ending === "no_race" ? t("ending.no_race") : t("raceStatus.abandoned");
}

function labelOf(t: T, race: OperatorRace, status: RaceStatus): string {
  const name = t(`raceStatus.${status}`);
  const at = timeOf(race, status);
  return at === undefined ? name : `${name} ${formatTimeSeconds(at, clubZone(), t.language)}`;
}

function timeOf(race: OperatorRace, status: RaceStatus): string | undefined {
  if (status === "open") return race.opened_at ?? undefined;
  if (status === "closed") return race.closed_at ?? undefined;
  if (status !== "interim" && status !== "final") return undefined;
  return race.results.find((version) => version.stage === status && !version.is_stale)?.entered_at;
}
