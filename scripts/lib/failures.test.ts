import { expect, test } from "vitest";
import { failedTests, lastWords, unhandledErrors, unsteadyTests } from "./failures.ts";

const PASSED = { ancestorTitles: [], title: "adds", status: "passed", failureMessages: [] };

test("a failed test is named with its file, its titles and the first line of its error", () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: "/club/packages/domain/src/pools.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          PASSED,
          {
            ancestorTitles: ["takeout"],
            title: "rounds down",
            status: "failed",
            failureMessages: [
              "\u001B[31mAssertionError: expected 3 to be 4\u001B[39m\n    at x.ts:3",
            ],
          },
        ],
      },
    ],
  };
  expect(failedTests(report, "/club")).toEqual([
    "packages/domain/src/pools.test.ts > takeout > rounds down: AssertionError: expected 3 to be 4",
  ]);
});

test("a test that was green at the second try only is named with what the first met", () => {
  const steady = { ancestorTitles: [], title: "opens", status: "passed", failureMessages: [] };
  const unsteady = {
    ancestorTitles: [],
    title: "closes",
    status: "passed",
    failureMessages: ["TimeoutError: locator.click: Timeout 20000ms exceeded."],
  };
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      { name: "/club/e2e/a.e2e.ts", status: "passed", assertionResults: [steady, unsteady] },
    ],
  };
  expect(unsteadyTests(report, "/club")).toEqual([
    "e2e/a.e2e.ts > closes: TimeoutError: locator.click: Timeout 20000ms exceeded.",
  ]);
  expect(failedTests(report, "/club")).toEqual([]);
});

test("a file that cannot be read, or whose preparation failed, is named", () => {
  const file = { name: "/club/e2e/money.e2e.ts", status: "failed", assertionResults: [PASSED] };
  const report = { numPassedTests: 1, numFailedTests: 0 };
  expect(
    failedTests(
      { ...report, testResults: [{ ...file, message: "\nError: no such module" }] },
      "/club",
    ),
  ).toEqual(["e2e/money.e2e.ts: Error: no such module"]);
  expect(failedTests({ ...report, testResults: [file] }, "/club")).toEqual([
    "e2e/money.e2e.ts: no reason was given",
  ]);
});

test("an error that no test owns, and a worker that ended, are named", () => {
  const output = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯

Vitest caught 2 unhandled errors during the test run.

⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
Error: nobody waited
 ❯ later src/a.test.ts:3:9
This error originated in "src/a.test.ts" test file.
\u001B[31m⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯\u001B[39m
Error: [vitest-pool]: Worker forks emitted error.
Caused by: Error: Worker exited unexpectedly
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯
`;
  expect(unhandledErrors(output)).toEqual([
    "src/a.test.ts (no test's own): Error: nobody waited",
    "outside a test (no test's own): Error: [vitest-pool]: Worker forks emitted error.",
  ]);
  expect(unhandledErrors("all is well")).toEqual([]);
});

test("a program that says nothing else is known by its last words", () => {
  expect(lastWords("one\n\ntwo\nthree\nfour\nfive\nsix\n")).toEqual([
    "two",
    "three",
    "four",
    "five",
    "six",
  ]);
});
