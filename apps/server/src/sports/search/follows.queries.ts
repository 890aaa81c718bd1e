import type { Followed } from "@club/contract";
import { command, manyRows, theRow } from "../../core/db/statements.ts";

/** Beyond it nobody reads the list any more. */
const MOST_FOLLOWED = 200;

/** By the key of follow, no lock. */
export const listFollowRows = manyRows<Followed, [playerId: string]>(
  `SELECT kind, scope, name FROM follow WHERE player_id = $1 ORDER BY kind, key LIMIT ${MOST_FOLLOWED}`,
);

/**
 * Adds one, and answers whether there was room; one who is followed already stays. By the key of
 * follow; takes no lock, so two at once may be one more than the most.
 */
export const addFollow = theRow<{ has_room: boolean }, Followed, [playerId: string]>(
  `WITH room AS (
     SELECT count(*) < ${MOST_FOLLOWED} OR bool_or(kind = $2 AND scope = $3 AND key = lower($4)) AS has_room
     FROM follow WHERE player_id = $1),
   kept AS (
     INSERT INTO follow (player_id, kind, scope, name) SELECT $1, $2, $3, $4 FROM room WHERE has_room
     ON CONFLICT DO NOTHING)
   SELECT has_room FROM room`,
  ["kind", "scope", "name"],
);

export const removeFollow = command<Followed, [playerId: string]>(
  "DELETE FROM follow WHERE player_id = $1 AND kind = $2 AND scope = $3 AND key = lower($4)",
  ["kind", "scope", "name"],
);
