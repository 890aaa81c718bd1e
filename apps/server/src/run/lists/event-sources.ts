import { oddsEvents, raceEvents } from "../../racing/live/race-events.ts";
import { sportEvents } from "../../sports/events/live-sport.ts";
import type { EventSource } from "../../tell/live/event-writer.ts";

/** What each area makes of the announcements, in the order of sending. */
export const EVENT_SOURCES: readonly EventSource[] = [raceEvents, oddsEvents, sportEvents];
