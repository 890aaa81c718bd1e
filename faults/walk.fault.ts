import { expect, test } from "vitest";
import { isFull } from "../apps/server/src/test/sample.ts";
import { planOnce } from "../apps/server/src/test/walk/plan-once.ts";
import { makeHome } from "../apps/server/src/test/walk/rig.ts";
import { tell, walk } from "../apps/server/src/test/walk/walk.ts";

/**
 * Money is right in every order of events (promise P23). Walks over everything that operators,
 * players and the clock can do, with crashes in between, are compared with a reference model: 200
 * of them in `npm test`, 20,000 longer ones with `npm run faults -- walk`. WALKS, WALK_STEPS and
 * SEED say otherwise.
 */
const RUNS = Number(process.env["WALKS"] ?? (isFull ? 20_000 : 200));
const STEPS = Number(process.env["WALK_STEPS"] ?? (isFull ? 70 : 36));
const SEED = Number(process.env["SEED"] ?? Math.floor(Math.random() * 0x7fffffff));
/** How many walks share one check of the whole books and days. */
const LOOK_EVERY = Number(process.env["WALK_LOOK"] ?? 10);
/** One walk of so many is looked at after each of its steps. */
const DEEP_EVERY = RUNS > 1000 ? 200 : 40;
const HOUR_MS = 3_600_000;

test(
  `${RUNS} walks, each equal to the model after every step`,
  { timeout: 12 * HOUR_MS },
  async () => {
    const home = await makeHome();
    const planAnew = planOnce();
    try {
      const path = process.env["WALK_PATH"];
      const walks = await walk(home, {
        runs: RUNS,
        steps: STEPS,
        lookEvery: LOOK_EVERY,
        deepEvery: DEEP_EVERY,
        seed: SEED,
        ...(path === undefined ? {} : { path }),
      });
      console.log(`SEED=${SEED} WALK_STEPS=${STEPS}: ${RUNS} walks, ${tell(walks)}`);
      expect(walks.names.size).toBeGreaterThan(20);
    } finally {
      planAnew();
      await home.database.drop();
    }
  },
);
