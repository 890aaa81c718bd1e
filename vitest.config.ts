import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SERVER_FLAGS } from "./apps/server/src/core/kit/node-flags.ts";
import { LONG_TESTS } from "./scripts/lib/long-tests.ts";
import { LongestFirst } from "./scripts/lib/longest-first.ts";

const OUTSIDE = ["**/node_modules/**", "**/dist/**", "data/**"];
const NEEDS_POSTGRES = ["apps/server/src/test/postgres.ts"];
const MINUTE_MS = 60_000;
/** What is waited for comes soon on a fast machine, and comes on a slow one. */
const WAITING = { poll: { timeout: MINUTE_MS } };

/**
 * Servers, their threads and whatever else a test starts compile each source once, not each anew:
 * that takes half of their start.
 */
const COMPILED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/club/compiled"),
};

/** On a loaded machine the database is waited for, where nothing is measured by how long that takes. */
const PATIENT = { ...COMPILED, CLUB_DATABASE_PATIENCE: "10" };

/** Faults that measure how long something waits, or how much memory it takes: nothing runs beside them. */
const WAITS = "faults/{freeze-db,leader,sigterm,slow-db}.fault.ts";

/** Where the day of browser tests is: what they make for the next hours stays within it. */
const SYDNEY = "Australia/Sydney";
const hourThere = Number(new Date().toLocaleString("en-GB", { hour: "2-digit", timeZone: SYDNEY }));
const DAY_ZONE = hourThere < 20 ? SYDNEY : "Europe/London";

/** `npm test` says so; by themselves all are run. */
const leftOut = (project: keyof typeof LONG_TESTS): readonly string[] =>
  process.env["CLUB_FAULTS"] === "short" ? LONG_TESTS[project] : [];

/** What a browser waited for in vain; a figure or a text that is wrong is not tried again. */
const NEVER_CAME = /Timeout \d+ms exceeded/;

interface Journeys {
  env?: Record<string, string>;
  setup?: string[];
  /** Loaded with each file. */
  beside?: string[];
  except?: string[];
  /** Two files at once, each with a club of its own; what measures waits runs alone. */
  inPairs?: boolean;
  /** Errors after which a test is tried once more; the run names it all the same. */
  secondTry?: RegExp;
}

/** Long time-outs: browsers and killed servers. */
function journeys(name: string, include: string[], options: Journeys = {}) {
  const { env = {}, setup = [], beside = [], except = [], inPairs = false, secondTry } = options;
  return {
    test: {
      name,
      env: { ...COMPILED, ...env },
      include,
      exclude: [...OUTSIDE, ...except],
      globalSetup: [...NEEDS_POSTGRES, ...setup],
      setupFiles: beside,
      fileParallelism: inPairs,
      isolate: false,
      execArgv: [...SERVER_FLAGS],
      expect: WAITING,
      testTimeout: 5 * MINUTE_MS,
      // A house of a club, a proxy and a standby is long in coming on a machine that has no time.
      hookTimeout: 10 * MINUTE_MS,
      ...(secondTry === undefined ? {} : { retry: { count: 1, condition: secondTry } }),
    },
  };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: Math.min(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,apps,scripts}/**/*.test.{ts,tsx}"],
          exclude: [...OUTSIDE, "**/*.db.test.ts"],
          setupFiles: ["scripts/lib/leave-as-found.ts"],
          isolate: false,
          execArgv: [...SERVER_FLAGS],
          expect: WAITING,
          // No measure of speed: under load the slowest took a hundred times as long. It ends what hangs.
          testTimeout: 10 * MINUTE_MS,
          hookTimeout: 10 * MINUTE_MS,
        },
      },
      {
        test: {
          name: "db",
          env: PATIENT,
          include: ["{packages,apps,scripts}/**/*.db.test.ts"],
          exclude: [...OUTSIDE, ...leftOut("db")],
          globalSetup: NEEDS_POSTGRES,
          pool: "forks",
          isolate: false,
          execArgv: [...SERVER_FLAGS],
          expect: WAITING,
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
      journeys("e2e", ["e2e/**/*.e2e.ts"], {
        env: { ...PATIENT, CLUB_TEST_ZONE: DAY_ZONE },
        setup: ["e2e/lib/build.ts"],
        beside: ["e2e/lib/tell-failures.ts"],
        except: [...leftOut("e2e")],
        inPairs: true,
        secondTry: NEVER_CAME,
      }),
      journeys("faults", ["faults/**/*.fault.ts"], {
        except: [WAITS, ...leftOut("faults")],
        inPairs: true,
      }),
      journeys("waits", [WAITS]),
    ],
  },
});
