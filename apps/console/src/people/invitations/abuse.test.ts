import { expect, test } from "vitest";
import { signsOfAbuse } from "./abuse.ts";

test("a shared address or device is a sign; what is only not yet met is none", () => {
  expect(signsOfAbuse(["phone", "settled_bet", "other_account", "under_cap"])).toEqual([]);
  expect(signsOfAbuse(["settled_bet", "other_device", "other_account"])).toEqual(["other_device"]);
});
