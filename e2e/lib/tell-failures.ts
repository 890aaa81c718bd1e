import { afterEach } from "vitest";
import { tellWindows } from "./window.ts";

/* A run that was red once among many has only its log: what the pages showed then is in it. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`WINDOWS of "${task.name}" when it failed:\n${await tellWindows()}`);
});
