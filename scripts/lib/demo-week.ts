import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Queryable } from "../../apps/server/src/core/db/connect.ts";
import { connectOwner } from "../../apps/server/src/core/db/migrate.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import { isNewClub, putClockRight } from "../../apps/server/src/run/demo/past-clock.ts";
import { END_WITH_STARTER } from "./server-process.ts";
import { ROOT } from "./steps.ts";

const WEEK_MAIN = join(ROOT, "apps/server/src/run/demo-week/main.ts");
/** Any fixed number: the same for every starter on this database. */
const LOCK = 4_206_180_813;

export interface WeekOptions {
  readonly settings: Settings;
  /** The environment of the club's server. */
  readonly env: NodeJS.ProcessEnv;
  readonly ownerUrl: string;
  readonly say: (line: string) => void;
  /** Ends it where it is. */
  readonly signal: AbortSignal;
}

/**
 * Gives a new demo its last days, before its server starts (docs/rules/demo.md), and in any club
 * puts right a clock that such days left behind when they broke off. One starter at a time; a demo
 * without its days is still a demo.
 */
export async function liveDemoWeek(options: WeekOptions): Promise<void> {
  const { settings, ownerUrl, say } = options;
  const owner = await connectOwner(ownerUrl, "club demo");
  const db = owner as unknown as Queryable;
  try {
    await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await putClockRight(db);
    if (!settings.demo || !(await isNewClub(db))) return;
    say("The demo lives its last days before it opens: this takes some seconds.");
    const isWhole = await runWeek(options);
    await putClockRight(db);
    if (!isWhole) say("The demo opens without them all.");
  } finally {
    await owner.end();
  }
}

/** In a process of its own, which ends with us. True when it went well. */
async function runWeek({ env, ownerUrl, signal }: WeekOptions): Promise<boolean> {
  const child = spawn(process.execPath, ["--import", END_WITH_STARTER, WEEK_MAIN], {
    env: {
      ...env,
      DATABASE_OWNER_URL: ownerUrl,
      HOST: "127.0.0.1",
      CLUB_CONSOLE_HOST: "",
      CLUB_RATE_FACTOR: "0",
      // That mode alone takes a clock that was moved, and calls nobody outside the club.
      NODE_ENV: "test",
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const end = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const [code] = (await once(child, "exit")) as [number | null];
  signal.removeEventListener("abort", end);
  return code === 0;
}
