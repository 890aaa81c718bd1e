import { addDays, dayAt } from "@club/i18n";
import { clubNow } from "@club/ui";
import { meetingsOf } from "../../api/meetings.ts";
import { clubZone } from "../../core/time.ts";

/** How many days ahead a card may be if its races are to be opened from here. */
const DAYS_AHEAD = 7;

/** The drafts of a meeting that have runners. Looks for the card's day from yesterday on. */
export async function draftsOf(eventId: string): Promise<readonly string[]> {
  const today = dayAt(clubNow(), clubZone());
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
    const list = await meetingsOf(addDays(today, ahead));
    const meeting = list.find(({ event_id }) => event_id === eventId);
    if (meeting === undefined) continue;
    return meeting.races
      .filter((race) => race.status === "draft" && race.runners > 0)
      .map((race) => race.race_id);
  }
  return [];
}
