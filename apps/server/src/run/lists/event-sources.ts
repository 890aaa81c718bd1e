import { oddsEvents, raceEvents } from "../../racing/live/race-events.ts";
import { sportEvents } from "../../sports/events/live-sport.ts";
import type { EventSource } from "../../tell/live/event-writer.ts";

/** What the areas make of what was told, in the order in which it is sent. */
export const EVENT_SOURCES: readonly EventSource[] = [raceEvents, oddsEvents, sportEvents];
