import { type AddressInfo, createServer } from "node:net";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOutside, type OutsideCall } from "../../core/http/call-outside.ts";
import { act, openRaces } from "../../test/card-desk.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { sendWebhooks } from "../../test/deliveries.ts";
import { MOST_TRIES } from "./webhook-channel.ts";

/* What the club tells other programs: signed, tried again, never inside. */

let club: TestClub;
let owner: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  owner = await club.operator();
});
afterAll(async () => await club.close());

const desk = async (method: string, path = "", body?: object): Promise<Answer> =>
  await club.call(method, `/api/operator/webhooks${path}`, {
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  });
const URL_OF = "https://hooks.example.com/club";

async function make(kinds: readonly string[]): Promise<{ id: string; secret: string }> {
  const data = ok(await desk("POST", "", { url: URL_OF, kinds }));
  return { id: data.endpoint_id, secret: data.secret };
}

async function logOf(id: string): Promise<Answer["body"]["list"]> {
  return (await desk("GET", `/${id}/deliveries?limit=100`)).body.list;
}

/** A program that records what it was sent, and answers as the test says. */
function receiver(answers: (message: OutsideCall<string>) => number = () => 204) {
  const told: OutsideCall<string>[] = [];
  const transport = async (message: OutsideCall<string>) => {
    told.push(message);
    return { status: answers(message) };
  };
  const round = async (): Promise<number> => await sendWebhooks(club.ctx, transport);
  return { told, round };
}

const dueNow = async (): Promise<unknown> =>
  await club.asAdmin("UPDATE delivery SET next_at = now() WHERE ended_at IS NULL");

