import { turns } from "@club/contract/turns";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { localRegister, type ExclusionRegister } from "./exclusion-register.ts";
import { recognisePlayer } from "./recognise-player.ts";

interface Bettor {
  readonly id: string;
  readonly sessionId: string;
}

type LookUp = (player: Bettor) => Promise<void>;

const MOST_KNOWN = 50_000;
/** Look-ups at the same time: after a restart every session has a first bet, and bets need their connections. */
const AT_ONCE = 3;
/** An empty list is believed empty for so long. */
const EMPTY_FOR_MS = 1000;

/** One for races and sports: a session has one first bet. */
const lookUps = new WeakMap<AppContext["db"], LookUp>();

/**
 * Asks the register once more at the first bet of a session (promise G7): a session lives for weeks,
 * and somebody may have been entered since the sign-in. Who is known is held for review, and the bet
 * function refuses the bet. Bets of one session that come together wait for the same look-up.
 */
export function firstBetLookUp(ctx: AppContext, register?: ExclusionRegister): LookUp {
  if (register !== undefined) return makeLookUp(ctx, register);
  const shared = lookUps.get(ctx.db) ?? makeLookUp(ctx, localRegister);
  lookUps.set(ctx.db, shared);
  return shared;
}

function makeLookUp(ctx: AppContext, register: ExclusionRegister): LookUp {
  const known = new Map<string, Promise<void>>();
  const takeTurn = turns(AT_ONCE);
  const isEmpty = register === localRegister ? emptyList(ctx) : async () => false;
  const recognise = async (id: string): Promise<void> => {
    if (await isEmpty()) return;
    await takeTurn(async () => {
      await withTransaction(ctx.db.bets, async (tx) => {
        await recognisePlayer(ctx, tx, id, register);
      });
    });
  };
  return async ({ id, sessionId }) => {
    const before = known.get(sessionId);
    if (before !== undefined) return await before;
    const look = recognise(id);
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

/** Whether nobody at all is on the club's own list; many who ask at once ask once. */
function emptyList(ctx: AppContext): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  const ask = async (): Promise<boolean> => {
    const { rows } = await ctx.db.bets.query<{ empty: boolean }>(
      "SELECT NOT EXISTS (SELECT FROM exclusion_list WHERE until > club_now()) AS empty",
    );
    return rows[0]?.empty ?? false;
  };
  return async () => {
    if (performance.now() - askedAt > EMPTY_FOR_MS) {
      askedAt = performance.now();
      answer = ask();
      answer.catch(() => (askedAt = Number.NEGATIVE_INFINITY));
    }
    return await answer;
  };
}
