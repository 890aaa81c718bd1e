import type { RaceStatus } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

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
export async function listPublished(db: Queryable): Promise<ChannelRow[]> {
  const { rows } = await db.query<ChannelRow & Record<string, unknown>>(
    `SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now WHERE status = 'published' ORDER BY id LIMIT 100`,
  );
  return rows;
}

export async function listAll(db: Queryable): Promise<ChannelRow[]> {
  const { rows } = await db.query<ChannelRow & Record<string, unknown>>(
    `SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now ORDER BY id LIMIT 100`,
  );
  return rows;
}

export async function readChannel(db: Queryable, id: string): Promise<ChannelRow | null> {
  const { rows } = await db.query<ChannelRow & Record<string, unknown>>(
    `SELECT id, name, url, venue_code, race_id, is_demo, status, shown_race_id, meetings, race_no, race_name,
       start_time, race_status
     FROM channel_now WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface ChannelForm {
  readonly name: string;
  readonly url: string;
  readonly venueCode: string | null;
  readonly raceId: string | null;
}

export async function insertChannel(
  tx: Queryable,
  row: ChannelForm & { id: string; isDemo: boolean },
): Promise<void> {
  await tx.query(
    "INSERT INTO channel (id, name, url, venue_code, race_id, is_demo) VALUES ($1, $2, $3, $4, $5, $6)",
    [row.id, row.name, row.url, row.venueCode, row.raceId, row.isDemo],
  );
}

export async function updateChannel(
  tx: Queryable,
  row: ChannelForm & { id: string },
): Promise<void> {
  await tx.query(
    "UPDATE channel SET name = $2, url = $3, venue_code = $4, race_id = $5 WHERE id = $1",
    [row.id, row.name, row.url, row.venueCode, row.raceId],
  );
}

export async function setStatus(
  tx: Queryable,
  id: string,
  status: ChannelRow["status"],
): Promise<void> {
  await tx.query("UPDATE channel SET status = $2 WHERE id = $1", [id, status]);
}

export async function isRace(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM race WHERE id = $1", [id]);
  return rowCount === 1;
}
