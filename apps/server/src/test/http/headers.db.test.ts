import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_CSP, CONSOLE_CSP, DOCS_CSP, PLAYER_CSP } from "../../core/http/csp.ts";
import { SECURITY_HEADERS } from "../../core/http/headers.ts";
import { newId } from "../../core/kit/ids.ts";
import { startClub } from "../club.ts";
import type { TestClub } from "../club.ts";

const ORIGIN = "https://friend.example";

let club: TestClub;
let open: TestClub;
let desk: TestClub;

beforeAll(async () => {
  club = await startClub();
  open = await startClub({
    database: club.database,
    env: { CLUB_CORS_ORIGINS: ORIGIN, CLUB_TRUST_PROXY: "1" },
  });
  desk = await startClub({ database: club.database, env: { CLUB_CONSOLE_HOST: "desk.example" } });
});
afterAll(async () => {
  await desk.close();
  await open.close();
  await club.close();
});

interface Route {
  method: string;
  path: string;
}

/** Every route, with a made-up value for each id. */
function routes(): Route[] {
  return club.ctx.routes
    .filter(({ method }) => method !== "HEAD" && method !== "OPTIONS")
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, newId).replace("*", "x") }));
}

/** An answer's status and headers; its body may never end. */
async function headOf(at: TestClub, route: Route, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(at.url + route.path, {
    method: route.method,
    redirect: "manual",
    ...init,
  });
  await response.body?.cancel();
  return response;
}

function policyFor(path: string): string {
  if (/^\/app(\/|$)/.test(path)) return PLAYER_CSP;
  if (/^\/console(\/|$)/.test(path)) return CONSOLE_CSP;
  return /^\/api\/docs(\/|$)/.test(path) ? DOCS_CSP : API_CSP;
}

test("there are routes to look at", () => {
  expect(routes().length).toBeGreaterThan(50);
});

test("every route has the security headers, its own policy and no server's name", async () => {
  const paths = [
    ...routes(),
    { method: "GET", path: "/nowhere" },
    { method: "GET", path: "/app/nowhere" },
  ];
  for (const route of paths) {
    const { headers } = await headOf(club, route);
    const name = `${route.method} ${route.path}`;
    for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
      const isPublicProof = headers.get("access-control-allow-origin") === "*";
      const expected =
        header === "cross-origin-resource-policy" && isPublicProof ? "cross-origin" : value;
      expect(headers.get(header), `${name} ${header}`).toBe(expected);
    }
    expect(headers.get("content-security-policy"), name).toBe(policyFor(route.path));
    expect(headers.get("server"), name).toBeNull();
    expect(headers.get("x-powered-by"), name).toBeNull();
    expect(headers.get("set-cookie"), name).toBeNull();
    expect(headers.get("strict-transport-security"), name).toBeNull();
    const type = headers.get("content-type") ?? "";
    if (/^text\/(?!event-stream)|json/.test(type)) expect(type, name).toMatch(/; ?charset=utf-8/i);
    if (route.path.startsWith("/api/") && !route.path.startsWith("/api/docs")) {
      expect(headers.get("cache-control"), name).toMatch(
        /^(no-store|public, max-age=1, stale-while-revalidate=2)$/,
      );
    }
  }
});

test("nothing that needs a session is kept by a cache", async () => {
  for (const call of club.ctx.calls.filter(({ access }) => access !== "public")) {
    const path = call.path.replace(/:\w+/g, newId);
    const { headers, status } = await headOf(club, { method: call.method, path });
    expect([path, status, headers.get("cache-control")]).toEqual([path, 401, "no-store"]);
  }
});

test("the player's policy is word for word that of the promise", () => {
  expect(PLAYER_CSP).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'( 'sha256-[^']+'){0,2}; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types club; report-uri \/api\/csp-report$/,
  );
});

test("over https the browser is told to stay there", async () => {
  const headers = { "x-forwarded-proto": "https" };
  const route = { method: "GET", path: "/api/user/uid" };
  const secure = await headOf(open, route, { headers });
  expect(secure.headers.get("strict-transport-security")).toBe(
    "max-age=63072000; includeSubDomains",
  );
  expect(
    (await headOf(club, route, { headers })).headers.get("strict-transport-security"),
  ).toBeNull();
});

