import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedRoot } from "@club/domain";
import { KEY, logOf, rootAfter, signedDay } from "../test/signed-club.ts";
import { signedSports } from "../test/signed-sports.ts";
import { EXIT, run } from "./program.ts";

const club = signedDay();
const sports = signedSports();
let folder: string;
const pathOf = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "club-check-"));
  write("keys.json", { keys: [KEY] });
  write("race.json", club.race);
  write("receipt.json", club.receipt);
  write("day.json", club.day);
  write("event.json", sports.event);
  write("sport-receipt.json", sports.receipt);
  writeFileSync(pathOf("day.json.gz"), gzipSync(JSON.stringify(club.day)));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, value: unknown): void {
  writeFileSync(pathOf(name), JSON.stringify(value));
}

async function check(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const write = (some: string) => {
    text += some;
  };
  const code = await run(argv, { write, now: new Date("2026-11-20T12:00:00Z") });
  return { code, text };
}

describe("what is equal", () => {
  test.each([
    ["race", "race.json"],
    ["receipt", "receipt.json"],
    ["event", "event.json"],
    ["receipt", "sport-receipt.json"],
    ["day", "day.json"],
    ["day", "day.json.gz"],
  ])("%s %s ends with 0", async (command, file) => {
    const { code, text } = await check(command, pathOf(file), "--keys", pathOf("keys.json"));
    expect(text).toMatch(/^\d+ checks, all equal\.\n$/);
    expect(code).toBe(EXIT.equal);
  });

  test("a receipt and a race that show the same pool", async () => {
    const { code } = await check("receipt", pathOf("receipt.json"), "--race", pathOf("race.json"));
    expect(code).toBe(EXIT.equal);
  });

  test("a sport receipt and the event that shows the same list; another event's does not", async () => {
    const receipt = pathOf("sport-receipt.json");
    expect((await check("receipt", receipt, "--event", pathOf("event.json"))).code).toBe(
      EXIT.equal,
    );
    write("elsewhere.json", {
      ...sports.event,
      event: { ...sports.event.event, event_id: "another" },
    });
    const other = await check("receipt", receipt, "--event", pathOf("elsewhere.json"));
    expect(other).toMatchObject({ code: EXIT.differs });
    expect(other.text).toContain("not in the receipt");
  });

  test("--all shows every check, --json is one line for programs", async () => {
    const keys = ["--keys", pathOf("keys.json")];
    const { text } = await check("race", pathOf("race.json"), ...keys, "--all");
    expect(text).toContain("equal    dividend (WIN");
    const json = await check("race", pathOf("race.json"), ...keys, "--json");
    expect(JSON.parse(json.text)).toMatchObject({ equal: true, differs: 0, unknown: 0 });
  });
});

