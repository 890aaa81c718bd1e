import { expect, test } from "vitest";
import { KeptAnswers, type Asked, type Found } from "./kept-answers.ts";

const KEPT = "public, max-age=1, stale-while-revalidate=2";

interface Told {
  status?: number;
  control?: string;
  body?: string;
  more?: Record<string, string>;
}

/** A club that counts what it is asked, and is whatever the test makes of it. */
function clubOf(told: Told = {}) {
  const asked: { path: string; headers: Readonly<Record<string, string>> }[] = [];
  const found: Found[] = [];
  const club = { now: 0, isAway: false, told, waits: Promise.resolve() as Promise<unknown> };
  const kept = new KeptAnswers(
    async (path, headers) => {
      asked.push({ path, headers });
      await club.waits;
      if (club.isAway) throw new Error("ECONNREFUSED");
      const { status = 200, control = KEPT, body = "x", more = {} } = club.told;
      const isSame = headers["if-none-match"] === `"${body}"` && status === 200;
      return {
        status: isSame ? 304 : status,
        headers: { "cache-control": control, etag: `"${body}"`, ...more },
        body: Buffer.from(isSame ? "" : body),
      };
    },
    { now: () => club.now, mostBytes: 100_000, onFound: (how) => found.push(how) },
  );
  const get = async (path: string, choice: Asked["choice"] = {}): Promise<string> =>
    String((await kept.get({ path, choice, address: "192.0.2.1" })).body);
  return { club, kept, asked, found, get };
}

test("a crowd costs the club one request, and so does the next moment", async () => {
  const { club, asked, get } = clubOf();
  const crowd = async (): Promise<Set<string>> =>
    new Set(await Promise.all(Array.from({ length: 500 }, async () => await get("/a"))));
  expect(await crowd()).toEqual(new Set(["x"]));
  expect(asked).toHaveLength(1);
  club.now = 999;
  await crowd();
  expect(asked).toHaveLength(1);
  // A little old: nobody waits, and the next one is fetched once.
  club.now = 1500;
  club.told.body = "y";
  expect(await crowd()).toEqual(new Set(["x"]));
  expect(asked).toHaveLength(2);
  expect(asked[1]?.headers["if-none-match"]).toBe('"x"');
  expect(await crowd()).toEqual(new Set(["y"]));
  // Too old: everybody waits for the same one.
  club.now = 10_000;
  club.told.body = "z";
  expect(await crowd()).toEqual(new Set(["z"]));
  expect(asked).toHaveLength(3);
});

test("what did not change is not sent again, and is fresh again", async () => {
  const { club, asked, get } = clubOf({ control: "public, no-cache" });
  expect(await get("/app/")).toBe("x");
  expect(await get("/app/")).toBe("x");
  expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"x"']);
  club.told.control = KEPT;
  await get("/app/");
  await get("/app/");
  expect(asked).toHaveLength(3);
});

test.each<[string, Told]>([
  ["no-store", { control: "no-store" }],
  ["private", { control: "private, max-age=60" }],
  ["public and no-store", { control: "public, no-store" }],
  ["none at all", { control: "" }],
  ["publication", { control: "x-public-ation" }],
  ["a cookie", { more: { "set-cookie": "a=b" } }],
  ["varies with everything", { more: { vary: "*" } }],
  ["refused", { status: 401 }],
  ["not there", { status: 404 }],
  ["moved", { status: 302 }],
])("%s: not handed on, and not asked again within a second", async (_name, told) => {
  if (_name === "publication") told.control = "publication";
  const { club, asked, found, get } = clubOf(told);
  for (let n = 0; n < 5; n += 1)
    await expect(get("/a")).rejects.toMatchObject({ code: "not_found" });
  expect([asked.length, new Set(found)]).toEqual([1, new Set(["refused"])]);
  club.now = 1001;
  club.told = {};
  expect(await get("/a")).toBe("x");
});

test("a club that is away is covered for a minute, and not asked more than once a second", async () => {
  const { club, asked, found, get } = clubOf();
  await get("/a");
  club.isAway = true;
  club.now = 1000 + 59_000;
  for (let n = 0; n < 10; n += 1) expect(await get("/a")).toBe("x");
  expect(asked).toHaveLength(2);
  expect(found.slice(1)).toEqual(Array.from({ length: 10 }, () => "stale"));
  await expect(get("/b")).rejects.toMatchObject({ code: "club.away" });
  expect(asked).toHaveLength(2);
  club.now = 1000 + 60_000;
  await expect(get("/a")).rejects.toMatchObject({ code: "club.away" });
  club.now += 1001;
  club.isAway = false;
  expect(await get("/a")).toBe("x");
});

test.each([429, 500, 503])("an answer %i is covered too", async (status) => {
  const { club, get } = clubOf();
  await get("/a");
  club.now = 5000;
  club.told = { status, control: "no-store" };
  expect(await get("/a")).toBe("x");
  await expect(get("/b")).rejects.toMatchObject({ code: "club.away" });
});

test("answers that vary are kept apart by what they vary with, and by nothing else", async () => {
  const { club, asked, get } = clubOf({ more: { vary: "Accept-Encoding" } });
  club.told.body = "packed";
  expect(await get("/a", { "accept-encoding": "gzip", origin: "one" })).toBe("packed");
  club.told.body = "plain";
  expect(await get("/a", { "accept-encoding": "", origin: "one" })).toBe("plain");
  expect(await get("/a", { "accept-encoding": "gzip", origin: "two" })).toBe("packed");
  expect(asked.map(({ headers }) => headers["accept-encoding"])).toEqual(["gzip", ""]);
  club.told.more = {};
  expect(await get("/b", { "accept-encoding": "gzip" })).toBe("plain");
  expect(await get("/b", { "accept-encoding": "" })).toBe("plain");
  expect(asked).toHaveLength(3);
});

test("memory has a bound: what was not asked for longest goes first", async () => {
  const { kept, asked, get, club } = clubOf({
    body: "x".repeat(20_000),
    control: "public, max-age=60",
  });
  for (const path of ["/a", "/b", "/c"]) await get(path);
  await get("/a");
  await get("/d");
  await get("/e");
  expect(kept.bytes).toBeLessThanOrEqual(100_000);
  expect(kept.count).toBe(4);
  await get("/a");
  expect(asked).toHaveLength(5);
  await get("/b");
  expect(asked).toHaveLength(6);
  club.told.body = "y".repeat(200_000);
  expect((await get("/huge")).length).toBe(200_000);
  expect(kept.count).toBe(4);
});

test("an answer for a year is asked for again after a minute: a correction may have changed it", async () => {
  const { club, asked, get } = clubOf({ control: "public, max-age=31536000, immutable" });
  await get("/a");
  club.now = 59_999;
  await get("/a");
  expect(asked).toHaveLength(1);
  club.now = 60_000;
  await get("/a");
  expect(asked[1]?.headers["if-none-match"]).toBe('"x"');
});
