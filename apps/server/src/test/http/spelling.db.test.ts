import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub, type TestClub } from "../club.ts";

/** S9, S10: a path has one spelling. Others open no door; their answers have the same headers. */
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_000);
const AT_ONCE = 8;
const DESK = "desk.example";
const PLAYERS = "club.example";
const OPERATORS = /^\/(console|metrics|api\/operator)(\/|$)/;

let club: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_CONSOLE_HOST: DESK, CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => {
  agent.destroy();
  await club.close();
});

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Route {
  method: string;
  path: string;
}

interface Told {
  status: number;
  text: string;
  header(name: string): string | undefined;
}

/** Sends the path as it is, which a URL would normalize. Streams are not read. */
async function ask(host: string, { method, path }: Route, token?: string): Promise<Told> {
  const { hostname, port } = new URL(club.url);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return await new Promise((resolve, reject) => {
    const body = /^(GET|HEAD|OPTIONS)$/.test(method) ? "" : "{}";
    const about = { "content-type": "application/json", "content-length": String(body.length) };
    const headers = { host, ...(body === "" ? {} : about), ...authorization };
    const sending = request({ hostname, port, method, path, headers, agent });
    sending.on("error", reject);
    sending.on("response", (answer) => {
      const header = (name: string): string | undefined => answer.headers[name]?.toString();
      const told = (text: string): void =>
        resolve({ status: answer.statusCode ?? 0, text, header });
      if (header("content-type")?.startsWith("text/event-stream") === true) {
        sending.destroy();
        told("");
        return;
      }
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("end", () => told(text));
    });
    sending.end(body);
  });
}

/** Every route of the server, with a made-up value for each id. */
function routes(): Route[] {
  return club.ctx.routes
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, newId).replace("*", "x") }));
}

/** Other spellings of a path, each of which some program decodes or resolves to it. */
function spellings(path: string): string[] {
  const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index);
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const put = (at: number, text: string, instead = 1): string =>
    path.slice(0, at) + text + path.slice(at + instead);
  const hex = (at: number): string => `%${path.codePointAt(at)?.toString(16)}`;
  const firsts = letters.filter((at) => path[at - 1] === "/");
  const any = letters[SEED % Math.max(1, letters.length)];
  return [
    ...firsts.map((at) => put(at, hex(at))),
    ...(any === undefined ? [] : [put(any, hex(any))]),
    ...slashes.flatMap((at) =>
      ["//", "/./", "/x/../", "/%2e/", "\\", "/\\"].map((text) => put(at, text)),
    ),
    ...slashes.slice(1).flatMap((at) => ["%2f", "%5C"].map((text) => put(at, text))),
    `/x/..${path}`,
    `/x/%2E%2e${path}`,
    `http://${DESK}${path}`,
    `${path}#`,
    `${path}#?x`,
    `${path}/.`,
    `${path}/..`,
    path.toUpperCase(),
    `${path}/`,
  ].filter((spelling) => spelling !== path && !FOLDERS.has(spelling));
}

/** Routes that end in a slash, unlike others. */
const FOLDERS: ReadonlySet<string> = new Set(["/app/", "/console/", "/api/docs/"]);

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
}

