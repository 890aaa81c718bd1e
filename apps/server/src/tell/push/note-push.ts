import type { PushKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import type { MessageKind } from "./push.queries.ts";
import { command } from "../../core/db/statements.ts";

/** Queues a delivery to every browser of a player, whatever was chosen: nobody may miss it. */
export async function notePush(
  tx: Queryable,
  playerId: string,
  message: { cause: string; kind: Exclude<MessageKind, PushKind>; payload: object },
): Promise<void> {
  await tx.query(
    `INSERT INTO delivery (channel, subscription_id, cause, kind, payload, expires_at)
     SELECT 'push', id, $2, $3, $4, club_now_ms() + interval '1 day' FROM push_subscription
     WHERE player_id = $1`,
    [playerId, message.cause, message.kind, JSON.stringify(message.payload)],
  );
}

/** Queues what players chose to be told of, once per cause and browser. */
export const noteNews = command("SELECT make_push_messages()");
