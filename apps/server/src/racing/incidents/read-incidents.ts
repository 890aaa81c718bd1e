import type { Incident, Pause } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { numberedPageOf } from "../../core/http/page.ts";
import { rememberList } from "../../proofs/log/race-cache.ts";
import { listIncidentRows, readPauses } from "./incidents.queries.ts";

/** What takes no bets for now, from the copy of the last second. */
export async function currentPauses(ctx: AppContext): Promise<Pause[]> {
  return await rememberList(ctx, "pauses", async () => await readPauses(ctx.db.browsing));
}

export interface IncidentPage {
  readonly list: Incident[];
  readonly nextCursor: string | null;
}

/** A page of incidents with their logs. The cursor is how many were read. @throws request.invalid */
export async function incidentsFrom(
  ctx: AppContext,
  page: { limit: number; cursor?: string | undefined },
): Promise<IncidentPage> {
  const offset = Number(numberedPageOf(page).before ?? 0n);
  const rows = await listIncidentRows(ctx.db.operators, { limit: page.limit + 1, offset });
  const list = rows.slice(0, page.limit);
  return { list, nextCursor: rows.length > page.limit ? String(offset + page.limit) : null };
}
