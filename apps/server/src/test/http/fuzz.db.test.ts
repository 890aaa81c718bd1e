import type { Call } from "@club/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub } from "../club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../club.ts";
import { isFull } from "../sample.ts";
import { FORBIDDEN, fieldsOfCalls, SHAPES, type CallField } from "./call-fields.ts";

/** Requests in all; `SEED=... FUZZ_RUNS=... npm run faults -- fuzz` repeats or widens a run. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? (isFull ? 10_000 : 2500));
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_000);
const AT_ONCE = 4;

let club: TestClub;
let player: TestPlayer;
let owner: TestOperator;
/** OWNER in a request: were it the run's own operator, a reset of its factor would sign the run out. */
let colleague: TestOperator;
/** A player for operators to freeze: not the one that the run signs in as. */
let victim: TestPlayer;
/** A player who may set limits. */
let limited: TestPlayer;
/** A player who may stop betting, or leave. */
let barred: TestPlayer;
const BARS = /^\/api\/user\/(time-out|self-exclusion|close)/;
/** A race for bets, and one for operators to close and abandon. */
let raceId: string;
let spareRaceId: string;
/** The document's schema of each call's fields, in body and query. */
let fields: Map<Call, Record<string, Schema>>;

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  /** Of an object whose names are not known. */
  additionalProperties?: Schema | boolean;
  pattern?: string;
}

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 1_000_000);
  owner = await club.operator();
  colleague = await club.newOperator("support");
  victim = await club.signUp();
  limited = await club.signUp();
  barred = await club.signUp();
  [raceId, spareRaceId] = await openRaces();
  const { paths } = (await club.call("GET", "/api/openapi.json")).body;
  fields = new Map(
    club.ctx.calls.map((call) => {
      const operation = paths[call.path.replace(/:(\w+)/g, "{$1}")][call.method.toLowerCase()];
      const body: Schema = operation.requestBody?.content?.["application/json"]?.schema ?? {};
      const parameters = (operation.parameters ?? []) as { name: string; schema: Schema }[];
      const inQuery = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
      return [call, { ...inQuery, ...propertiesOf(body) }];
    }),
  );
});

/** The year of the races, always in the future. */
const YEAR = new Date().getUTCFullYear() + 4;

/** Opens races for bets, so that a form can get all the way. */
async function openRaces(): Promise<[string, string]> {
  const payload = {
    format_version: 1,
    meeting: {
      code: "FZ",
      name: "Fuzz Park",
      country: "AU",
      date: `${YEAR}-01-01`,
      timezone: "Australia/Sydney",
      currency: "AUD",
      event_type: "Races",
      rule_set: "AU_STD",
      dividends: "club",
    },
    races: [1, 2].map((number) => ({
      number,
      name: "Trial",
      distance_m: 1000,
      start_time: `${YEAR}-01-01T0${number}:00:00.000Z`,
      runners: Array.from({ length: 12 }, (_, i) => ({ number: i + 1, name: `Runner ${i + 1}` })),
    })),
  };
  const { token } = owner;
  ok(
    await club.call("POST", "/api/operator/cards/import", {
      token,
      body: { format: "club", payload },
    }),
  );
  const ids = (await club.query("SELECT id FROM race ORDER BY number")).map(
    ({ id }) => id as string,
  );
  for (const id of ids) ok(await club.call("POST", `/api/operator/races/${id}/open`, { token }));
  return [ids[0]!, ids[1]!];
}

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  schema.properties ?? Object.assign({}, ...(schema.anyOf ?? []).map(propertiesOf));

/** For objects whose names are the sender's: some that a plain object inherits. */
const NAMES = ["name", "a", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

/** A value that the document allows, as far as it is specific. */
function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(allowed));
  switch ([schema.type].flat()[0] ?? "") {
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -100, max: 100_000 }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(allowed(schema.items ?? {}), { minLength: 1, maxLength: 4 });
    case "object":
      return typeof schema.additionalProperties === "object"
        ? fc.dictionary(fc.constantFrom(...NAMES), allowed(schema.additionalProperties))
        : recordOf(schema.properties ?? {}, allowed);
    case "string":
      return schema.pattern?.includes("{4}") === true
        ? fc.constantFrom(`${YEAR}-01-01`, "2026-11-21", "1990-05-17")
        : fc.constantFrom(
            "RACE",
            "PLAYER",
            "OWNER",
            "ID",
            "1",
            "1,2",
            "2.5",
            "bank_transfer",
            `${YEAR}-01-01T03:00:00.000Z`,
            "a reason",
          );
    default:
      return hostile;
  }
}

function recordOf(
  all: Record<string, Schema>,
  make: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  return fc.record(
    Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, make(schema)])),
    {
      requiredKeys: [],
    },
  );
}
afterAll(async () => await club.close());

