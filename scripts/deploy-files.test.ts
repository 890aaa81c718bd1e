import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./lib/steps.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const rules = read("deploy/prometheus/club.rules.yml");

interface Rule {
  readonly name: string;
  readonly when: string;
  readonly toDo: string;
}

function readRules(): Rule[] {
  return rules
    .split("- alert: ")
    .slice(1)
    .map((text) => ({
      name: /^\w+/.exec(text)?.[0] ?? "",
      when: /summary: "(.+)"/.exec(text)?.[1] ?? "",
      toDo: /what_to_do: >-\n\s+(.+)\n/.exec(text)?.[1] ?? "",
    }));
}

test("what to do at each alert stands in the handbook, word by word, and each is tried", () => {
  const handbook = read("docs/operations.md").replaceAll(/ +/g, " ");
  const tried = read("deploy/prometheus/club.test.yml");
  const found = readRules();
  expect(found.length).toBeGreaterThan(12);
  for (const { name, when, toDo } of found) {
    expect(handbook).toContain(`| \`${name}\` | ${when} | ${toDo} |`);
    expect(tried).toContain(`alertname: ${name}\n        exp_alerts:\n          - `);
    expect(tried).toContain(`alertname: ${name}\n        exp_alerts: []`);
  }
});

test("the board can be read, and each of its panels asks for something", () => {
  const board = JSON.parse(read("deploy/grafana/club.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of board.panels) {
    expect(targets[0]?.expr, title).toMatch(/club_[a-z_]+/);
  }
});
