import { beforeEach, expect, test, vi } from "vitest";
import { answer, stubBrowser } from "../../test/browser.ts";
import { EMPTY_SLIP, type SlipLeg } from "./slip-state.ts";

const leg = (outcomeId: string): SlipLeg => ({
  eventId: `e-${outcomeId}`,
  marketId: `m-${outcomeId}`,
  outcomeId,
  oddsMilli: 1850,
  event: {
    sport: "football",
    competition: "Northern League",
    home: "Ellerby Town",
    away: "Castle Moor",
    home_names: {},
    away_names: {},
    start_time: "2026-11-21T15:00:00.000Z",
  },
  type: "1x2",
  line: null,
  key: "home",
  name: null,
  combines: false,
});

const bet = (id: "single:a" | "single:b" | "multiple") => ({
  id,
  wire: {
    kind: id === "multiple" ? "multiple" : "single",
    legs: [],
    unit_stake_cents: 100,
    price_policy: "better",
  } as const,
  legs: [leg("a")],
  costCents: 100,
});
const SLIP = {
  ...EMPTY_SLIP,
  legs: [leg("a"), leg("b")],
  stakes: { "single:a": "1", "single:b": "1", multiple: "1" },
};
const ASKED = {
  currency: "AUD",
  slip: SLIP,
  bets: [bet("single:a"), bet("single:b"), bet("multiple")].map((each) => ({
    ...each,
    wire: { ...each.wire, legs: [...each.wire.legs] },
  })),
};
type Request = { url: string; key: string | null; body: string; kept: string | null };
type Reply = (request: Request, count: number) => Response | Promise<Response>;

const RESOLVE = "/api/order/resolve";
const accepted = () => answer(200, { data: { order_id: "o", receipt_no: "SP-1" } });
const noAnswer = () => Promise.reject(new TypeError("Failed to fetch"));

async function start(reply: Reply, kept?: Readonly<Record<string, string>>) {
  vi.resetModules();
  const { storage } = stubBrowser();
  for (const [key, value] of Object.entries(kept ?? {})) storage.setItem(key, value);
  const requests: Request[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("idempotency-key");
    const request = { url, key, body: init.body as string, kept: storage.getItem("sport-sent") };
    requests.push(request);
    return Promise.resolve(reply(request, requests.length));
  });
  const sessions = await import("../../core/session.ts");
  sessions.startSession({ token: "t", refreshToken: "r", name: "noor", userId: "p1" });
  const send = await import("./send-slip.ts");
  const { placement } = await import("./sent.ts");
  const slips = await import("./slip-store.ts");
  slips.changeSlip({ do: "fill", slip: SLIP });
  const fates = () => {
    const now = placement.get();
    return now.phase === "idle" ? [] : now.sent.bets.map(({ fate }) => fate.is);
  };
  return { storage, requests, sessions, ...send, placement, fates, slip: slips.currentSlip };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.spyOn(console, "info").mockReturnValue();
});

test("all bets and their keys are stored before the first is sent, and gone when all are known", async () => {
  const club = await start(accepted);
  await club.placeSlip(ASKED);
  const kept = JSON.parse(club.requests[0]?.kept ?? "null") as { bets: { key: string }[] };
  expect(kept.bets.map(({ key }) => key)).toEqual(club.requests.map(({ key }) => key));
  expect(new Set(club.requests.map(({ key }) => key)).size).toBe(3);
  expect(club.fates()).toEqual(["accepted", "accepted", "accepted"]);
  expect(club.storage.getItem("sport-sent")).toBeNull();
  expect(club.slip().legs).toEqual([]);
});

test("a refused bet stays in the slip with its stake, the others leave it", async () => {
  const club = await start(({ body }) =>
    body.includes("multiple")
      ? answer(409, { code: "sport.over_liability", params: { max_stake_cents: 50 } })
      : accepted(),
  );
  await club.placeSlip(ASKED);
  expect(club.fates()).toEqual(["accepted", "accepted", "refused"]);
  expect(club.slip().stakes).toEqual({ multiple: "1" });
  expect(club.slip().legs).toHaveLength(2);
});

test("when an answer is lost its bet is asked about, and what was not sent yet never is", async () => {
  const club = await start((request, count) => {
    if (request.url === RESOLVE) return answer(200, { data: { placed: true, order_id: "o2" } });
    return count === 2 ? noAnswer() : accepted();
  });
  await club.placeSlip(ASKED);
  expect(club.fates()).toEqual(["accepted", "accepted", "not placed"]);
  const [, second, third] = club.requests;
  expect(JSON.parse(third?.body ?? "")).toEqual({ idempotency_key: second?.key });
  expect(club.requests).toHaveLength(3);
  expect(club.slip().stakes).toEqual({ multiple: "1" });
});

test("it asks until it is known; meanwhile nothing else is sent", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const club = await start((request) => {
    if (request.url !== RESOLVE) return noAnswer();
    asked += 1;
    return asked < 4 ? noAnswer() : answer(200, { data: { placed: false } });
  });
  const placing = club.placeSlip(ASKED);
  await vi.advanceTimersByTimeAsync(500);
  expect(club.placement.get().phase).toBe("checking");
  await club.placeSlip(ASKED);
  expect(club.requests.filter(({ url }) => url !== RESOLVE)).toHaveLength(1);
  expect(club.storage.getItem("sport-sent")).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000);
  await placing;
  expect(asked).toBe(4);
  expect(club.fates()).toEqual(["not placed", "not placed", "not placed"]);
  expect(club.slip().legs).toHaveLength(2);
});

test("after a reload every bet without a known fate is asked about, the others are told", async () => {
  const fates = [
    { is: "accepted", order: { order_id: "o1" }, wasLost: false },
    { is: "waiting" },
    { is: "waiting" },
  ];
  const kept = {
    ...ASKED,
    userId: "p1",
    sentAt: 1,
    bets: ASKED.bets.map((each, index) => ({ ...each, key: `k${index}`, fate: fates[index] })),
  };
  const club = await start(
    ({ body }) =>
      answer(200, {
        data: body.includes("k1") ? { placed: true, order_id: "o2" } : { placed: false },
      }),
    { "sport-sent": JSON.stringify(kept) },
  );
  await club.resumeSportSlip();
  expect(club.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { idempotency_key: "k1" },
    { idempotency_key: "k2" },
  ]);
  expect(club.fates()).toEqual(["accepted", "accepted", "not placed"]);
  expect(club.storage.getItem("sport-sent")).toBeNull();
});

test("another player's bets are left alone", async () => {
  const kept = { ...ASKED, userId: "somebody", sentAt: 1, bets: [] };
  const club = await start(accepted, { "sport-sent": JSON.stringify(kept) });
  await club.resumeSportSlip();
  expect(club.requests).toEqual([]);
  expect(club.storage.getItem("sport-sent")).not.toBeNull();
});

test("a sign-out forgets what was kept, an expired session does not", async () => {
  const club = await start(accepted, { "sport-sent": "{}" });
  club.sessions.endSession("expired");
  expect(club.storage.getItem("sport-sent")).not.toBeNull();
  club.sessions.endSession("signed out");
  expect(club.storage.getItem("sport-sent")).toBeNull();
});
