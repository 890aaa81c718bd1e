import type { Queryable } from "../../core/db/connect.ts";
import type { Told } from "../../tell/live/event-writer.ts";
import type { LiveEvent } from "../../tell/live/events.ts";
import { readOdds } from "./odds.ts";
import { notePrices } from "./price-points.ts";
import { readRaceState } from "./race-state.ts";

/** A race changed: those who watch it get its whole public state, everybody its status. */
export async function raceEvents(tx: Queryable, { rows }: Told): Promise<LiveEvent[]> {
  const raceIds = new Set(
    rows.filter((row) => row.kind === "race").map((row) => String(row.payload["race_id"])),
  );
  const events: LiveEvent[] = [];
  for (const raceId of raceIds) {
    const race = await readRaceState(tx, raceId);
    if (race === null) continue;
    const { race_id, status, start_time, closed_at } = race;
    events.push({ topic: `race:${raceId}`, kind: "race", payload: { ...race } });
    events.push({
      topic: "races",
      kind: "status",
      payload: { race_id, status, start_time, closed_at },
    });
  }
  return events;
}

/** Pools changed: their totals and approximate dividends, one event per race. */
export async function oddsEvents(tx: Queryable, { poolIds }: Told): Promise<LiveEvent[]> {
  if (poolIds.length === 0) return [];
  const races = await readOdds(tx, poolIds);
  await notePrices(tx, races);
  return races.map((odds) => ({
    topic: `race:${odds.race_id}`,
    kind: "odds",
    payload: { ...odds },
  }));
}
