import pg from "pg";
import type { Queryable } from "../../core/db/connect.ts";
import { createLog } from "../../core/metrics/log.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { present } from "@club/domain";
import { liveDemoWeek } from "./live-demo-week.ts";

/** The process in which a new demo lives its last days, before its server starts. */

/** A newcomer waits for it. */
const WITHIN_MS = 40_000;

const settings = readSettings(process.env);
const owner = new pg.Client({
  connectionString: present(settings.databaseOwnerUrl, "the starter gives it"),
});
await owner.connect();
try {
  await liveDemoWeek({
    settings,
    databaseUrl: present(settings.databaseUrl, "the starter gives it"),
    log: createLog("fatal"),
    owner: owner as unknown as Queryable,
    withinMs: WITHIN_MS,
  });
} finally {
  await owner.end();
}
