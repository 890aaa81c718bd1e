// The first: what is loaded before it, it does not see.
import { LOADED } from "../../test/loaded.ts";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pause } from "../kit/pause.ts";
import { PASSWORD, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import {
  type SeenSpan,
  startTraceReceiver,
  type TraceReceiver,
} from "../../test/trace-receiver.ts";

const SDK = /@opentelemetry\/(sdk|exporter|resources)/;
const PART = 20;
const BETWEEN_PARTS_MS = 100;
const PLACE = "POST /api/order/place-order";

const loaded = (): string[] => LOADED.filter((url) => SDK.test(url));

let receiver: TraceReceiver;
beforeAll(async () => {
  receiver = await startTraceReceiver();
});
afterAll(async () => {
  await receiver.close();
});

interface Bettor {
  readonly player: TestPlayer;
  readonly race: TestRace;
}

async function bettorOf(club: TestClub): Promise<Bettor> {
  const player = await club.signUp();
  await club.fund(player, 100_00);
  const [race] = await openRaceDay(club);
  return { player, race: race as TestRace };
}

/** Places a bet whose body comes in two parts, as it does on the way from a phone. */
async function place(club: TestClub, { player, race }: Bettor, headers: Record<string, string>) {
  const body = JSON.stringify({ race_id: race.race_id, bet_type: 1, horse: 1, betAmount: 1 });
  const asking = request(`${club.url}/api/order/place-order`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": body.length,
      authorization: `Bearer ${player.token}`,
      ...headers,
    },
  });
  asking.write(body.slice(0, PART));
  await pause(BETWEEN_PARTS_MS);
  asking.end(body.slice(PART));
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
}

/** The only span of a trace with this name. */
function one(spans: readonly SeenSpan[], name: string): SeenSpan {
  const [span, ...more] = spans.filter((each) => each.name === name);
  expect({ name, more: more.length, isThere: span !== undefined }).toEqual({
    name,
    more: 0,
    isThere: true,
  });
  return span as SeenSpan;
}

test("off: nothing of the libraries is loaded and nothing is sent", async () => {
  const club = await startClub();
  try {
    await place(club, await bettorOf(club), { "idempotency-key": "off" });
    expect(club.ctx.traces.isOn).toBe(false);
  } finally {
    await club.close();
  }
  expect(loaded()).toEqual([]);
  expect(receiver.bodies).toEqual([]);
});

test("one trace leads from the call through intake and database to the event", async () => {
  const club = await startClub({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=of%20the%20club",
    },
  });
  const caller = { traceId: "5c".repeat(16), spanId: "a1".repeat(8) };
  const key = "a-key-that-nobody-may-read";
  let bettor: Bettor;
  try {
    bettor = await bettorOf(club);
    await place(club, bettor, {
      "idempotency-key": key,
      traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
      tracestate: "vendor=what-a-caller-says",
    });
    const ours = (): SeenSpan[] =>
      receiver.spans().filter(({ traceId }) => traceId === caller.traceId);
    await expect.poll(() => ours().map(({ name }) => name)).toContain("event");
    await expect.poll(() => ours().map(({ name }) => name)).toContain(PLACE);

    const call = one(ours(), PLACE);
    expect(call).toMatchObject({ parentSpanId: caller.spanId, isError: false });
    expect(call.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/order/place-order",
      "http.response.status_code": 200,
      "club.request_id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const intake = one(ours(), "bet intake");
    expect(intake).toMatchObject({
      parentSpanId: call.spanId,
      attributes: { "club.verdict": "ok" },
    });
    const group = one(ours(), "bet group");
    expect(group).toMatchObject({ parentSpanId: intake.spanId, attributes: { "club.bets": 1 } });
    expect(one(ours(), "place_bets")).toMatchObject({
      parentSpanId: group.spanId,
      attributes: { "db.system.name": "postgresql", "club.pool": "bets" },
    });
    const event = one(ours(), "event");
    expect(event.parentSpanId).toBe(intake.spanId);
    expect(one(ours(), "event round").parentSpanId).toBe(event.spanId);
  } finally {
    // Without the wait for the next sending: what is left is sent at the stop.
    await club.call("GET", "/api/no-such-thing");
    await club.call("GET", "/api/order/list?page=x");
    await club.close();
  }

  expect(loaded().some((url) => url.includes("sdk-trace"))).toBe(true);
  expect(receiver.headers[0]).toMatchObject({ "x-key": "of the club" });
  const last = one(receiver.spans(), "GET /api/order/list");
  expect(last.attributes).toMatchObject({ "http.response.status_code": 401 });

  const { player, race } = bettor;
  const { id, name, phone, token, refreshToken } = player;
  const ofDatabase = ["$1", new URL(club.database.appUrl).password];
  const ofPlayer = [id, name, phone, token, refreshToken, PASSWORD];
  const ofCall = [race.race_id, key, "what-a-caller-says", "127.0.0.1", "no-such-thing", "page=x"];
  const secrets = [...ofPlayer, ...ofCall, ...ofDatabase];
  const all = receiver.bodies.join("\n");
  expect(secrets.filter((secret) => secret !== "" && all.includes(secret))).toEqual([]);
});