test("what happens is told to whoever wants it, signed, once", async () => {
  const races = await make(["race.closed"]);
  const money = await make(["topup.approved", "withdrawal.requested"]);
  const player = await club.signUp();
  await club.fund(player, 5000);
  const [raceId = ""] = await openRaces(club);
  ok(await act(club, raceId, "close"));
  const { told, round } = receiver();
  await round();
  await round();
  const kinds = told
    .map(({ body }) => JSON.parse(body).type)
    .toSorted((a, b) => a.localeCompare(b));
  expect(kinds).toEqual(["race.closed", "topup.approved"]);
  const closed = told.find(({ body }) => body.includes("race.closed"));
  expect(JSON.parse(closed?.body ?? "").data).toEqual({ race_id: raceId, status: "closed" });
  const headers: Readonly<Record<string, string>> = closed?.headers ?? {};
  const body = closed?.body ?? "";
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(races.secret.slice("whsec_".length), "base64");
  const right = createHmac("sha256", key).update(text).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${right}`);
  expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
  expect((await logOf(money.id))[0]).toMatchObject({ status: "delivered", answer: 204 });
  expect(told.map((message) => JSON.stringify(message)).join()).not.toContain(player.name);
  for (const { id } of [races, money]) ok(await desk("DELETE", `/${id}`));
});

test("what is rolled back is told to nobody", async () => {
  const { id } = await make(["topup.rejected"]);
  const player = await club.signUp();
  await club.fund(player, 5000);
  await expect(
    club.asAdmin(
      `DO $$ BEGIN UPDATE top_up SET status = 'rejected' WHERE player_id = '${player.id}'; RAISE EXCEPTION 'not after all'; END $$`,
    ),
  ).rejects.toThrow(/not after all/);
  expect(await logOf(id)).toEqual([]);
  ok(await desk("DELETE", `/${id}`));
});

test("a program that is away is tried again later and later under one id, then given up; one is sent anew by hand", async () => {
  const { id } = await make(["race.open"]);
  ok(await desk("POST", `/${id}/test`));
  const away = receiver(() => 503);
  await away.round();
  expect(await away.round()).toBe(0);
  const [first] = await logOf(id);
  expect(first).toMatchObject({ status: "waiting", attempts: 1, answer: 503, kind: "test" });
  const waits: number[] = [];
  for (let tried = 1; tried < MOST_TRIES; tried += 1) {
    await dueNow();
    const startedAt = Date.now();
    await away.round();
    const [row] = await logOf(id);
    if (row.next_at !== null) waits.push(Date.parse(row.next_at) - startedAt);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.length).toBe(MOST_TRIES - 2);
  expect((await logOf(id))[0]).toMatchObject({ status: "given_up", attempts: MOST_TRIES });
  expect(new Set(away.told.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  const [{ delivery_id: deliveryId }] = await logOf(id);
  ok(await desk("POST", `/${id}/deliveries/${deliveryId}/resend`));
  const back = receiver();
  await back.round();
  expect(back.told[0]?.headers["webhook-id"]).toBe(deliveryId);
  expect((await logOf(id))[0]).toMatchObject({ status: "delivered", attempts: 1 });
  ok(await desk("DELETE", `/${id}`));
});

test("a process that dies between taking and telling loses nothing; two at once tell once", async () => {
  const { id } = await make(["race.open"]);
  ok(await desk("POST", `/${id}/test`));
  const dying = sendWebhooks(club.ctx, async () => await Promise.reject(new Error("killed")));
  await expect(dying).rejects.toThrow(/killed/);
  expect((await logOf(id))[0]).toMatchObject({ status: "waiting", attempts: 1 });
  await dueNow();
  const { told, round } = receiver();
  await Promise.all([round(), round(), round()]);
  expect(told).toHaveLength(1);
  ok(await desk("DELETE", `/${id}`));
});

test("a new secret signs beside the old one for a day; a pause tells nothing, not even later; 410 ends it", async () => {
  const { id, secret } = await make(["race.open"]);
  const fresh = ok(await desk("POST", `/${id}/rotate`)).secret;
  expect(fresh).not.toBe(secret);
  ok(await desk("POST", `/${id}/test`));
  const { told, round } = receiver(() => 410);
  await round();
  expect(told[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  expect((await logOf(id))[0]).toMatchObject({ status: "given_up", answer: 410 });
  await club.asAdmin(
    "UPDATE webhook_endpoint SET old_until = now() - interval '1 second' WHERE old_secret IS NOT NULL",
  );
  ok(await desk("POST", `/${id}/test`));
  await round();
  expect(told[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);

  ok(await desk("PUT", `/${id}`, { kinds: ["race.open"], status: "paused" }));
  const before = (await logOf(id)).length;
  await openRaces(club);
  expect(await logOf(id)).toHaveLength(before);
  ok(await desk("DELETE", `/${id}`));
  expect((await desk("GET", `/${id}/deliveries`)).status).toBe(404);
  const list = (await desk("GET")).body.list;
  expect(JSON.stringify(list)).not.toContain("whsec_");
});

test("nothing inside is called: not by its address, not by a name that leads there, not by a redirect", async () => {
  for (const url of [
    "http://hooks.example.com/",
    "https://127.0.0.1/",
    "https://db.internal/",
    "https://hooks.example.com:5432/",
  ]) {
    const answer = await desk("POST", "", { url, kinds: ["race.open"] });
    expect([answer.status, answer.body.code], url).toEqual([422, "webhook.address"]);
  }
  // Put into the row by somebody with database access: the address is checked again before each
  // call.
  for (const url of ["https://169.254.169.254/", "https://hooks.example.com:22/"]) {
    const { id } = await make(["race.open"]);
    await club.asAdmin("UPDATE webhook_endpoint SET url = $2 WHERE id = $1", [id, url]);
    ok(await desk("POST", `/${id}/test`));
    const { told, round } = receiver();
    await round();
    expect(told).toHaveLength(0);
    expect((await logOf(id))[0]).toMatchObject({ status: "waiting", answer: 0 });
    ok(await desk("DELETE", `/${id}`));
  }

  let asked = 0;
  const inside = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const { port } = inside.address() as AddressInfo;
  const url = new URL(`https://localhost:${port}/`);
  expect(await callOutside(10_000)({ url, headers: {}, body: "{}" })).toEqual({ status: 0 });
  expect(asked).toBe(0);
  await new Promise((resolve) => inside.close(resolve));
});
