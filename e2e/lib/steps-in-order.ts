import { afterEach, beforeEach } from "vitest";

/**
 * The tests of this file build on each other: after one that failed the others are skipped.
 *
 * @param keepPictures - of what is on the screens when one fails
 */
export function stepsInOrder(keepPictures: () => Promise<unknown>): void {
  let failed: string | null = null;
  beforeEach(({ skip, task }) => {
    // Its own second try goes on.
    skip(failed !== null && failed !== task.id, "a step before it failed");
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") {
      failed = task.id;
      await keepPictures();
    } else if (failed === task.id) failed = null;
  });
}