describe("other origins", () => {
  const headers = { origin: ORIGIN };

  test("get no CORS header unless they are listed", async () => {
    for (const route of routes()) {
      const stranger = await headOf(open, route, { headers: { origin: "https://evil.example" } });
      const closed = await headOf(club, route, { headers });
      for (const { headers: got } of [stranger, closed]) {
        expect([null, "*"], route.path).toContain(got.get("access-control-allow-origin"));
        expect(got.get("access-control-allow-credentials"), route.path).toBeNull();
        if (got.get("access-control-allow-origin") === "*") {
          expect(route.path).toMatch(/^\/api\/events\/(race\/[^/]+\/check|roots)|^\/\.well-known/);
        }
      }
    }
  });

  test("that are listed may call the API, without cookies", async () => {
    const route = { method: "GET", path: "/api/user/uid" };
    const answer = await headOf(open, route, { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("vary")).toContain("origin");
    const preflight = await headOf(open, { method: "OPTIONS", path: route.path }, { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("idempotency-key");
    const app = await headOf(open, { method: "GET", path: "/app/" }, { headers });
    expect(app.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("bodies", () => {
  const writing = (): Route[] =>
    club.ctx.calls
      .filter(({ method }) => method === "POST" || method === "PUT")
      .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, newId) }));

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/xml",
    "multipart/form-data; boundary=x",
    "x",
  ])("of type %s are refused everywhere", async (type) => {
    const { token } = await club.signUp();
    const { token: desk } = await club.operator();
    for (const { method, path } of writing()) {
      const authorization = `Bearer ${path.startsWith("/api/operator/") ? desk : token}`;
      const headers = { "content-type": type, authorization };
      const response = await fetch(club.url + path, { method, headers, body: '{"a":1}' });
      const { code } = (await response.json()) as { code: string };
      expect([path, response.status, code]).toEqual([path, 415, "request.content_type"]);
    }
  });

  test("of 64 KiB and more are refused, but for cards", async () => {
    const { token } = await club.operator();
    const big = (bytes: number): string => JSON.stringify({ a: "x".repeat(bytes) });
    const send = async (path: string, body: string) =>
      await club.call("POST", path, { token, body });
    expect((await send("/api/operator/signin", big(65_536))).body).toMatchObject({
      status: 413,
      code: "request.too_large",
    });
    expect((await send("/api/operator/signin", big(65_000))).status).toBe(422);
    expect((await send("/api/operator/cards/import", big(100_000))).status).toBe(422);
    expect((await send("/api/operator/cards/import", big(2_200_000))).status).toBe(413);
  });

  test("that are no JSON are 400, and so are keys of the prototype", async () => {
    for (const body of [
      "{",
      "[1,]",
      "{'a':1}",
      '{"__proto__":{}}',
      '{"a":{"constructor":1}}',
      "\u0000",
    ]) {
      const answer = await club.call("POST", "/api/user/signin", { body });
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, "request.malformed"]);
    }
  });

  test("that miss a field name it", async () => {
    const answer = await club.call("POST", "/api/user/signin", { body: { user_name: "x" } });
    expect(answer.body).toMatchObject({
      status: 422,
      code: "request.invalid",
      params: { field: "password" },
    });
    expect((await club.call("POST", "/api/user/signin")).body.params).toEqual({
      field: "user_name",
    });
  });
});

