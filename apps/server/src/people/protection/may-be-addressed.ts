import type { Queryable } from "../../core/db/connect.ts";

/**
 * service: about the player's own money and bets, which the player asked to be told of (a push, an
 * invitation that a friend accepted); marketing: offers, only after consent.
 */
export type Occasion = "service" | "marketing";

const MAY = `
  SELECT player_verdict(status, bar, bar_until, review, club_now()) IS NULL
    AND ($2 = 'service' OR marketing) AS may
  FROM player WHERE id = $1`;

/**
 * Whether something may be sent to a player now. Nothing goes to somebody who is excluded, in a
 * time-out, held or frozen (promises G7, G14). Ask right before sending. Messages that the law
 * requires, such as a code or a changed bank account, are sent without asking.
 */
export async function mayBeAddressed(
  db: Queryable,
  playerId: string,
  occasion: Occasion,
): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>(MAY, [playerId, occasion]);
  return rows[0]?.may ?? false;
}
