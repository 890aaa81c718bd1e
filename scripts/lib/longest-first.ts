import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BEGUN_FIRST } from "./long-tests.ts";

/** A fresh clone does not know how long a file took: vitest would begin with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const at = BEGUN_FIRST.indexOf(relative(this.ctx.config.root, moduleId));
      return at === -1 ? BEGUN_FIRST.length : at;
    };
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