describe("requests that are none", () => {
  /** The answer on a raw connection. */
  async function raw(text: string): Promise<string> {
    const { hostname, port } = new URL(club.url);
    return await new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = "";
      socket.on("data", (piece) => (answer += piece.toString()));
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });
  }

  test("are refused in the envelope, with the headers", async () => {
    const answer = await raw("NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("x-content-type-options: nosniff");
    expect(answer).toContain('"code":"request.malformed"');
  });

  test("headers over 16 KiB", async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(17_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("two lengths of one body, and TRACE, which would tell what was sent", async () => {
    const post = "POST /api/user/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const both = "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    expect(await raw(post + both)).toMatch(/^HTTP\/1\.1 400 /);
    const twice = "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}";
    expect(await raw(post + twice)).toMatch(/^HTTP\/1\.1 400 /);
    const trace = await raw(
      "TRACE / HTTP/1.1\r\nHost: x\r\nX-Own: 17\r\nConnection: close\r\n\r\n",
    );
    expect(trace).toMatch(/^HTTP\/1\.1 404 /);
    expect(trace).not.toContain("X-Own");
  });

  test("a header that never ends is cut off", async () => {
    const startedAt = performance.now();
    await raw("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    expect(performance.now() - startedAt).toBeGreaterThan(9000);
  });

  test.each([
    "/api/%",
    "/api/user/%zz",
    "/%00",
    "/api/user/sessions/%00",
    "/api/events/races?day=%00",
  ])("%s", async (path) => {
    const answer = await club.call("GET", path);
    expect([answer.status, answer.body.code]).toEqual([400, "request.malformed"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

test("with a host of its own the console answers there alone", async () => {
  const body = { user_name: "x", password: "x" };
  const signIn = async (at: TestClub, host?: string): Promise<number> => {
    const { port } = new URL(at.url);
    return await new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(
          `POST /api/operator/signin HTTP/1.1\r\nHost: ${host ?? "127.0.0.1"}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        ),
      );
      let answer = "";
      socket.on("data", (piece) => (answer += piece.toString()));
      socket.on("close", () => resolve(Number(answer.slice(9, 12))));
      socket.on("error", reject);
    });
  };
  expect(await signIn(desk)).toBe(404);
  expect(await signIn(desk, "desk.example")).toBe(403);
  expect(await signIn(desk, "DESK.example")).toBe(403);
  expect(await signIn(club)).toBe(403);
  expect((await desk.call("GET", "/console/")).status).toBe(404);
});

test("whom to tell of a weakness: contacts, an end within a year, languages, the public address", async () => {
  const path = "/.well-known/security.txt";
  expect((await club.call("GET", path)).status).toBe(404);
  const contacts = ["mailto:security@club.example", "https://club.example/report"];
  const told = await startClub({
    database: club.database,
    env: { CLUB_SECURITY_CONTACT: contacts.join(", "), CLUB_TRUST_PROXY: "1" },
  });
  const fieldsOf = (text: string): [string, string][] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/, 2) as [string, string]);
  const plain = await told.call("GET", path);
  expect([plain.status, plain.headers.get("content-type")]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  const fields = fieldsOf(plain.body);
  expect(fields.filter(([name]) => name === "Contact").map(([, value]) => value)).toEqual(contacts);
  const expires = fields.filter(([name]) => name === "Expires");
  expect(expires).toHaveLength(1);
  const days = (Date.parse(expires[0]![1]) - Date.now()) / 86_400_000;
  expect([days > 179, days < 364]).toEqual([true, true]);
  expect(fields).toContainEqual(["Preferred-Languages", "en, es, fr, zh-Hans, zh-Hant"]);
  // A server that is called by http cannot know its public address.
  expect(fields.map(([name]) => name)).not.toContain("Canonical");
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "Club.example" };
  const behind = await told.call("GET", path, { headers: forwarded });
  expect(fieldsOf(behind.body)).toContainEqual([
    "Canonical",
    "https://club.example/.well-known/security.txt",
  ]);
  await told.close();
});

test("the front door leads to the app, health and metrics are open", async () => {
  const door = await club.call("GET", "/");
  expect([door.status, door.headers.get("location")]).toEqual([302, "/app/"]);
  expect((await club.call("GET", "/healthz")).status).toBe(200);
  expect((await club.call("GET", "/readyz")).status).toBe(200);
  const metrics = (await club.call("GET", "/metrics")).body as string;
  expect(metrics).toMatch(
    /club_http_requests_total\{method="POST",route="\/api\/user\/signin",status="422"\} \d+/,
  );
  expect(metrics).toMatch(/club_refusals_total\{code="request.malformed"\} \d+/);
});

test("a refusal is told in the caller's language", async () => {
  const told = async (language: string): Promise<string> =>
    (
      await club.call("POST", "/api/user/signin", {
        body: { user_name: "x", password: "x" },
        headers: { "accept-language": language },
      })
    ).body.message;
  expect(await told("en")).toBe("User name or password is wrong.");
  expect(await told("zh-CN,zh;q=0.9,en;q=0.8")).toContain("用户名或密码");
});

test("readyz says no while a migration is missing", async () => {
  await club.asAdmin("UPDATE schema_migration SET name = name || '.not' WHERE name LIKE '0001-%'");
  const answer = await club.call("GET", "/readyz");
  await club.asAdmin("UPDATE schema_migration SET name = replace(name, '.not', '')");
  expect([answer.status, answer.body.status]).toEqual([503, "migrations are missing"]);
});

test("browsers may report violations of the policy, but not without end", async () => {
  const report = async (type: string, body: string): Promise<number> =>
    (await club.call("POST", "/api/csp-report", { body, headers: { "content-type": type } }))
      .status;
  expect(
    await report("application/csp-report", '{"csp-report":{"blocked-uri":"https://evil.example"}}'),
  ).toBe(204);
  expect(await report("application/reports+json", "[]")).toBe(204);
  expect(await report("application/csp-report", "x".repeat(20_000))).toBe(413);
  await expect
    .poll(async () => await report("application/csp-report", "{}"), { interval: 1 })
    .toBe(429);
});
