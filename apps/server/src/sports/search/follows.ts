import type { Followed, FollowLine } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { addFollow, listFollowRows, removeFollow } from "./follows.queries.ts";
import { keyOf } from "./card-names.ts";
import { cardNames } from "./search-card.ts";

/** Whom a player follows with what they have next, the next to start first, then by name. */
export async function followsOf(ctx: AppContext, playerId: string): Promise<FollowLine[]> {
  const rows = await listFollowRows(ctx.db.browsing, playerId);
  if (rows.length === 0) return [];
  const names = await cardNames(ctx);
  const lines = rows.map(({ kind, scope, name }) => {
    return { kind, scope, name, next: names.get(keyOf(kind, scope, name))?.hit ?? null };
  });
  return lines.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
}

/** Whom the card does not have comes last. */
function orderOf({ next, name }: FollowLine): string {
  return `${next?.race?.start_time ?? next?.match?.start_time ?? "later"} ${name}`;
}

/** @throws follow.full */
export async function followOne(ctx: AppContext, playerId: string, one: Followed): Promise<void> {
  const { has_room } = await addFollow(ctx.db.browsing, playerId, one);
  if (!has_room) throw new Refusal("follow.full");
}

export async function unfollowOne(ctx: AppContext, playerId: string, one: Followed): Promise<void> {
  await removeFollow(ctx.db.browsing, playerId, one);
}