/** Text and numbers that something, somewhere, handles badly. */
const HOSTILE: readonly unknown[] = [
  "",
  " ",
  "0",
  "-1",
  "1e400",
  "NaN",
  "null",
  "true",
  "9999-12-31",
  "0000-00-00",
  "2026-02-30",
  "10000-01-01",
  "-001-01-01",
  "2026-11-21T00:00:00.000Z",
  "+275760-09-13T00:00:00.001Z",
  "9".repeat(30),
  "'; DROP TABLE player; --",
  "%",
  "_",
  "\\",
  "$1",
  "{}",
  "[]",
  "../../etc/passwd",
  "<script>",
  "\u202e\u200b\ufeff",
  "é".repeat(60),
  "🏇".repeat(70),
  "x".repeat(5000),
  '=HYPERLINK("x")',
  "a\nb\r\nc",
  "\u0001",
  "final",
  "interim",
  "open",
  "club",
  "hk-raceday",
  "player",
  "AUD",
  "bank_transfer",
  "en",
  "1,2,3",
  "3-Northern Tide",
  "0001-01-01",
  0,
  -0,
  1,
  2,
  15,
  16,
  -1,
  0.001,
  0.1,
  1.005,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  2 ** 63,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [1, 2, 3],
  [[4], [7, 9], [2]],
  [[1, 1]],
  { a: { b: { c: [] } } },
  { length: 1e9 },
  ...SHAPES.filter((text) => text.length < 100 && !FORBIDDEN.test(text)).map((text): unknown =>
    JSON.parse(text),
  ),
];

const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant("ID") },
);

/** Valid bodies, to be spoilt in one place or two. */
const RIGHT: Readonly<Record<string, object>> = {
  "/api/order/place-order": {
    race_id: "RACE",
    bet_type: 1,
    horse: [1, 2],
    betAmount: 1,
    confirm_same: true,
  },
  "/api/order/quote": { race_id: "RACE", bet_type: 7, horse: "1,2,3,4", betAmount: "2.50" },
  "/api/recharge/create": { method: "bank_transfer", amount_cents: 5000 },
  "/api/operator/races/:race_id/delay": {
    start_time: `${YEAR}-01-02T00:00:00.000Z`,
    reason: "rain",
  },
  "/api/operator/races/:race_id/scratch": { horse_id: 5 },
  "/api/operator/races/:race_id/result": { placings: [[4], [7, 9], [2]], stage: "final" },
  "/api/operator/races/:race_id/settle": { result_version: 1 },
  "/api/operator/players/:player_id/adjust": {
    kind: "goodwill",
    amount_cents: 100,
    reason: "sorry",
  },
};

function wrongInPlaces(call: Call): fc.Arbitrary<object> {
  const all = Object.entries(fields.get(call) ?? {});
  const right = fc.constant(RIGHT[call.path] ?? {});
  if (all.length === 0) return right;
  const change = fc
    .constantFrom(...all)
    .chain(([name, schema]) =>
      fc.oneof(allowed(schema), hostile).map((value) => ({ [name]: value })),
    );
  return fc
    .tuple(right, fc.array(change, { maxLength: 2 }))
    .map(([body, changes]) => Object.assign({}, body, ...changes) as object);
}

/** A body as text: mostly objects with the call's fields, sometimes anything, sometimes no JSON. */
function bodies(call: Call): fc.Arbitrary<string | undefined> {
  const all = fields.get(call) ?? {};
  const mostlyRight = recordOf(all, (schema) =>
    fc.oneof({ weight: 12, arbitrary: allowed(schema) }, { weight: 1, arbitrary: hostile }),
  );
  const record = fc.oneof(
    { weight: RIGHT[call.path] === undefined ? 0 : 4, arbitrary: wrongInPlaces(call) },
    { weight: 3, arbitrary: mostlyRight },
    { weight: 1, arbitrary: recordOf(all, () => hostile) },
  );
  const extras = fc.record(
    { role: hostile, balance: hostile, status: hostile, price: hostile, ["toString"]: hostile },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 8, arbitrary: record.map((body) => JSON.stringify(body)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(record, extras)
        .map(([body, more]) => JSON.stringify({ ...body, ...more })),
    },
    { weight: 2, arbitrary: hostile.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "{",
        "[",
        '"\\ud800"',
        '{"a":"\\u0000"}',
        "[".repeat(5000),
        '{"__proto__":1}',
        undefined,
      ),
    },
  );
}

const asHeader = fc
  .string({ unit: "binary-ascii", maxLength: 60 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, "?"));
