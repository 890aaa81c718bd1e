import type { IdentityDocument, OperatorDocument } from "@club/contract";
import { birthPlace } from "../protection/age.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { wireInstant } from "../../core/http/wire.ts";
import type { DocumentRow } from "./documents.queries.ts";

export function toDocument(row: DocumentRow): IdentityDocument {
  return {
    document_id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    created_at: wireInstant(row.created_at),
    decided_at: wireInstant(row.decided_at),
  };
}

/** Includes what the player stated, to compare the paper with. */
export function toOperatorDocument(
  ctx: Pick<AppContext, "secrets">,
  row: DocumentRow,
): OperatorDocument {
  const { birth_cipher: birth } = row;
  return {
    ...toDocument(row),
    player_id: row.player_id,
    user_name: row.user_name,
    full_name: row.full_name,
    date_of_birth: birth === null ? null : decrypt(ctx.secrets, birthPlace(row.player_id), birth),
    decided_by: row.decided_by,
  };
}
