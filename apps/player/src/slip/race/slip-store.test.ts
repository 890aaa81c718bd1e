import { beforeEach, expect, test, vi } from "vitest";
import { answer, stubBrowser } from "../../test/browser.ts";
import { EMPTY_FORM } from "./empty-form.ts";

const ORDER = { order_id: "o1", receipt_no: "WR5-1", accepted_at: "2026-11-21T03:02:11.482Z" };
const ASKED = {
  form: { ...EMPTY_FORM, betType: 1 as const },
  wire: { bet_type: 1, horse: [3] },
  costCents: 500,
  currency: "AUD",
};
type Reply = (url: string) => Response | Promise<Response>;

async function start(reply: Reply, kept?: Readonly<Record<string, string>>) {
  vi.resetModules();
  const { storage } = stubBrowser();
  for (const [key, value] of Object.entries(kept ?? {})) storage.setItem(key, value);
  const requests: { url: string; key: string | null; body: string; kept: string | null }[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("idempotency-key");
    requests.push({ url, key, body: init.body as string, kept: storage.getItem("slip") });
    return Promise.resolve(reply(url));
  });
  const sessions = await import("../../core/session.ts");
  sessions.startSession({ token: "t", refreshToken: "r", name: "noor", userId: "p1" });
  const store = await import("./slip-store.ts");
  const { currentPlacement } = await import("./placement.ts");
  return {
    storage,
    requests,
    sessions,
    ...store,
    phase: () => currentPlacement().phase,
    currentPlacement,
  };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.spyOn(console, "info").mockReturnValue();
});

const noAnswer = () => Promise.reject(new TypeError("Failed to fetch"));

test("slip and key are stored before anything is sent, and gone with the receipt", async () => {
  const club = await start(() => answer(200, { data: ORDER }));
  await club.placeSlip(ASKED);
  const [request] = club.requests;
  expect(JSON.parse(request?.kept ?? "null")).toMatchObject({ key: request?.key, userId: "p1" });
  expect(club.currentPlacement()).toMatchObject({
    phase: "accepted",
    order: ORDER,
    wasLost: false,
  });
  expect(club.storage.getItem("slip")).toBeNull();
});

test("a refusal wrote nothing: the slip goes, and the next try has a new key", async () => {
  const club = await start(() => answer(409, { code: "race.closed" }));
  await club.placeSlip(ASKED);
  expect(club.phase()).toBe("refused");
  expect(club.storage.getItem("slip")).toBeNull();
  await club.placeSlip(ASKED);
  expect(new Set(club.requests.map(({ key }) => key)).size).toBe(2);
});

test.each<[string, Reply]>([
  ["a lost answer", noAnswer],
  ["a commit in doubt", () => answer(503, { code: "bet.in_doubt" })],
  ["a broken server", () => answer(500, {})],
])("%s is asked about by its key: accepted", async (_, lost) => {
  const club = await start((url) =>
    url === "/api/order/resolve" ? answer(200, { data: { ...ORDER, placed: true } }) : lost(url),
  );
  await club.placeSlip(ASKED);
  expect(club.currentPlacement()).toMatchObject({ phase: "accepted", wasLost: true });
  const [sent, resolve] = club.requests;
  expect(JSON.parse(resolve?.body ?? "")).toEqual({ idempotency_key: sent?.key });
  expect(club.storage.getItem("slip")).toBeNull();
});

test("or it was not placed and never will be", async () => {
  const club = await start((url) =>
    url === "/api/order/resolve" ? answer(200, { data: { placed: false } }) : noAnswer(),
  );
  await club.placeSlip(ASKED);
  expect(club.phase()).toBe("not placed");
  expect(club.storage.getItem("slip")).toBeNull();
});

test("it asks again until there is an answer; meanwhile nothing else is sent", async () => {
  vi.useFakeTimers();
  let tries = 0;
  const club = await start((url) => {
    if (url !== "/api/order/resolve") return noAnswer();
    tries += 1;
    return tries < 4 ? noAnswer() : answer(200, { data: { placed: false } });
  });
  const placing = club.placeSlip(ASKED);
  await vi.advanceTimersByTimeAsync(500);
  expect(club.phase()).toBe("checking");
  await club.placeSlip(ASKED);
  expect(club.requests.filter(({ url }) => url === "/api/order/place-order")).toHaveLength(1);
  expect(club.storage.getItem("slip")).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000);
  await placing;
  expect(tries).toBe(4);
  expect(club.phase()).toBe("not placed");
});

test("after a reload a kept slip is asked about", async () => {
  const slip = { ...ASKED, key: "k1", userId: "p1", sentAt: 1 };
  const club = await start(() => answer(200, { data: { ...ORDER, placed: true } }), {
    slip: JSON.stringify(slip),
  });
  await club.resumeSlip();
  expect(JSON.parse(club.requests[0]?.body ?? "")).toEqual({ idempotency_key: "k1" });
  expect(club.currentPlacement()).toMatchObject({ phase: "accepted", slip, wasLost: true });
});

test.each([
  ["of somebody else", JSON.stringify({ ...ASKED, key: "k1", userId: "p2", sentAt: 1 })],
  ["that is none", "{}"],
])("a kept slip %s is left alone", async (_, slip) => {
  const club = await start(() => answer(200), { slip });
  await club.resumeSlip();
  expect(club.requests).toEqual([]);
  expect(club.phase()).toBe("idle");
});

test("a club that is busy gets the same slip with the same key when it said", async () => {
  vi.useFakeTimers();
  let tries = 0;
  const club = await start(() => {
    tries += 1;
    return tries === 1
      ? answer(503, { code: "club.busy" }, { "retry-after": "1" })
      : answer(200, { data: ORDER });
  });
  const placing = club.placeSlip(ASKED);
  await vi.advanceTimersByTimeAsync(1000);
  await placing;
  expect(club.phase()).toBe("accepted");
  expect(new Set(club.requests.map(({ key }) => key)).size).toBe(1);
});

test("an expired session keeps the unanswered slip for its player, signing out forgets it", async () => {
  for (const [reason, isKept] of [
    ["expired", true],
    ["signed out", false],
  ] as const) {
    const slip = JSON.stringify({ ...ASKED, key: "k1", userId: "p1", sentAt: 1 });
    const club = await start(noAnswer, { slip });
    void club.resumeSlip();
    club.sessions.endSession(reason);
    expect(club.storage.getItem("slip") !== null).toBe(isKept);
    expect(club.phase()).toBe("idle");
    expect(club.storage.getItem("token")).toBeNull();
  }
});