const headers = fc.record(
  {
    "idempotency-key": fc.oneof(
      { weight: 1, arbitrary: asHeader },
      { weight: 1, arbitrary: fc.constantFrom("x".repeat(201), "é", "same") },
      { weight: 4, arbitrary: fc.uuid() },
    ),
    "accept-language": asHeader,
    "content-type": fc.oneof(
      { weight: 5, arbitrary: fc.constant("application/json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "text/plain",
          "application/json; charset=utf-16",
          "x",
          "multipart/form-data",
        ),
      },
    ),
    "x-forwarded-for": asHeader,
    "last-event-id": asHeader,
    origin: asHeader,
    range: asHeader,
  },
  { requiredKeys: [] },
);

const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constant("ID") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "PLAYER",
      "OWNER",
      "RACE",
      "x",
      "0",
      "%2e%2e",
      "null",
      "%F0%9F%8F%87",
      "a".repeat(300),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", minLength: 1, maxLength: 20 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  },
);

/** Only plain values, since a counterexample is printed. */
interface Request {
  method: string;
  route: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  as: "nobody" | "player" | "owner";
}

/** Left out: they end the run's own session, have a rate of their own, or stop all bets. */
const UNTRIED =
  /\/(signout|sessions\/:session_id|identity-rule)$|^POST \/api\/operator\/incidents$/;
const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

function requests(): fc.Arbitrary<Request> {
  const calls = club.ctx.calls.filter((call) => !UNTRIED.test(nameOf(call)));
  const known = calls.filter(({ path }) => RIGHT[path] !== undefined);
  const some = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...calls) },
    { weight: 1, arbitrary: fc.constantFrom(...known) },
  );
  return some.chain((call) =>
    fc.record({
      method: fc.constant(call.method),
      route: fc.constant(call.path),
      path: fc
        .tuple(
          ids,
          recordOf({ limit: {}, cursor: {}, ...fields.get(call) }, (schema) =>
            fc.oneof(
              { weight: 3, arbitrary: allowed(schema) },
              { weight: 1, arbitrary: hostile },
              { weight: 3, arbitrary: fc.constant(undefined) },
            ),
          ),
        )
        .map(([id, query]) => fill(call.path, id, query)),
      body: call.method === "GET" ? fc.constant(undefined) : bodies(call),
      headers,
      as: fc.constantFrom("nobody", "player", "owner", "player", "owner"),
    }),
  );
}

function fill(path: string, id: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = given.map(([name, value]) => {
    const word = typeof value === "string" ? value : JSON.stringify(value);
    return `${encodeURIComponent(name)}=${encodeURIComponent(word.toWellFormed())}`;
  });
  return named(`${path.replace(/:\w+/g, id)}?${text.join("&")}`).replaceAll("ID", newId());
}

function named(text: string): string {
  const race = text.startsWith("/api/operator/") ? spareRaceId : raceId;
  return text
    .replaceAll("PLAYER", victim.id)
    .replaceAll("OWNER", colleague.id)
    .replaceAll("RACE", race);
}

async function make(request: Request): Promise<{ status: number; text: string }> {
  const { method, path, body, as } = request;
  // On the run's own player, limits would refuse every later bet and top-up.
  const someone = path.startsWith("/api/user/limits") ? limited : BARS.test(path) ? barred : player;
  const token = as === "player" ? someone.token : owner.token;
  const response = await fetch(club.url + path, {
    method,
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      ...request.headers,
      ...(as === "nobody" ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: named(body).replaceAll('"ID"', `"${newId()}"`) }),
  });
  return { status: response.status, text: await response.text() };
}

test(`no request gives a 5xx (SEED=${SEED})`, { timeout: 300_000 }, async () => {
  const seen = new Map<number, number>();
  const good = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(requests(), { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (group) => {
        await Promise.all(
          group.map(async (request) => {
            const { status, text } = await make(request);
            seen.set(status, (seen.get(status) ?? 0) + 1);
            if (status === 200) good.add(request.route);
            const shown = `${request.method} ${request.path} ${JSON.stringify(request.headers)} as ${request.as}: ${request.body}`;
            expect(status, `${shown} -> ${text}`).toBeLessThan(500);
            const answer = JSON.parse(text) as { status: number; message: string };
            expect([answer.status, typeof answer.message], shown).toEqual([status, "string"]);
          }),
        );
      },
    ),
    { numRuns: Math.ceil(RUNS / AT_ONCE), seed: SEED, endOnFailure: true },
  );
  // A run that was refused at the door everywhere would have tested nothing.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 401, 404, 422]));
  if (RUNS < 10_000) return;
  expect(seen.get(409)).toBeGreaterThan(0);
  expect([...good]).toEqual(
    expect.arrayContaining(["/api/order/place-order", "/api/recharge/create"]),
  );
});

