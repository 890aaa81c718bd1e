import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import { askRegister } from "./ask-register.ts";
import { localRegister, type ExclusionRegister } from "../protection/exclusion-register.ts";
import { recognisePlayer } from "../protection/recognise-player.ts";

interface Bettor {
  readonly id: string;
  readonly sessionId: string;
}

type LookUp = (player: Bettor) => Promise<void>;

const MOST_KNOWN = 50_000;
/** Look-ups at the same time: after a restart every session has a first bet, and bets need their connections. */
const LOOK_UPS = { name: "look-ups", turns: { atOnce: 3, inLine: Number.POSITIVE_INFINITY } };
/** How long an empty list is assumed to stay empty. */
const EMPTY_FOR_MS = 1000;

/** Shared by races and sports: a session has one first bet. */
const sharedLookUpOf = perServer((ctx: AppContext) => makeLookUp(ctx, localRegister));

/**
 * Asks the register once more at the first bet of a session (promise G7): a session lives for
 * weeks, and somebody may have been entered since the sign-in. Whoever is recognised is held for
 * review, and the bet function refuses the bet. Simultaneous bets of one session wait for the same
 * look-up, which asks the register that is connected too.
 */
export function firstBetLookUp(ctx: AppContext, register?: ExclusionRegister): LookUp {
  return register === undefined ? sharedLookUpOf(ctx) : makeLookUp(ctx, register);
}

function makeLookUp(ctx: AppContext, register: ExclusionRegister): LookUp {
  const known = new TtlCache<void>(Number.POSITIVE_INFINITY, { mostKeys: MOST_KNOWN });
  const limit = new ConcurrencyLimit(Number.POSITIVE_INFINITY);
  const isEmpty = register === localRegister ? emptyList(ctx) : async () => false;
  const recognise = async (id: string): Promise<void> => {
    if (await isEmpty()) return;
    await limit.run(LOOK_UPS, "", async () => {
      await withTransaction(ctx.db.bets, async (tx) => {
        await recognisePlayer(ctx, tx, id, register);
      });
    });
  };
  return async ({ id, sessionId }) => {
    await known.get(sessionId, async () => {
      await recognise(id);
      if (register === localRegister) await askRegister(ctx, id, "first_bet");
    });
  };
}

/** Whether the club's own list is empty; many who ask at once share one query. */
function emptyList(ctx: AppContext): () => Promise<boolean> {
  const cache = new TtlCache<boolean>(EMPTY_FOR_MS);
  const ask = async (): Promise<boolean> => {
    const { rows } = await ctx.db.bets.query<{ empty: boolean }>(
      "SELECT NOT EXISTS (SELECT FROM exclusion_list WHERE until > club_now()) AS empty",
    );
    return rows[0]?.empty ?? false;
  };
  return async () => await cache.get("", ask);
}
