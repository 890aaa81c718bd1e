import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, startClub, type TestClub, type TestPlayer } from "../club.ts";
import { openRaceDay } from "../race-day.ts";

/**
 * A client written from the product specification only: its paths, payload names and envelope,
 * plain `fetch`, none of our types. It does not send what it does not know.
 */
class SpecificationClient {
  readonly #url: string;
  readonly storage = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async call(
    method: string,
    path: string,
    payload?: object,
    isRetry = false,
  ): Promise<Answer["body"]> {
    const token = this.storage.get("token");
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined || path === "/api/user/signin"
          ? {}
          : { authorization: `Bearer ${token}` }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    if ((response.status === 401 || response.status === 402) && !isRetry) {
      await this.#refresh();
      return await this.call(method, path, payload, true);
    }
    const body = (await response.json()) as { status: number; message: string };
    if (body.status !== 200) throw new Error(body.message);
    return body;
  }

  /** Keeps its first refresh token for ever: it reads only the access token. */
  async #refresh(): Promise<void> {
    const response = await fetch(`${this.#url}/api/user/refresh_token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: this.storage.get("refresh_token") }),
    });
    const body = (await response.json()) as { status: number; data: { access_token: string } };
    if (body.status !== 200) throw new Error("login expired");
    this.storage.set("token", body.data.access_token);
  }

  async signIn(user_name: string, password: string): Promise<void> {
    const { data } = await this.call("POST", "/api/user/signin", { user_name, password });
    this.storage.set("token", data.access_token);
    this.storage.set("refresh_token", data.refresh_token);
    this.storage.set("name", data.user_name);
    this.storage.set("user_id", data.user_id);
  }
}

/** The whole bet form, mostly empty, as the specification's client sends it. */
const EMPTY_FORM = {
  event_id: "",
  code: "",
  meetings: "",
  raceNo: "",
  race_id: "",
  event_id2: "",
  code2: "",
  meetings2: "",
  raceNo2: "",
  race_id2: "",
  horse: [] as unknown,
  horse2: [],
  horse1st: [],
  horse2nd: [],
  horse3rd: [],
  horse4th: [],
  betAmount: "" as unknown,
  betAmount2: "",
  exchangeRate: 1,
};

let club: TestClub;
let known: TestPlayer;
let client: SpecificationClient;

beforeAll(async () => {
  club = await startClub();
  known = await club.signUp("spec-client");
  await club.fund(known, 50_000);
  client = new SpecificationClient(club.url);
});
afterAll(async () => await club.close());

test("signs in, keeps the four values, and beats", async () => {
  await client.signIn("spec-client", known.password);
  expect(client.storage.get("name")).toBe("spec-client");
  expect(client.storage.get("user_id")).toBe(known.id);
  expect((await client.call("POST", "/api/user/heartbeat")).status).toBe(200);
});

test("reads balance, user id and card", async () => {
  expect((await client.call("GET", "/api/user/balance")).data).toBe(500);
  expect((await client.call("GET", "/api/user/uid")).data).toBe(known.id);
  expect(await client.call("GET", "/api/user/bank_card")).toMatchObject({
    status: 200,
    data: null,
  });
  const card = {
    bank_name: "First Bank",
    account_name: "S. Client",
    account_number: "12345678",
    branch_code: "062-000",
    swift_bic: "",
    currency: "AUD",
  };
  const stored = await client.call("POST", "/api/user/bank_card", card);
  expect(stored.data).toMatchObject({
    ...card,
    account_number: "•••5678",
    branch_code: "062000",
    verified: false,
  });
  expect((await client.call("GET", "/api/user/bank_card")).data).toEqual(stored.data);
  await expect(client.call("POST", "/api/user/bank_card", card)).rejects.toThrow(/password/);
});

test("reads races, the day's table, horses and the rate, and bets with the whole form", async () => {
  const [race] = await openRaceDay(club);
  const races = (await client.call("GET", "/api/events/races")).list;
  const next = races.find((one: { race_id: string }) => one.race_id === race?.race_id);
  const day = race?.date;
  const table = (await client.call("GET", `/api/events/day_table?day=${day}&event_type=Races`))
    .list;
  expect(table[0].races[0]).toMatchObject({ race_id: race?.race_id });
  const horses = (await client.call("GET", `/api/events/gethorse_name?race_id=${next.race_id}`))
    .list;
  const label = `${horses[2].horse_id}-${horses[2].name}`;
  const rate = await client.call("GET", "/api/taxrate/tax-rate");
  expect([rate.rate, rate.data.rate]).toEqual([1, 1]);

  const { event_id, code, meetings, raceNo, race_id } = next;
  const form = {
    ...EMPTY_FORM,
    event_id,
    code,
    meetings,
    raceNo,
    race_id,
    horse: [label],
    betAmount: "2.50",
    bet_type: 1,
    date: day,
  };
  const placed = await client.call("POST", "/api/order/place-order", form);
  expect(placed.data).toMatchObject({
    bet_type: 1,
    combinations: 1,
    cost_cents: 250,
    balance_cents: 49_750,
  });
  expect((await client.call("GET", "/api/user/balance")).data).toBe(497.5);
  await expect(client.call("POST", "/api/order/place-order", form)).rejects.toThrow(/same bet/);
});

test("is shown the server's message when refused", async () => {
  const form = { ...EMPTY_FORM, race_id: "x", horse: [1], betAmount: 1, bet_type: 1 };
  await expect(client.call("POST", "/api/order/place-order", form)).rejects.toThrow();
  await expect(client.signIn("spec-client", "wrong pass phrase")).rejects.toThrow(/wrong/);
});

test("beats with the content type of a body that it does not send", async () => {
  for (const body of [undefined, ""]) {
    const answer = await club.call("POST", "/api/user/heartbeat", {
      token: known.token,
      body,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(200);
  }
});

test("is told what is wrong with an input as a whole, too", async () => {
  const list = await club.call("POST", "/api/user/signin", { body: "[]" });
  expect([list.status, list.body.params]).toEqual([422, { field: "body" }]);
  const { token } = await club.operator();
  const body = { format: "club", payload: {}, colour: "red" };
  const unknown = await club.call("POST", "/api/operator/cards/import", { token, body });
  expect([unknown.status, unknown.body.params]).toEqual([422, { field: "colour" }]);
});

test("goes on for days with its first refresh token", async () => {
  for (let i = 0; i < 5; i++) {
    await club.asAdmin(`UPDATE session_access SET expires_at = club_now() - interval '1 second'
      WHERE session_id IN (SELECT id FROM session WHERE player_id IS NOT NULL)`);
    // A session is cached for a moment; this drops it.
    club.ctx.sessions.forget(known.id);
    expect((await client.call("GET", "/api/user/balance")).status).toBe(200);
  }
});

test("registers with the specification's payload", async () => {
  const phone = "+61400123456";
  const sent = (await client.call("POST", "/api/user/verification", { phone, purpose: "register" }))
    .data;
  const { token } = await club.operator();
  const outbox = await club.call("GET", `/api/operator/outbox?to=${encodeURIComponent(phone)}`, {
    token,
  });
  const payload = {
    user_name: "new-member",
    password: "a fine long secret",
    verification_id: sent.verification_id,
    timestamp: sent.timestamp,
    phone,
    code: outbox.body.list[0].code,
    invite_code: "",
  };
  const { data } = await client.call("POST", "/api/user/register", payload);
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(["access_token", "refresh_token", "user_name", "user_id"]),
  );
});
