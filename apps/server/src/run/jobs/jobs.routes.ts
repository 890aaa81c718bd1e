import { listJobs, runJob } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { JOBS } from "./jobs.ts";
import { askForRun, readJobs } from "./jobs.queries.ts";
import type { StoredJob } from "./jobs.queries.ts";

const MS_PER_SECOND = 1000;

/** What runs by the clock, for the desk: how it went, when it comes next, and now. */
export function jobRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listJobs,
    async () => {
      const stored = new Map((await readJobs(ctx.db.operators)).map((job) => [job.name, job]));
      return { list: JOBS.map((job) => toJob(job, stored.get(job.name))) };
    },
    { isAudited: false },
  );
  register(app, ctx, runJob, async ({ body: { name }, operator, request }) => {
    if (!JOBS.some((job) => job.name === name)) throw new Refusal("not_found");
    await withTransaction(ctx.db.operators, async (tx) => {
      if (!(await askForRun(tx, name, operator.id))) throw new Refusal("job.asked");
      await audit(tx, { action: "job.run", operator, request, target: name });
    });
    return {};
  });
}

const NEVER: Omit<StoredJob, "name"> = {
  began_at: null,
  ended_at: null,
  failure: null,
  failed_at: null,
  asked_at: null,
  asked_by: null,
};

function toJob({ name, everyMs }: (typeof JOBS)[number], stored: StoredJob | undefined) {
  const { began_at: beganAt, ended_at: endedAt, ...run } = stored ?? NEVER;
  const hasRun = beganAt !== null && endedAt !== null;
  return {
    name,
    every_s: everyMs / MS_PER_SECOND,
    ended_at: wireInstant(endedAt),
    took_ms: hasRun ? endedAt.getTime() - beganAt.getTime() : null,
    failure: run.failure,
    failed_at: wireInstant(run.failed_at),
    next_at: hasRun ? new Date(endedAt.getTime() + everyMs).toISOString() : null,
    asked_by: run.asked_by,
  };
}
