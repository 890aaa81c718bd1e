import type { EventType } from "@club/contract";

/** The kinds of event that the club shows, in the order of the switch. */
export type EventKind = EventType;
export const EVENT_TYPES_OF_CLUB: readonly EventKind[] = ["Races", "Harness", "Greyhounds"];
