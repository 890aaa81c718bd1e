import { compare, unchecked } from "@club/domain";
import { expect, test } from "vitest";
import { uncheckedIn } from "./unchecked-in.ts";

const equal = compare("dividend", {}, [1, 1]);

test.each([
  ["everything", [equal], { isWhole: true, isUnsigned: false, isUntold: false }],
  [
    "no signature of a newer key",
    [equal, unchecked("key", "this device cannot check signatures")],
    { isWhole: false, isUnsigned: true, isUntold: false },
  ],
  [
    "no favourite",
    [equal, unchecked("favourite", "the stakes at the close are not told")],
    { isWhole: false, isUnsigned: false, isUntold: true },
  ],
])("what was checked is %s", (_, lines, found) => {
  expect(uncheckedIn(lines)).toEqual(found);
});
