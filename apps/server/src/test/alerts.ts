import type { Condition } from "../run/alerts/conditions.ts";
import { openMessage } from "../tell/outbox/queue-message.ts";
import type { ByHand, TestClub } from "./club.ts";

/* What tests of alerts share: a condition of their own, the connection, what was queued. */

/** A condition that a test turns on and off. */
export function condition(name = "test", afterS = 0): Condition & { holds: readonly string[] } {
  const one = {
    name,
    roles: [],
    afterS: () => afterS,
    says: (subject: string) => `trouble ${subject}`.trim(),
    todo: "Do something.",
    holds: [] as readonly string[],
    find: async () => one.holds,
  };
  return one;
}

/** Turns the connection of alerts on or off, as the console does. */
export async function turnAlerts(club: TestClub, state: "on" | "off"): Promise<void> {
  await club.query(
    `INSERT INTO connection (kind, is_on) VALUES ('alerts', $1) ON CONFLICT (kind) DO UPDATE SET is_on = excluded.is_on`,
    [state === "on"],
  );
  club.ctx.connections.forget();
}

/** No alert, none told, no failure of a connection, and the connection on. */
export async function forgetAlerts(club: TestClub): Promise<void> {
  await turnAlerts(club, "on");
  await club.query("DELETE FROM alert");
  await club.query("DELETE FROM delivery");
  await club.asAdmin("DELETE FROM connection_health");
}

export interface Told {
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly subject: string | undefined;
}

/** What was queued, in order. */
export async function queuedAlerts(club: TestClub): Promise<Told[]> {
  const rows = await club.query("SELECT id, channel, sealed FROM delivery ORDER BY id");
  return rows.map((row) => {
    const { to, text, subject } = openMessage(club.ctx, row as ByHand);
    return { channel: row["channel"], to, text, subject };
  });
}
