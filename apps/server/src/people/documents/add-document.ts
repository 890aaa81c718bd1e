import type { DocumentKind } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import { encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { rewritePicture } from "../../core/uploads/rewrite-picture.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import { countWaiting, insertDocument, listOfPlayer, readDocument } from "./documents.queries.ts";
import type { DocumentRow } from "./documents.queries.ts";

const MOST_WAITING = 4;

/** Where a paper's picture belongs, for the seal. */
export function documentPlace(documentId: string): Place {
  return { table: "identity_document", column: "cipher", id: documentId };
}

/**
 * Keeps a picture of a paper, as the club has re-encoded it, for the desk to look at. Nothing is
 * stored of a picture that is refused.
 *
 * @throws document.too_many, request.content_type for what is no form with a file, receipt.type,
 *   receipt.unreadable
 */
export async function addDocument(
  ctx: AppContext,
  asked: { playerId: string; kind: DocumentKind; file: Buffer | null },
): Promise<DocumentRow> {
  const { playerId, kind, file } = asked;
  if (file === null) throw new Refusal("request.content_type");
  const own = await listOfPlayer(ctx.db.browsing, playerId);
  refuseMore(own.filter((row) => row.status === "waiting").length);
  const picture = await rewritePicture(file);
  const id = newId();
  const cipher = encrypt(ctx.secrets, documentPlace(id), picture.toString("base64"));
  return await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, playerId);
    refuseMore(await countWaiting(tx, playerId));
    await insertDocument(tx, { id, playerId, kind, cipher, bytes: picture.length });
    const row = await readDocument(tx, id);
    assert(row !== null, "a paper that was just written is there");
    return row;
  });
}

function refuseMore(waiting: number): void {
  if (waiting >= MOST_WAITING) throw new Refusal("document.too_many");
}
