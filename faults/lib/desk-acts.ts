import { tmpdir } from "node:os";
import { resumeSagas } from "../../apps/server/src/desk/sagas/resume-sagas.ts";
import type { AppContext } from "../../apps/server/src/core/context.ts";
import { createContext } from "../../apps/server/src/run/create-context.ts";
import { crashFromHereAt, crashPointHits } from "../../apps/server/src/core/kit/crash-points.ts";
import { buildServer } from "../../apps/server/src/run/server.ts";
import { runRefundJobs } from "../../apps/server/src/racing/refunds/refund-worker.ts";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { runCorrections } from "../../apps/server/src/racing/corrections/correction-worker.ts";
import { runSettlements } from "../../apps/server/src/racing/settlement/settlement-worker.ts";
import { runSportSettlements } from "../../apps/server/src/sports/settlement/run-sport-settlement.ts";
import { testEnv } from "../../apps/server/src/test/club.ts";

/** An operator's call. */
export interface DeskAct {
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
}

export interface ActDone {
  readonly status: number;
  readonly body: string;
  readonly commits: number;
}

/** Does one act, without a server's jobs; dies after commit number `dieAfter` (0: never). */
export async function doAct(databaseUrl: string, act: DeskAct, dieAfter = 0): Promise<ActDone> {
  return await withClub(databaseUrl, async (ctx) => {
    const app = await buildServer(ctx);
    await app.ready();
    crashFromHereAt(`db.committed:${dieAfter}`);
    const answer = await app.inject({
      method: "POST",
      url: act.path,
      headers: { authorization: `Bearer ${act.token}`, "content-type": "application/json" },
      payload: JSON.stringify(act.body),
    });
    const commits = crashPointHits().get("db.committed") ?? 0;
    await app.close();
    return { status: answer.statusCode, body: answer.body, commits };
  });
}

/** Runs the jobs that the next process would run on what was left. */
export async function doJobs(databaseUrl: string): Promise<void> {
  await withClub(databaseUrl, async (ctx) => {
    await resumeSagas(ctx, 0);
    await runRefundJobs(ctx);
    await runCorrections(ctx);
    await runSettlements(ctx);
    await runSportSettlements(ctx);
  });
}

async function withClub<T>(databaseUrl: string, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const settings = readSettings({
    ...testEnv(databaseUrl, tmpdir()),
    CLUB_RATE_FACTOR: "0",
    CLUB_CURRENCY: "AUD",
  });
  const ctx = createContext({ settings, databaseUrl });
  try {
    return await work(ctx);
  } finally {
    await ctx.db.end();
  }
}
