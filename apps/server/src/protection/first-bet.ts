import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { localRegister, type ExclusionRegister } from "./exclusion-register.ts";
import { recognisePlayer } from "./recognise-player.ts";

interface Bettor {
  readonly id: string;
  readonly sessionId: string;
}

const MOST_KNOWN = 50_000;

/**
 * Asks the register once more at the first bet of a session (promise G7): a session lives for weeks,
 * and somebody may have been entered since the sign-in. Who is known is held for review, and the bet
 * function refuses the bet. Bets of one session that come together wait for the same look-up.
 */
export function firstBetLookUp(
  ctx: AppContext,
  register: ExclusionRegister = localRegister,
): (player: Bettor) => Promise<void> {
  const known = new Map<string, Promise<void>>();
  return async ({ id, sessionId }) => {
    const before = known.get(sessionId);
    if (before !== undefined) return await before;
    const look = withTransaction(ctx.db.bets, async (tx) => {
      await recognisePlayer(ctx, tx, id, register);
    });
    known.set(sessionId, look);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    try {
      await look;
    } catch (error) {
      known.delete(sessionId);
      throw error;
    }
  };
}
