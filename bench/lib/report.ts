import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { basename, join } from "node:path";
import type { Row } from "./figures.ts";

const RESULTS = join(import.meta.dirname, "../results");
const GIB = 2 ** 30;

/** Prints a bench's table and saves it in bench/results with date, machine and commit. */
export function report(file: string, result: { name: string; rows: readonly Row[] }): void {
  console.log(result.name);
  console.table(result.rows);
  if (process.env["BENCH_KEEP"] === "0") return;
  mkdirSync(RESULTS, { recursive: true });
  const name = basename(file).replace(".bench.ts", "");
  writeFileSync(join(RESULTS, `${name}.md`), toMarkdown(result));
}

function toMarkdown({ name, rows }: { name: string; rows: readonly Row[] }): string {
  const lines = rows.map((row) => `| ${row.name} | ${row.value} | ${row.unit} |`);
  return [
    `# ${name}`,
    "",
    `${new Date().toISOString()}, commit ${commit()}, ${machine()}`,
    "",
    "| What | Value | Unit |",
    "| --- | ---: | --- |",
    ...lines,
    "",
  ].join("\n");
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

function machine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / GIB);
  return `${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}), ${memory} GiB, Node ${process.versions.node}`;
}
