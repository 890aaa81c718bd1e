import type { GoingLiveCheck } from "@club/contract";
import { lastBackup } from "../backup/backup-list.ts";
import type { AppContext } from "../../core/context.ts";
import { isEmbeddedDatabase } from "../../core/db/own-database.ts";
import { countWithoutFactor } from "../../desk/operators/set-up-factor.ts";
import { leavesTheClub } from "../../tell/outbox/message-channel.ts";

export interface Finding {
  check: GoingLiveCheck;
  is_done: boolean;
  missing: number | null;
  at: string | null;
}

/** A nightly backup may end a little later than the one before. */
const FRESH_MS = 26 * 60 * 60 * 1000;

/** What still keeps this club from real money, checked each time; nothing is ticked by hand. */
export async function findGoingLive(
  ctx: AppContext,
  request: { isTls: boolean },
): Promise<Finding[]> {
  const { settings } = ctx;
  const hasOwnDatabase = !(await isEmbeddedDatabase(settings));
  const bare = await countWithoutFactor(ctx.db.operators);
  const backedUpAt = await lastBackup(settings.dataDir, hasOwnDatabase);
  const isFresh = backedUpAt !== null && Date.now() - backedUpAt.getTime() < FRESH_MS;
  const isRequired = settings.operatorSecondFactor === "required";
  return [
    { ...found("factor", isRequired && bare === 0), missing: bare },
    found("four_eyes", settings.fourEyes),
    found("demo", !settings.demo),
    found("database", hasOwnDatabase),
    found("standby", hasOwnDatabase && (await hasStandby(ctx))),
    found("roles", hasOwnDatabase && !settings.singleRole),
    { ...found("backup", isFresh), at: backedUpAt?.toISOString() ?? null },
    found("sms", await leavesTheClub(ctx, "sms")),
    found("tls", request.isTls),
    found("console_host", settings.consoleHost !== undefined),
  ];
}

function found(check: GoingLiveCheck, isDone: boolean): Finding {
  return { check, is_done: isDone, missing: null, at: null };
}

async function hasStandby(ctx: AppContext): Promise<boolean> {
  const { rows } = await ctx.db.operators.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_replication",
  );
  return (rows[0]?.n ?? 0) > 0;
}