describe("a value of another shape, in every field of every call", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  /** Path parameters that are not ids. */
  const PLACES: Record<string, string> = {
    ":area": "rules",
    ":language": "en",
    ":horse_id": "1",
    ":name": "X",
  };

  /** Bodies that are valid, except for the one field. */
  const bodyWith = ({ call, name }: CallField, value: string): string => {
    const rest = Object.entries(RIGHT[call.path] ?? {}).filter(([other]) => other !== name);
    const fields = rest.map(([other, one]) => `${JSON.stringify(other)}:${JSON.stringify(one)}`);
    return `{${[`${JSON.stringify(name)}:${value}`, ...fields].join(",")}}`;
  };

  const give = async (field: CallField, value: string, token?: string): Promise<Answer> => {
    const { call, name } = field;
    const path = call.path.replace(/:\w+/g, (id) => PLACES[id] ?? newId());
    const key = encodeURIComponent(name);
    if (field.in === "body") {
      const headers = { "idempotency-key": newId() };
      const body = named(bodyWith(field, value));
      return await club.call(call.method, path, { token, headers, body });
    }
    const text = encodeURIComponent(value.slice(0, 2000));
    const queries = [`${key}=${text}`, `${key}=1&${key}=${text}`, `${key}[length]=${text}`];
    const answers = await Promise.all(
      queries.map(async (query) => await club.call(call.method, `${path}?${query}`, { token })),
    );
    return answers.find(({ status }) => status >= 500) ?? (answers[1] as Answer);
  };

  const inGroups = async <T>(items: readonly T[], work: (item: T) => Promise<void>) => {
    for (let from = 0; from < items.length; from += AT_ONCE)
      await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  };

  /** Blames one of the call's fields, or the whole body, which may have several forms. */
  const blames = (answer: Answer, all: readonly CallField[], { call }: CallField): boolean => {
    const field: unknown = answer.body.params.field;
    const names = all.filter((other) => other.call === call).map(({ name }) => name);
    const [first = ""] = typeof field === "string" ? field.split(".") : [];
    return ["body", ...names].includes(first);
  };

  /** What is wrong with an answer to somebody who may make the call; null: nothing. */
  const faultOf = (
    answer: Answer,
    asked: { field: CallField; value: string; all: readonly CallField[] },
  ): string | null => {
    const { field, value, all } = asked;
    if (answer.status >= 500) return "broke";
    if (field.in === "query") return null;
    if (FORBIDDEN.test(value)) return answer.status === 400 ? null : "forbidden keys passed";
    if (isFit(field.schema, JSON.parse(value))) return null;
    // A program's card is refused by its signature, before it is read.
    if (field.call.path === "/api/hooks/cards")
      return answer.status === 401 ? null : "read unsigned";
    if (answer.body.code !== "request.invalid") return "taken for what it is not";
    return blames(answer, all, field) ? null : "blames nothing";
  };

  const isFit = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

  test("is refused with the field to blame, never with a 5xx", { timeout: 300_000 }, async () => {
    const all = (await fieldsOfCalls(club)).filter(({ call }) => !UNTRIED.test(nameOf(call)));
    expect(all.length).toBeGreaterThan(400);
    // A player whom no other request has barred or signed out.
    const asked = await club.signUp();
    const faults: unknown[] = [];
    const seen = new Map<number, number>();
    // In `npm test` each field gets the first, for the door, and a part of the others in turn.
    const oneIn = isFull ? 1 : 4;
    await inGroups([...all.entries()], async ([turn, field]) => {
      const { call } = field;
      const theirs = call.access === "player" ? asked.token : owner.token;
      for (const [i, value] of SHAPES.entries()) {
        if (i > 0 && (turn + i) % oneIn !== 0) continue;
        // Query values are always text, so fewer of them are tried.
        if (field.in === "query" && i % 4 !== 0) continue;
        const isOpen = call.access === "public";
        const answer = await give(field, value, isOpen ? undefined : theirs);
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        const fault = faultOf(answer, { field, value, all });
        const shown = [nameOf(call), field.name, value.slice(0, 100)];
        if (fault !== null) faults.push([fault, ...shown, answer.body]);
        // Somebody who may not make the call is not told what is wrong with it.
        if (isOpen || i > 2) continue;
        const strange = call.access === "player" ? owner.token : player.token;
        const { status } = await give(field, value, i === 0 ? undefined : strange);
        if (status !== 401) faults.push(["open to strangers", ...shown, status]);
      }
    });
    expect(faults).toEqual([]);
    expect(seen.get(422)).toBeGreaterThan(5000 / oneIn);
  });
});

test("and whatever was asked, no money came or went", async () => {
  const [row] = await club.query(
    `SELECT (SELECT coalesce(sum(amount_cents), 0)::int FROM posting) AS sum,
       (SELECT count(*)::int FROM wallet WHERE cash_cents < 0) AS below,
       (SELECT count(*)::int FROM pg_tables WHERE tablename = 'player') AS tables`,
  );
  expect(row).toEqual({ sum: 0, below: 0, tables: 1 });
});
