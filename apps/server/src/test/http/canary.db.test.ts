import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../core/metrics/log.ts";
import { newId } from "../../core/kit/ids.ts";
import { codeInOutbox, startClub } from "../club.ts";
import type { TestClub } from "../club.ts";

/** Promise S23: the values of these fields appear in no log, metric, refusal or audit row. */
const SECRET_FIELDS = [
  "password",
  "old_password",
  "new_password",
  "code",
  "totp",
  "token",
  "access_token",
  "refresh_token",
  "idempotency_key",
  "account_number",
  "receipt",
  "phone",
  "full_name",
  "authorization",
  "secret",
];

let club: TestClub;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  club = await startClub({ log, env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

test("canaries sent through every route come back nowhere", async () => {
  const canary = `CANARY${randomBytes(8).toString("hex")}`;
  const answers: string[] = [];
  const player = await club.signUp();
  const owner = await club.operator();
  const body = Object.fromEntries(SECRET_FIELDS.map((field) => [field, canary]));
  const forms = [
    body,
    { ...body, user_name: player.name },
    { ...body, user_name: "owner" },
    { nested: { deep: body } },
  ];
  for (const call of club.ctx.calls) {
    if (call.path.endsWith("/signout")) continue;
    const token = call.path.startsWith("/api/operator/") ? owner.token : player.token;
    for (const form of forms) {
      for (const headers of [
        { "idempotency-key": canary },
        { authorization: `Bearer ${canary}` },
      ]) {
        const answer = await club.call(call.method, call.path.replace(/:\w+/g, newId), {
          token,
          headers,
          ...(call.method === "GET" ? {} : { body: form }),
        });
        answers.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]));
      }
    }
  }
  const metrics = (await club.call("GET", "/metrics")).body as string;
  const audit = await club.asAdmin("SELECT a::text AS row FROM audit a");
  // The profile stores a full name and shows it to its owner; nothing else is stored.
  for (const [where, texts] of Object.entries({
    log: lines,
    metrics: [metrics],
    audit: audit.map(({ row }) => row as string),
    answers: answers.filter((text) => !text.includes('"full_name"')),
  })) {
    expect(texts.filter((text) => text.includes(canary)).slice(0, 2), where).toEqual([]);
  }
  expect(answers.length).toBeGreaterThan(300);
});

test("real secrets of a player stand in no log line, also when something breaks", async () => {
  const player = await club.signUp();
  const { token } = await club.operator();
  await club.query("DELETE FROM verification");
  await club.call("POST", "/api/user/verification", {
    body: { phone: player.phone, purpose: "reset" },
  });
  const code = await codeInOutbox(club, player.phone);
  await club.asAdmin("ALTER TABLE player RENAME COLUMN language TO tongue");
  const body = { user_name: player.name, password: player.password };
  const broken = await club.call("POST", "/api/user/signin", { body });
  const profile = await club.call("PUT", "/api/user/profile", {
    token: player.token,
    body: { date_of_birth: "1990-05-17", full_name: "A Secret Name" },
  });
  await club.asAdmin("ALTER TABLE player RENAME COLUMN tongue TO language");
  expect(profile.body).toMatchObject({ status: 500, code: "server.broken", params: {} });
  expect(Object.keys(profile.body).toSorted()).toEqual([
    "code",
    "message",
    "params",
    "request_id",
    "status",
  ]);
  const line = lines.find((text) => text.includes(profile.body.request_id as string));
  expect(line).toContain('"stack"');
  const log = lines.join("");
  for (const secret of [
    player.password,
    player.token,
    player.refreshToken,
    player.phone,
    "A Secret Name",
    token,
  ]) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect(broken.status).toBeLessThan(501);
});

test("fields with secret names are hidden, wherever somebody logs them", () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  const marker = "MARKER-OF-A-SECRET";
  const before = lines.length;
  for (const field of SECRET_FIELDS) {
    log.info({ [field]: marker }, "flat");
    log.info({ body: { [field]: marker } }, "one level down");
    log.info({ request: { body: { [field]: marker } } }, "two levels down");
  }
  log.info({ headers: { authorization: marker, "idempotency-key": marker } }, "headers");
  const written = lines.slice(before);
  expect(written).toHaveLength(SECRET_FIELDS.length * 3 + 1);
  expect(written.filter((text) => text.includes(marker))).toEqual([]);
});

test("an error of the database is logged with its code and without the rows that it quotes", () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "player_phone_hash_key",
    detail: "Failing row contains (MARKER-OF-A-SECRET).",
    where: "MARKER-OF-A-SECRET",
  });
  log.error({ err: error }, "broken");
  const line = lines.at(-1);
  expect(line).not.toContain("MARKER-OF-A-SECRET");
  expect(JSON.parse(line ?? "")).toMatchObject({
    err: { message: "duplicate key", error_code: "23505", constraint: "player_phone_hash_key" },
  });
});