test(`no other spelling of any route is answered, anywhere (SEED=${SEED})`, async () => {
  const asked = routes().flatMap(({ method, path }) =>
    spellings(path).map((spelling) => ({ method, path: spelling })),
  );
  expect(asked.length).toBeGreaterThan(5000);
  await inGroups(asked, async (route) => {
    for (const host of [PLAYERS, DESK]) {
      const { status, text, header } = await ask(host, route);
      const name = `${host} ${route.method} ${route.path}`;
      const { code } = JSON.parse(text) as { code: string };
      // What does not even begin like a path is not HTTP.
      const refused = route.path.startsWith("\\") ? [400, "request.malformed"] : [404, "not_found"];
      expect([name, status, code]).toEqual([name, ...refused]);
      expect([name, header("cache-control")]).toEqual([name, "no-store"]);
      expect([name, header("x-content-type-options")]).toEqual([name, "nosniff"]);
      expect([name, header("content-security-policy")]).toEqual([
        name,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
  });
}, 180_000);

test("nothing of the operators answers on the player's host", async () => {
  const theirs = routes().filter(({ path }) => OPERATORS.test(path));
  expect(theirs.length).toBeGreaterThan(150);
  const { token } = await operator();
  await inGroups(theirs, async (route) => {
    const name = `${route.method} ${route.path}`;
    for (const method of new Set([route.method, "OPTIONS", "HEAD"])) {
      const { status } = await ask(PLAYERS, { method, path: route.path }, token);
      expect([name, method, status]).toEqual([name, method, 404]);
    }
  });
  expect((await ask(DESK, { method: "GET", path: "/api/operator/me" }, token)).status).toBe(200);
});

test("no answer below /api is kept, but for the lists that say so", async () => {
  const { token } = await operator();
  const below = routes().filter(({ path }) => path.startsWith("/api/"));
  const paths = [...below, { method: "GET", path: "/api" }, { method: "GET", path: "/api/x/y" }];
  await inGroups(paths, async (route) => {
    if (route.path.endsWith("/signout")) return;
    for (const as of [undefined, token]) {
      const name = `${route.method} ${route.path}`;
      const kept = (await ask(DESK, route, as)).header("cache-control");
      expect([name, kept]).toEqual([
        name,
        expect.stringMatching(/^(no-store|public, max-age=1, stale-while-revalidate=2)$/),
      ]);
    }
  });
  for (const path of ["/api/user/wallet", "/api/docs/static/index.css", "/api/docs/json"]) {
    const { header } = await ask(PLAYERS, { method: "GET", path });
    expect([path, header("cache-control")]).toEqual([path, "no-store"]);
  }
});

describe("what needs its encoding is understood", () => {
  test("in a path", async () => {
    const { token } = await operator();
    const names = ["café", "a b", "100%", "🏇", "a,b", "{x}", "a+b"];
    for (const name of names) {
      const path = `/api/operator/rule-sets/${encodeURIComponent(name)}`;
      expect((await ask(DESK, { method: "GET", path }, token)).status).toBe(404);
    }
    // The audit log has the path of each call as the club understood it.
    const action = encodeURIComponent("GET /api/operator/rule-sets/:name");
    const path = `/api/operator/audit?limit=${names.length}&action=${action}`;
    const { text } = await ask(DESK, { method: "GET", path }, token);
    const { list } = JSON.parse(text) as { list: { target: string }[] };
    expect(list.map(({ target }) => target).toReversed()).toEqual(names);
  });

  test("in a query, whatever is encoded there", async () => {
    const { token } = await operator();
    for (const q of ["%6fwner", "own%65r", "//../%2e%2e/\\#"]) {
      const path = `/api/operator/audit?limit=1&action=${q}`;
      expect((await ask(DESK, { method: "GET", path }, token)).status).toBe(200);
    }
  });
});

describe("the document of the interface", () => {
  test("shows players what is theirs, and no word of the operators", async () => {
    for (const path of ["/api/openapi.json", "/api/docs/json", "/api/docs/yaml"]) {
      const { status, text } = await ask(PLAYERS, { method: "GET", path });
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).toContain("/api/order/place-order");
      expect(text, path).not.toMatch(/\/api\/operator|"Operator"|- Operator/);
    }
    expect((await ask(PLAYERS, { method: "GET", path: "/api/docs/" })).status).toBe(200);
  });

  test("shows all of it on the console's host", async () => {
    for (const path of ["/api/openapi.json", "/api/docs/json", "/api/docs/yaml"]) {
      const { text } = await ask(DESK, { method: "GET", path });
      expect(text, path).toContain("/api/operator/players");
      expect(text, path).toContain("/api/order/place-order");
    }
  });
});

test("the server's figures are on the console's host alone, how it is everywhere", async () => {
  const statusAt = async (host: string, path: string): Promise<number> =>
    (await ask(host, { method: "GET", path })).status;
  expect(await statusAt(PLAYERS, "/metrics")).toBe(404);
  expect(await statusAt(DESK, "/metrics")).toBe(200);
  for (const host of [PLAYERS, DESK]) expect(await statusAt(host, "/readyz")).toBe(200);
});

/** Replaces the club's own helper, which signs in on the player's host: that is closed here. */
async function operator(): Promise<{ token: string }> {
  const body = { user_name: "owner", password: "ring the winners bell" };
  const headers = { host: DESK };
  const data = ok(await club.call("POST", "/api/operator/signin", { body, headers }));
  return { token: data.access_token };
}
