import type { RaceStatus } from "@club/contract";
import { changesOne, command, manyRows, oneRow } from "../../core/db/statements.ts";

export interface ChannelRow {
  id: string;
  name: string;
  url: string;
  venue_code: string | null;
  race_id: string | null;
  is_demo: boolean;
  status: "draft" | "published";
  shown_race_id: string | null;
  meetings: string | null;
  race_no: number | null;
  race_name: string | null;
  start_time: Date | null;
  race_status: RaceStatus | null;
}

/** The channels that players see, in the order they were made. A club has few. */
export const listPublished =
  manyRows<ChannelRow>(`SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now WHERE status = 'published' ORDER BY id LIMIT 100`);

export const listAll =
  manyRows<ChannelRow>(`SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now ORDER BY id LIMIT 100`);

export const readChannel = oneRow<
  ChannelRow,
  [id: string]
>(`SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now WHERE id = $1`);

export interface ChannelForm {
  readonly name: string;
  readonly url: string;
  readonly venueCode: string | null;
  readonly raceId: string | null;
}

export const insertChannel = command<ChannelForm & { id: string; isDemo: boolean }>(
  "INSERT INTO channel (id, name, url, venue_code, race_id, is_demo) VALUES ($1, $2, $3, $4, $5, $6)",
  ["id", "name", "url", "venueCode", "raceId", "isDemo"],
);

export const updateChannel = command<ChannelForm & { id: string }>(
  "UPDATE channel SET name = $2, url = $3, venue_code = $4, race_id = $5 WHERE id = $1",
  ["id", "name", "url", "venueCode", "raceId"],
);

export const setStatus = command<[id: string, status: ChannelRow["status"]]>(
  "UPDATE channel SET status = $2 WHERE id = $1",
);

export const isRace = changesOne<[id: string]>("SELECT FROM race WHERE id = $1");
