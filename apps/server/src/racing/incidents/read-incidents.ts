import type { listIncidents, Pause } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Answer } from "../../core/http/register.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { rememberList } from "../../proofs/log/race-cache.ts";
import { listIncidentRows, readPauses } from "./incidents.queries.ts";

/** What takes no bets for now, cached for a second. */
export async function currentPauses(ctx: AppContext): Promise<Pause[]> {
  return await rememberList(ctx, "pauses", async () => await readPauses(ctx.db.browsing));
}

/** A page of incidents with logs. The cursor is how many were read. @throws request.invalid */
export async function incidentsFrom(
  ctx: AppContext,
  page: { limit: number; cursor?: string | undefined },
): Promise<Answer<typeof listIncidents>> {
  const offset = Number(numberedPageOf(page).before ?? 0n);
  const rows = await listIncidentRows(ctx.db.operators, { limit: page.limit + 1, offset });
  return cutPage(rows, page.limit, () => String(offset + page.limit));
}
