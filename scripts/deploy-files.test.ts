import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

test.each([
  ["the first time: the club starts", ["configure"], ["enable --now horse-club.service"]],
  [
    "over an older one: each of both is started anew where it runs, and none is enabled",
    ["configure", "1.0.0"],
    ["try-restart horse-club.service", "try-restart horse-club-edge.service"],
  ],
])("the Debian package is installed %s", (_when, args, asked) => {
  const place = mkdtempSync(join(tmpdir(), "club-deb-"));
  try {
    for (const name of ["getent", "useradd", "install", "chown", "chmod"]) {
      writeFileSync(join(place, name), "#!/bin/sh\n", { mode: 0o755 });
    }
    const said = join(place, "said");
    writeFileSync(join(place, "systemctl"), `#!/bin/sh\necho "$*" >>${said}\n`, { mode: 0o755 });
    // As on a machine where systemd runs.
    const script = read("deploy/debian/postinst").replace("/run/systemd/system", place);
    const env = { PATH: `${place}:${process.env["PATH"]}` };
    expect(spawnSync("sh", ["-c", script, "postinst", ...args], { env }).status).toBe(0);
    const heard = readFileSync(said, "utf8").trim().split("\n");
    expect(heard).toEqual(["daemon-reload", ...asked]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
