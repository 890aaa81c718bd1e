import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { AREAS } from "./lint/areas.js";

const ROOT = join(import.meta.dirname, "..");
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"?]+)|new URL\(\s*"(\.[^"?]+)/g;
const TESTS = /\.test\.tsx?$|(^|\/)test\//;

type Graph = Map<string, Set<string>>;

/** Which folder imports from which, types and styles included. */
function foldersOf(app: string): Graph {
  const root = join(ROOT, app);
  const graph: Graph = new Map();
  for (const file of globSync("**/*.{ts,tsx}", { cwd: root })) {
    if (TESTS.test(file)) continue;
    const from = dirname(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const [, plain, url] of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
      const path = resolve(root, from, plain ?? url ?? "");
      const to = relative(root, dirname(path));
      if (to !== from && !to.startsWith("..") && existsSync(path)) targets.add(to);
    }
  }
  return graph;
}

/** The first cycle in the graph, or null. */
function cycleIn(graph: Graph): readonly string[] | null {
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of graph.get(folder) ?? []) {
      const found = walk(next, [...path, folder]);
      if (found !== null) return found;
    }
    done.add(folder);
    return null;
  };
  for (const folder of graph.keys()) {
    const found = walk(folder, []);
    if (found !== null) return found;
  }
  return null;
}

test("a cycle is found", () => {
  const graph: Graph = new Map(
    Object.entries({ a: ["b"], b: ["c", "d"], c: [], d: ["b"] }).map(([from, to]) => [
      from,
      new Set(to),
    ]),
  );
  expect(cycleIn(graph)).toEqual(["b", "d", "b"]);
});

describe.each(Object.entries(AREAS))("%s", (app, layers) => {
  test("no folder imports itself over others", () => {
    const graph = foldersOf(app);
    expect(graph.size).toBeGreaterThanOrEqual(layers.flat().length);
    expect(cycleIn(graph)).toBeNull();
  });

  test("every folder of the plan is there", () => {
    expect(layers.flat().filter((folder) => !existsSync(join(ROOT, app, folder)))).toEqual([]);
  });
});
