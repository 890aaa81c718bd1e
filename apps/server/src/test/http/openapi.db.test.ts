import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { startClub } from "../club.ts";
import type { Answer, TestClub } from "../club.ts";

interface Operation {
  summary: string;
  security?: unknown[];
  responses: Record<string, { content?: { "application/json": { schema: object } } }>;
}

let club: TestClub;
let paths: Record<string, Record<string, Operation>>;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  club = await startClub();
  const answer = await club.call("GET", "/api/openapi.json");
  expect(answer.body.openapi).toBe("3.1.0");
  paths = answer.body.paths;
});
afterAll(async () => await club.close());

const documented = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

/** Fails when an answer is not as documented. */
function expectDocumented(call: { method: string; path: string }, answer: Answer): void {
  const { responses } = paths[documented(call.path)]![call.method.toLowerCase()]!;
  const schema = (responses[String(answer.status)] ?? responses["default"])!.content![
    "application/json"
  ].schema;
  const isValid = ajv.validate(schema, answer.body);
  expect(
    isValid,
    `${call.method} ${call.path}: ${ajv.errorsText()} ${JSON.stringify(answer.body)}`,
  ).toBe(true);
}

test("the document lists every call, with a summary, its security and its answers", () => {
  for (const call of club.ctx.calls) {
    const operation = paths[documented(call.path)]?.[call.method.toLowerCase()];
    const name = `${call.method} ${call.path}`;
    expect(operation?.summary, name).toBe(call.summary);
    expect(operation?.security !== undefined, name).toBe(call.access !== "public");
    expect(Object.keys(operation!.responses).toSorted(), name).toEqual(["200", "default"]);
  }
});

test("it lists nothing that is not there", () => {
  const calls = new Set(club.ctx.calls.map(({ path }) => documented(path)));
  const others = Object.keys(paths).filter((path) => !calls.has(path));
  // Streams and files have no envelope.
  expect(others.filter((path) => !/\/(stream|export)$/.test(path))).toEqual([]);
});

describe("answers are what it says", () => {
  test("of every call that only reads, and of refusals", async () => {
    const player = await club.signUp();
    await club.fund(player, 12_345);
    const { token: desk } = await club.operator();
    for (const call of club.ctx.calls.filter(({ method }) => method === "GET")) {
      const path = call.path.replace(/:player_id/g, player.id).replace(/:\w+/g, newId);
      const token = call.path.startsWith("/api/operator/") ? desk : player.token;
      expectDocumented(call, await club.call("GET", path, { token }));
      expectDocumented(
        call,
        await club.call("GET", `${path}?limit=x&day=x&race_id=x`, { token: "x" }),
      );
    }
  });

  test("of the account calls", async () => {
    const player = await club.signUp();
    const { token } = player;
    const make = async (method: string, path: string, body?: object): Promise<void> => {
      expectDocumented(
        { method, path },
        await club.call(method, path, { token, ...(body && { body }) }),
      );
    };
    await make("POST", "/api/user/signin", { user_name: player.name, password: player.password });
    await make("POST", "/api/user/refresh_token", { refresh_token: player.refreshToken });
    await make("POST", "/api/user/heartbeat");
    await make("PUT", "/api/user/profile", { language: "es" });
    await make("POST", "/api/user/verification", { phone: "+61400000000", purpose: "register" });
    await make("POST", "/api/user/register", {});
    await make("POST", "/api/user/reset-password", {});
    await make("POST", "/api/user/change-password", {
      old_password: player.password,
      new_password: "another secret one",
    });
    await make("POST", "/api/user/signout");
  });
});

test("the page that shows it is there", async () => {
  const page = await club.call("GET", "/api/docs/");
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/html"),
  ]);
  // Its policy allows no inline script, so it must not have one.
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
});
