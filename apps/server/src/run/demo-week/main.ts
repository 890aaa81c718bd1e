import { present } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { connectOwner } from "../../core/db/migrate.ts";
import { createLog } from "../../core/metrics/log.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { liveDemoWeek } from "./live-demo-week.ts";

/** The process in which a new demo lives its last days, before its server starts. */

/** A newcomer waits for it. */
const WITHIN_MS = 40_000;

const settings = readSettings(process.env);
const ownerUrl = present(settings.databaseOwnerUrl, "the starter gives it");
const owner = await connectOwner(ownerUrl, "club demo week");
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
