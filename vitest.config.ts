import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { KEEP_WRAPPERS } from "./apps/server/src/core/kit/node-flags.ts";

const OUTSIDE = ["**/node_modules/**", "**/dist/**", "data/**"];
const NEEDS_POSTGRES = ["apps/server/src/test/postgres.ts"];
const MINUTE_MS = 60_000;
/** What is waited for comes soon on a fast machine, and comes on a slow one. */
const WAITING = { poll: { timeout: MINUTE_MS } };

/** Faults that measure how long something waits, or how much memory it takes: nothing runs beside them. */
const WAITS = "faults/{freeze-db,leader,sigterm,slow-db}.fault.ts";

/** Where the day of browser tests is: what they make for the next hours stays within it. */
const SYDNEY = "Australia/Sydney";
const hourThere = Number(new Date().toLocaleString("en-GB", { hour: "2-digit", timeZone: SYDNEY }));
const DAY_ZONE = hourThere < 20 ? SYDNEY : "Europe/London";

interface Journeys {
  env?: Record<string, string>;
  setup?: string[];
  except?: string[];
  /** Two files at once, each with a club of its own; what measures waits runs alone. */
  inPairs?: boolean;
}

/** Long time-outs: browsers and killed servers. */
function journeys(name: string, include: string[], options: Journeys = {}) {
  const { env = {}, setup = [], except = [], inPairs = false } = options;
  return {
    test: {
      name,
      env,
      include,
      exclude: [...OUTSIDE, ...except],
      globalSetup: [...NEEDS_POSTGRES, ...setup],
      fileParallelism: inPairs,
      isolate: false,
      execArgv: [KEEP_WRAPPERS],
      expect: WAITING,
      testTimeout: 5 * MINUTE_MS,
      hookTimeout: 3 * MINUTE_MS,
    },
  };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: Math.min(2, availableParallelism()),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,apps,scripts}/**/*.test.{ts,tsx}"],
          exclude: [...OUTSIDE, "**/*.db.test.ts"],
          expect: WAITING,
          // No measure of speed: under load the slowest took a hundred times as long. It ends what hangs.
          testTimeout: 10 * MINUTE_MS,
          hookTimeout: 10 * MINUTE_MS,
        },
      },
      {
        test: {
          name: "db",
          include: ["{packages,apps,scripts}/**/*.db.test.ts"],
          exclude: OUTSIDE,
          globalSetup: NEEDS_POSTGRES,
          pool: "forks",
          isolate: false,
          execArgv: [KEEP_WRAPPERS],
          expect: WAITING,
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
      journeys("e2e", ["e2e/**/*.e2e.ts"], {
        env: { CLUB_TEST_ZONE: DAY_ZONE },
        setup: ["e2e/lib/build.ts"],
        inPairs: true,
      }),
      journeys("faults", ["faults/**/*.fault.ts"], { except: [WAITS], inPairs: true }),
      journeys("waits", [WAITS]),
    ],
  },
});
