import type { Socket } from "node:net";
import type pg from "pg";

/** Longer than any answer takes that is awaited so. */
const SILENT_MS = 20_000;

/**
 * Waits for what a connection of its own is asked, and cuts a connection that stays silent: a
 * machine that lost its power or network says nothing, and TCP alone gives it up after a quarter of
 * an hour. Whoever listens to the connection hears of its end.
 *
 * @throws whatever the question does; a connection that was cut ends it.
 */
export async function orCut<T>(
  connection: pg.Client,
  asked: Promise<T>,
  silentMs = SILENT_MS,
): Promise<T> {
  const late = setTimeout(() => streamOf(connection).destroy(), silentMs);
  try {
    return await asked;
  } finally {
    clearTimeout(late);
  }
}

/** The types of the library leave its socket out. */
function streamOf(connection: pg.Client): Socket {
  return (connection as unknown as { connection: { stream: Socket } }).connection.stream;
}
