import { follow, listFollows, search, unfollow } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { followOne, followsOf, unfollowOne } from "./follows.ts";
import { searchCard } from "./search-card.ts";

/** As old as the cached card behind it. */
const LISTED = { cacheSeconds: 1, rate: RATES.searches };

/** One search over all that the club has on its card, and whom a player follows of it. */
export function searchRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, search, async ({ query }) => await searchCard(ctx, query.q), LISTED);
  register(app, ctx, listFollows, async ({ player }) => ({
    list: await followsOf(ctx, player.id),
  }));
  register(app, ctx, follow, async ({ player, body }) => {
    await followOne(ctx, player.id, body);
    return { list: await followsOf(ctx, player.id) };
  });
  register(app, ctx, unfollow, async ({ player, body }) => {
    await unfollowOne(ctx, player.id, body);
    return { list: await followsOf(ctx, player.id) };
  });
}
