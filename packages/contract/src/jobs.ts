import { z } from "zod";
import { defineCall, instant } from "./call.ts";

/* What runs by itself: clock work of the process that leads, and backups of the starter. */

export const listJobs = defineCall("GET /api/operator/jobs", {
  summary: "What runs by the clock: how the last run went, and when the next one is due.",
  access: ["owner", "auditor"],
  list: z.array(
    z.object({
      /** As the log names it. */
      name: z.string(),
      every_s: z.number(),
      /** When the last run ended; null: none yet. */
      ended_at: instant.nullable(),
      took_ms: z.int().nullable(),
      /** Why the last run failed; null: it went well. */
      failure: z.string().nullable(),
      /** When one last failed. */
      failed_at: instant.nullable(),
      next_at: instant.nullable(),
      /** Who wants it now and still waits. */
      asked_by: z.string().nullable(),
    }),
  ),
});

export const runJob = defineCall("POST /api/operator/jobs/run", {
  asksAgain: false,
  summary: "Runs a job of the clock now, within seconds, in the process that leads.",
  access: ["owner"],
  body: z.object({ name: z.string().max(100) }),
});

export const listBackups = defineCall("GET /api/operator/backups", {
  summary:
    "The backups of the embedded database, the newest first: when, how large, whether one was proved by restoring it, and when the next one is due.",
  access: ["owner", "auditor"],
  data: z.object({
    /** Where they are, on the club's machine. */
    folder: z.string(),
    /** false: the database has its own tools, or backups are turned off. */
    is_own: z.boolean(),
    kept: z.int(),
    next_at: instant.nullable(),
    /** One is asked for or under way. */
    is_asked: z.boolean(),
    /** How the last one that the starter took went; null: none is known. */
    last: z.object({ ended_at: instant, failure: z.string().nullable() }).nullable(),
    /** The newest; with other tools the newest file of the folder. */
    newest_at: instant.nullable(),
  }),
  list: z.array(
    z.object({
      name: z.string(),
      taken_at: instant,
      bytes: z.int(),
      is_proved: z.boolean(),
    }),
  ),
});

export const runBackup = defineCall("POST /api/operator/backups/run", {
  asksAgain: false,
  summary: "Takes a backup now and proves it, while people bet.",
  access: ["owner"],
});
