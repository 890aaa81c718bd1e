import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../apps/server/src/core/kit/version.ts";
import { buildApps } from "../scripts/lib/build-apps.ts";
import { makeRelease, type Release } from "../scripts/lib/make-release.ts";
import { ROOT } from "../scripts/lib/steps.ts";
import { makePlace } from "../scripts/test/starter.ts";

/** What is handed out: the same bytes from the same tree, and a club from nothing else. */
let place: Awaited<ReturnType<typeof makePlace>>;
let out: string;
let made: Release;

beforeAll(async () => {
  expect(await buildApps()).toBeUndefined();
  place = await makePlace();
  out = join(place.data, "../one");
  made = makeRelease(out);
});
afterAll(async () => await place?.remove());

const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

test("the checksums are those of the files, and nobody's home or clock is in the list of parts", () => {
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: out, stdio: "pipe" });
  const sbom = readFileSync(join(out, `horse-club-${VERSION}.sbom.json`), "utf8");
  expect(JSON.parse(sbom)).toMatchObject({ bomFormat: "CycloneDX" });
  expect(sbom).toContain('"pkg:npm/fastify@');
  expect(sbom).not.toContain('"pkg:npm/vitest@');
  expect(sbom).not.toContain(ROOT);
});

test("a club runs from the tarball alone, and says its version", async () => {
  const [tarball = ""] = made.files;
  execFileSync("tar", ["-xzf", join(out, tarball), "-C", out]);
  const home = join(out, `horse-club-${VERSION}`);
  for (const name of ["vite", "vitest", "typescript", "react", "oxlint"]) {
    expect(existsSync(join(home, "node_modules", name)), name).toBe(false);
  }
  const url = await startFrom(home);
  const { data } = (await (await answered(`${url}/api/status`)).json()) as {
    data: { version: string };
  };
  expect(data.version).toBe(VERSION);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  for (const path of ["/app/", "/console/"]) await answered(url + path);
  rmSync(home, { recursive: true });
});

/** The answer once it is one: where the machine is busy a club that has just begun says 503 first. */
async function answered(url: string): Promise<Response> {
  let answer: Response | undefined;
  await expect
    .poll(async () => {
      answer = await fetch(url);
      return answer.status;
    })
    .toBe(200);
  return answer!;
}

/** Starts the club as the package does, and ends it after the test. */
async function startFrom(home: string): Promise<string> {
  mkdirSync(place.data);
  const env = { PATH: process.env["PATH"], CLUB_DATA_DIR: place.data, CLUB_DEMO: "0", PORT: "0" };
  const node = join(home, "node_modules/.bin/node");
  const child = spawn(node, [join(home, "scripts/start.ts")], { env, cwd: home });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  stops.push(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  await expect.poll(() => output).toContain("Stop with Ctrl-C.");
  return /http:\/\/\S+:\d+/.exec(output)?.[0] ?? "";
}
const stops: (() => Promise<void>)[] = [];
afterAll(async () => await Promise.all(stops.map(async (stop) => await stop())));

test("the package: the program, its unit, its settings and `club` on the path", () => {
  const deb = made.files.find((file) => file.endsWith(".deb"));
  if (deb === undefined) {
    expect(has("dpkg-deb")).toBe(false);
    console.info(`Not run: ${made.notMade.join(" ")}`);
    return;
  }
  const listed = execFileSync("dpkg-deb", ["--contents", join(out, deb)], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  for (const line of [
    /^-rwxr-xr-x root\/root .* \.\/usr\/bin\/club$/m,
    /^-rw-r--r-- root\/root .* \.\/lib\/systemd\/system\/horse-club\.service$/m,
    /^-rw-r--r-- root\/root .* \.\/etc\/horse-club\/club\.env$/m,
    /^-rwxr-xr-x root\/root .* \.\/usr\/lib\/horse-club\/node_modules\/node\/bin\/node$/m,
  ]) {
    expect(listed).toMatch(line);
  }
});

test("the unit of the service is closed to what the club does not need", () => {
  if (!has("systemd-analyze")) {
    console.info("Not run: systemd-analyze is not on this machine.");
    return;
  }
  const unit = join(ROOT, "deploy/debian/horse-club.service");
  const args = ["security", "--offline=true", "--threshold=25", unit];
  const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  expect(status, stdout.split("\n").slice(-3).join("\n")).toBe(0);
});

test("made twice, each file has the same bytes", () => {
  const again = join(place.data, "../two");
  makeRelease(again);
  const sums = (folder: string): string => readFileSync(join(folder, "SHA256SUMS"), "utf8");
  expect(sums(again)).toBe(sums(out));
});
