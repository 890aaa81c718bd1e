import { relative } from "node:path";

/** What vitest's JSON report says of one run. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly TestOutcome[];
  }[];
}

interface TestOutcome {
  ancestorTitles: readonly string[];
  title: string;
  status: string;
  /** Also of a test that passed, when its first try did not. */
  failureMessages: readonly string[] | null;
}

const LONGEST_LINE = 300;
const LAST_LINES = 5;
const COLOUR = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, "g");
/** A rule with "Unhandled Rejection", "Unhandled Error" or "Uncaught Exception" in its middle. */
const UNHANDLED = /^[⎯\s]+(?:Unhandled|Uncaught) (?!Errors)[A-Za-z ]+?[⎯\s]+$/u;

/** The failed tests of a report, each as "file > title: first line of its error". */
export function failedTests(report: VitestReport, root: string): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && file.status === "failed") {
      return [sentence(`${relative(root, file.name)}: ${firstLine(file.message ?? "")}`)];
    }
    return failed.map((test) => nameOf(test, relative(root, file.name)));
  });
}

/** The tests that were green at the second try only, each with what the first try met. */
export function unsteadyTests(report: VitestReport, root: string): string[] {
  return report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "passed" && (test.failureMessages ?? []).length > 0)
      .map((test) => nameOf(test, relative(root, file.name))),
  );
}

function nameOf(test: TestOutcome, file: string): string {
  const titles = [file, ...test.ancestorTitles, test.title].join(" > ");
  return sentence(`${titles}: ${firstLine(test.failureMessages?.[0] ?? "")}`);
}

/** Errors that no test owns (an unhandled rejection, a dead worker), from vitest's output. */
export function unhandledErrors(output: string): string[] {
  const lines = output.replace(COLOUR, "").split("\n");
  return lines.flatMap((line, at) => {
    if (!UNHANDLED.test(line)) return [];
    const rest = lines.slice(at + 1);
    const error = rest.find((text) => text.trim() !== "") ?? "";
    const end = rest.findIndex((text) => UNHANDLED.test(text));
    const origin = rest
      .slice(0, end === -1 ? rest.length : end)
      .find((text) => text.startsWith("This error originated in"));
    const where = /"(.+)"/.exec(origin ?? "")?.[1];
    return [sentence(`${where ?? "outside a test"} (no test's own): ${error}`)];
  });
}

/** The end of a program's output, for one that failed without saying which test it was. */
export function lastWords(output: string): string[] {
  const lines = output
    .replace(COLOUR, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.slice(-LAST_LINES).map(sentence);
}

function firstLine(text: string): string {
  const lines = text.replace(COLOUR, "").split("\n");
  return lines.find((line) => line.trim() !== "") ?? "no reason was given";
}

function sentence(text: string): string {
  const line = text.trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}...` : line;
}
