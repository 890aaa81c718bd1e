import type { LiveChannel } from "@club/contract";
import type { T } from "../../core/lang.ts";

/** What a channel shows: "Wattle Ridge R5", else its own name. */
export function placeName(t: T, { race, name }: LiveChannel): string {
  return race === null ? name : t("live.shows", { meeting: race.meetings, n: race.raceNo });
}
