import type { Protection } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { readProtectionRow } from "./protection.queries.ts";
import type { ProtectionRow } from "./protection.queries.ts";

/** How a player is protected now. @throws not_found for no such player. */
export async function readProtection(db: Queryable, playerId: string): Promise<Protection> {
  return toProtection(await requireRow(db, playerId));
}

/** The row behind it. @throws not_found */
export async function requireRow(db: Queryable, playerId: string): Promise<ProtectionRow> {
  const row = await readProtectionRow(db, playerId);
  if (row === null) throw new Refusal("not_found");
  return row;
}

export function toProtection(row: ProtectionRow): Protection {
  return {
    bar: toBar(row),
    is_held_for_review: row.review !== null,
    reality_minutes: row.reality_minutes,
    marketing: row.marketing,
    limits_review_due: row.limits_review_due,
  };
}

function toBar(row: ProtectionRow): Protection["bar"] {
  if (row.bar === null || row.bar_from === null) return null;
  return {
    kind: row.bar,
    from: wireInstant(row.bar_from),
    until: wireInstant(row.bar_until),
    is_over: row.is_over,
    return_from: wireInstant(row.return_from),
  };
}