describe("keys that nobody gave", () => {
  test.each([
    ["receipt", "receipt.json"],
    ["receipt", "sport-receipt.json"],
    ["day", "day.json"],
  ])("%s %s says that they are taken on trust, and ends as before", async (command, file) => {
    const { code, text } = await check(command, pathOf(file));
    expect(code).toBe(EXIT.equal);
    expect(text).toMatch(/all equal\.\nThe keys were taken on trust from the file itself: /);
    const json = await check(command, pathOf(file), "--json");
    expect(JSON.parse(json.text)).toMatchObject({
      equal: true,
      trust: expect.stringContaining("taken on trust from the file itself"),
    });
    const given = await check(command, pathOf(file), "--keys", pathOf("keys.json"), "--json");
    expect(JSON.parse(given.text)).not.toHaveProperty("trust");
  });

  test("of an address come from the same server", async () => {
    const server = createServer((request, response) =>
      response.end(JSON.stringify(request.url === "/race" ? club.race : { keys: [KEY] })),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const { code, text } = await check("race", `http://127.0.0.1:${port}/race`);
    server.close();
    expect(code).toBe(EXIT.equal);
    expect(text).toContain("taken on trust from the same server");
  });
});

describe("what is not", () => {
  test("a race without keys is not known to be the club's: 3", async () => {
    const { code, text } = await check("race", pathOf("race.json"));
    expect(code).toBe(EXIT.unknown);
    expect(text).toContain("give --keys");
  });

  test("a file that nobody signed, with the keys: 3, and they are not asked for again", async () => {
    const { signature: _, ...unsigned } = club.race;
    write("unsigned.json", unsigned);
    const keys = ["--keys", pathOf("keys.json")];
    const { code, text } = await check("race", pathOf("unsigned.json"), ...keys);
    expect(code).toBe(EXIT.unknown);
    expect(text).toContain("1 could not be made.");
  });

  test("a dividend that was changed: 1, and which", async () => {
    const changed = structuredClone(club.race);
    const pool = changed.pools.find(({ status }) => status === "PAID")!;
    const [[combination, cents]] = Object.entries(pool.dividends_cents) as [[string, number]];
    (pool.dividends_cents as Record<string, number>)[combination] = cents + 10;
    write("changed.json", changed);
    const { code, text } = await check(
      "race",
      pathOf("changed.json"),
      "--keys",
      pathOf("keys.json"),
    );
    expect(code).toBe(EXIT.differs);
    const where = `(${pool.pool} ${combination})`;
    expect(text).toContain(`DIFFERS  dividend ${where}: computed ${cents}, stated ${cents + 10}`);
    expect(text).toContain("DIFFERS  the club's signature on the file");
  });

  test("a receipt of another pool: 1", async () => {
    const { signature: _, ...root } = club.receipt.signed_root;
    write("other.json", { ...club.race, root: rootAfter({ ...root, signature: "" }, "race") });
    const { code } = await check("receipt", pathOf("receipt.json"), "--race", pathOf("other.json"));
    expect(code).toBe(EXIT.differs);
  });

  test("a receipt that brings its own key: 1 against the known ones", async () => {
    write("own.json", {
      ...club.receipt,
      keys: [{ ...KEY, jwk: { ...KEY.jwk, x: "A".repeat(43) } }],
    });
    const { code, text } = await check(
      "receipt",
      pathOf("own.json"),
      "--keys",
      pathOf("keys.json"),
    );
    expect(code).toBe(EXIT.differs);
    expect(text).toContain("the club's key (k1)");
  });

  test.each([
    ["no file", ["race", "/nowhere/race.json"], EXIT.unusable],
    ["no command", [], EXIT.unusable],
    ["no such option", ["race", "x", "--fast"], EXIT.unusable],
    ["another command", ["pool", "x"], EXIT.unusable],
  ])("%s", async (_, argv, expected) => expect((await check(...argv)).code).toBe(expected));

  test("a file that is something else: 1", async () => {
    writeFileSync(pathOf("text"), "hello");
    expect((await check("race", pathOf("text"))).code).toBe(EXIT.differs);
    expect((await check("race", pathOf("receipt.json"))).code).toBe(EXIT.differs);
  });
});

describe("a witness", () => {
  let roots: SignedRoot[] = [];
  let keys = [KEY];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://club");
    if (url.pathname === "/.well-known/club-roots") return response.end(JSON.stringify({ keys }));
    const isToday = url.searchParams.get("day") === "2026-11-20";
    const { roots: list, ...data } = isToday
      ? logOf("2026-11-20", [], roots)
      : logOf(url.searchParams.get("day")!, [], []);
    return response.end(JSON.stringify({ status: 200, data, list }));
  });
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => server.close());

  const look = () => check("witness", url, "--to", pathOf("kept"));

  test("keeps what it sees, and finds a second history and another key", async () => {
    const first = club.receipt.signed_root;
    const second = rootAfter(first, "second");
    roots = [first];
    expect(await look()).toMatchObject({ code: EXIT.equal });
    roots = [first, second];
    expect(await look()).toMatchObject({ code: EXIT.equal });
    const kept = join(pathOf("kept"), new URL(url).host.replace(":", "_"));
    expect(readFileSync(join(kept, "2026-11-20.txt"), "utf8").split("\n")).toHaveLength(4);
    expect(await check("roots", kept)).toMatchObject({ code: EXIT.equal });
    expect(await check("roots", url, "--from", "2026-11-20", "--to", "2026-11-20")).toMatchObject({
      code: EXIT.equal,
    });

    // Same length, good signatures, a log consistent in itself: but not what was shown before.
    roots = [first, rootAfter(first, "third")];
    const forged = await look();
    expect(forged.code).toBe(EXIT.differs);
    expect(forged.text).toContain("what was kept before is still there (2026-11-20)");
    roots = [first];
    expect((await look()).code).toBe(EXIT.differs);
    roots = [first, second];
    expect((await look()).code).toBe(EXIT.equal);
    keys = [{ ...KEY, jwk: { ...KEY.jwk, x: "A".repeat(43) } }];
    expect((await look()).text).toContain("DIFFERS  what was kept before is still there (k1)");
  });

  test("several clubs at once, each in a folder of its own; one that lies is named, the others stay equal", async () => {
    const [a, b] = [createServer(), createServer()];
    const first = club.receipt.signed_root;
    let shown = first;
    const serve = (server: typeof a, root: () => SignedRoot) =>
      server.on("request", (request, response) => {
        const at = new URL(request.url!, "http://club");
        if (at.pathname === "/.well-known/club-roots") {
          return response.end(JSON.stringify({ keys: [KEY] }));
        }
        const day = at.searchParams.get("day")!;
        const list = day === "2026-11-20" ? [root()] : [];
        const { roots: _, ...data } = logOf(day, [], list);
        return response.end(JSON.stringify({ status: 200, data, list }));
      });
    serve(a, () => first);
    serve(b, () => shown);
    const urls: string[] = [];
    for (const server of [a, b]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      urls.push(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
    }
    const seen = async () => await check("witness", ...urls, "--to", pathOf("many"));
    expect(await seen()).toMatchObject({ code: EXIT.equal });
    for (const each of urls) {
      const kept = join(pathOf("many"), new URL(each).host.replace(":", "_"));
      expect(await check("roots", kept)).toMatchObject({ code: EXIT.equal });
    }
    shown = rootAfter(first, "another");
    expect(await seen()).toMatchObject({ code: EXIT.differs });
    for (const server of [a, b]) server.close();
  });
});
