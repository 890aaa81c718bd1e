import type { NextRace, RaceDetail } from "@club/contract";
import type { RaceRef } from "./bet-form.state.ts";

/** A race as the form names it. */
export function raceRefOf(race: RaceDetail | NextRace): RaceRef {
  return {
    eventId: race.event_id,
    code: race.code,
    meetings: race.meetings,
    raceNo: race.raceNo,
    raceId: race.race_id,
    date: race.date,
    startMs: Date.parse(race.start_time),
  };
}
