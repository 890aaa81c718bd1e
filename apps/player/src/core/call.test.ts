import { beforeEach, expect, test, vi } from "vitest";
import type { getWallet, placeOrder, signIn } from "@club/contract";
import { answer, stubBrowser } from "../test/browser.ts";

const SESSION = { token: "old", refreshToken: "r1", name: "noor", userId: "p1" };

async function start(session: typeof SESSION | null = SESSION) {
  vi.resetModules();
  const { storage } = stubBrowser();
  const requests: { url: string; init: RequestInit; headers: Headers }[] = [];
  const replies: ((request: { url: string; headers: Headers }) => Response | Promise<Response>)[] =
    [];
  let reply: (request: { url: string; headers: Headers }) => Response | Promise<Response> = () =>
    answer(200);
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const request = { url, init, headers: new Headers(init.headers) };
    requests.push(request);
    return Promise.resolve((replies.shift() ?? reply)(request));
  });
  const sessions = await import("./session.ts");
  if (session !== null) sessions.startSession(session);
  const { call } = await import("./call.ts");
  return {
    storage,
    requests,
    sessions,
    call,
    answerWith: (next: typeof reply) => {
      reply = next;
    },
    wallet: () => call<typeof getWallet>({ method: "GET", path: "/api/user/wallet" }),
    sent: (path: string) => requests.filter(({ url }) => url === path),
  };
}

beforeEach(() => vi.unstubAllGlobals());

const isFresh = ({ headers }: { headers: Headers }) =>
  headers.get("authorization") === "Bearer new";
const refreshed = { data: { access_token: "new", refresh_token: "r2" } };

test("adds the bearer of the stored token", async () => {
  const club = await start();
  await club.wallet();
  expect(club.requests[0]?.headers.get("authorization")).toBe("Bearer old");
});

test("sign-in goes without the token of whoever was here before", async () => {
  const club = await start();
  await club.call<typeof signIn>({
    method: "POST",
    path: "/api/user/signin",
    body: { user_name: "noor", password: "seven copper gates" },
    anonymous: true,
  });
  expect(club.requests[0]?.headers.has("authorization")).toBe(false);
});

test.each([401, 402])(
  "a %i refreshes once and sends the same again, however many calls wait",
  async (status) => {
    const club = await start();
    club.answerWith(async (request) => {
      if (request.url === "/api/user/refresh_token") {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return answer(200, refreshed);
      }
      return isFresh(request) ? answer(200, { data: { cash_cents: 5 } }) : answer(status);
    });
    const wallets = await Promise.all([club.wallet(), club.wallet(), club.wallet()]);
    expect(wallets.map(({ data }) => data.cash_cents)).toEqual([5, 5, 5]);
    expect(club.sent("/api/user/refresh_token")).toHaveLength(1);
    expect(club.sent("/api/user/wallet")).toHaveLength(6);
    expect(club.storage.getItem("token")).toBe("new");
    expect(club.storage.getItem("refresh_token")).toBe("r2");
  },
);

test("a bet that is sent again carries the same key", async () => {
  const club = await start();
  club.answerWith((request) => {
    if (request.url === "/api/user/refresh_token") return answer(200, refreshed);
    return isFresh(request) ? answer(200, { data: {} }) : answer(401);
  });
  await club.call<typeof placeOrder>({
    method: "POST",
    path: "/api/order/place-order",
    body: { bet_type: 1 },
    idempotencyKey: "key-1",
  });
  const keys = club
    .sent("/api/order/place-order")
    .map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual(["key-1", "key-1"]);
});

test("another tab was quicker: its token is taken and nothing is refreshed", async () => {
  const club = await start();
  club.answerWith((request) => (isFresh(request) ? answer(200, { data: {} }) : answer(401)));
  club.storage.setItem("token", "new");
  await club.wallet();
  expect(club.sent("/api/user/refresh_token")).toHaveLength(0);
});

test.each([
  ["is refused", () => answer(401)],
  ["fails", () => answer(500)],
  ["has no token in it", () => answer(200, { data: {} })],
])("when refreshing %s the session is cleared and the login page opens", async (_, refresh) => {
  const club = await start();
  club.answerWith(({ url }) => (url === "/api/user/refresh_token" ? refresh() : answer(401)));
  await expect(club.wallet()).rejects.toMatchObject({
    kind: "session",
    message: "登录已过期，请重新登录",
  });
  expect(club.storage.getItem("token")).toBeNull();
  expect(club.storage.getItem("refresh_token")).toBeNull();
  expect(location.hash).toBe("/pages/login/login");
});

test("without a refresh token the login page opens at once", async () => {
  const club = await start({ ...SESSION, refreshToken: "" });
  club.answerWith(() => answer(401));
  await expect(club.wallet()).rejects.toMatchObject({ kind: "session" });
  expect(club.sent("/api/user/refresh_token")).toHaveLength(0);
});

test("a token that expires again right after the refresh is not refreshed for ever", async () => {
  const club = await start();
  club.answerWith(({ url }) =>
    url === "/api/user/refresh_token" ? answer(200, refreshed) : answer(401),
  );
  await expect(club.wallet()).rejects.toMatchObject({ kind: "session" });
  expect(club.requests).toHaveLength(3);
});

test("a club that is away for a moment signs nobody out", async () => {
  const club = await start();
  club.answerWith(({ url }) =>
    url === "/api/user/refresh_token" ? answer(503, { code: "club.away" }) : answer(401),
  );
  await expect(club.wallet()).rejects.toMatchObject({ code: "club.away" });
  expect(club.storage.getItem("refresh_token")).toBe("r1");
});

test("a body status other than 200 is raised with the server's message and code", async () => {
  const club = await start();
  club.answerWith(() =>
    answer(429, { code: "request.too_many", message: "Too many." }, { "retry-after": "2" }),
  );
  await expect(club.wallet()).rejects.toMatchObject({
    message: "Too many.",
    kind: "refused",
    status: 429,
    code: "request.too_many",
    retryAfterMs: 2000,
  });
});

test("no network, an abort and a time-out have the specification's codes", async () => {
  const club = await start();
  club.answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(club.wallet()).rejects.toMatchObject({ kind: "network" });
  const asked = new AbortController();
  club.answerWith(() => {
    asked.abort();
    return Promise.reject(new DOMException("aborted", "AbortError"));
  });
  const wish = { method: "GET", path: "/api/user/wallet", signal: asked.signal } as const;
  await expect(club.call<typeof getWallet>(wish)).rejects.toMatchObject({ errCode: 600003 });
  const { sendWish, TIMEOUT_MS } = await import("@club/client");
  expect(TIMEOUT_MS).toBe(60_000);
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  await expect(sendWish({ method: "GET", path: "/" }, {})).rejects.toMatchObject({ errCode: 5 });
  vi.restoreAllMocks();
});
