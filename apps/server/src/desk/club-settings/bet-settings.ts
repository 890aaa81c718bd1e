import type { AppContext } from "../../core/context.ts";
import {
  defineSettings,
  numberField,
  readGroup,
  toggleField,
} from "../../core/db/setting-groups.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";

/** The most that a club may let one bet cost. */
export const MOST_OF_BET_CENTS = 100_000_000;

/** What one bet may be and who places none, on races and on sports. */
export const BETS = defineSettings({
  name: "bets",
  isMoney: true,
  fields: {
    most_cents: numberField("cents", {
      least: 1,
      most: MOST_OF_BET_CENTS,
      fallback: MOST_OF_BET_CENTS,
    }),
    // Read in the database, by bar_staff: a bet asks the player's row alone.
    staff_barred: toggleField(false),
  },
});

const TTL_MS = 1000;
const keptOf = perServer(() => new TtlCache<bigint>(TTL_MS, { isAhead: true }));

/**
 * What one bet may cost at most, in cents; a change holds in every process within a second. Read on
 * the bets' connections: a bet does not wait for those who browse (promise P15).
 */
export async function mostOfBet(ctx: Pick<AppContext, "db">): Promise<bigint> {
  return await keptOf(ctx).get("", async () =>
    BigInt((await readGroup(ctx.db.bets, BETS)).most_cents),
  );
}
