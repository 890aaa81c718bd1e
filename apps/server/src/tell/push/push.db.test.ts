import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OutsideCall } from "../../core/http/call-outside.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { makeMatch } from "../../test/sport-desk.ts";
import { runPush, tidyPush } from "../../test/deliveries.ts";

let club: TestClub;
let races: TestRace[];

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 3, runners: 8 });
});
afterAll(async () => await club.close());
afterEach(async () => {
  await club.query("DELETE FROM push_subscription");
});

/** A browser that subscribed: it can read what is sent to it. */
class Browser {
  readonly #ecdh = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString("hex")}`;

  constructor() {
    this.#ecdh.generateKeys();
  }

  get keys(): { p256dh: string; auth: string } {
    return {
      p256dh: this.#ecdh.getPublicKey().toString("base64url"),
      auth: this.#auth.toString("base64url"),
    };
  }

  read(body: Buffer): Record<string, string> {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 86);
    const shared = this.#ecdh.computeSecret(theirs);
    const hkdf = (by: Buffer, from: Buffer, info: Buffer, bytes: number): Buffer => {
      const extracted = createHmac("sha256", by).update(from).digest();
      return createHmac("sha256", extracted)
        .update(info)
        .update(Buffer.of(1))
        .digest()
        .subarray(0, bytes);
    };
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#ecdh.getPublicKey(), theirs]);
    const secret = hkdf(this.#auth, shared, info, 32);
    const key = hkdf(salt, secret, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(salt, secret, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, -1).toString()) as Record<string, string>;
  }
}

async function bet(player: TestPlayer, race = races[0]): Promise<string> {
  const body = { race_id: race?.race_id, bet_type: 1, horse: [2], betAmount: 1 };
  return ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }))
    .order_id;
}

async function bettor(): Promise<TestPlayer> {
  const player = await club.signUp();
  await club.fund(player, 10_000);
  await bet(player);
  return player;
}

async function save(player: TestPlayer, body: object): Promise<Answer> {
  return await club.call("POST", "/api/push/subscription", { token: player.token, body });
}

async function subscribe(
  player: TestPlayer,
  options: { kinds?: string[]; quiet?: object | null; time_zone?: string } = {},
): Promise<Browser> {
  const browser = new Browser();
  const { endpoint, keys } = browser;
  const kinds = options.kinds ?? ["race", "settled", "top_up"];
  ok(await save(player, { endpoint, keys, ...options, kinds }));
  return browser;
}

/** Runs the job; returns what was sent, given each push service's answer. */
async function run(
  status: (request: OutsideCall<Buffer>) => number = () => 201,
): Promise<OutsideCall<Buffer>[]> {
  const sent: OutsideCall<Buffer>[] = [];
  await runPush(club.ctx, async (request) => {
    sent.push(request);
    return { status: status(request) };
  });
  return sent;
}

const dueNow = async (): Promise<unknown> =>
  await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");

/** Changes the password with the old one, as the player does. */
async function changePassword(player: TestPlayer): Promise<void> {
  const body = { old_password: player.password, new_password: "a brand new secret" };
  ok(await club.call("POST", "/api/user/change-password", { token: player.token, body }));
}

describe("another password", () => {
  test("is told to every browser of the player, whatever it chose, also in quiet hours", async () => {
    const player = await bettor();
    const quiet = { from: "00:00", to: "23:59" };
    const mine = [
      await subscribe(player, { kinds: ["race"], quiet, time_zone: "UTC" }),
      await subscribe(player, { kinds: [] }),
    ];
    await subscribe(await bettor());
    await changePassword(player);
    const sent = await run();
    expect(sent.map(({ url }) => url.href).toSorted()).toEqual(
      mine.map(({ endpoint }) => endpoint).toSorted(),
    );
    const browser = mine.find(({ endpoint }) => endpoint === sent[0]?.url.href);
    expect(browser?.read(sent[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: "Your password was changed.",
      body: "If it was not you, tell the club at once.",
    });
    expect(await run()).toEqual([]);
  });
});

describe("what is told", () => {
  test("a top-up that was approved, once, to every browser that chose it, and nobody else", async () => {
    const player = await bettor();
    const mine = [await subscribe(player), await subscribe(player)];
    await subscribe(player, { kinds: ["settled"] });
    await subscribe(await bettor());
    await club.fund(player, 500);
    const sent = await run();
    expect(sent.map(({ url }) => url.href).toSorted()).toEqual(
      mine.map(({ endpoint }) => endpoint).toSorted(),
    );
    expect(await run()).toEqual([]);
    const browser = mine.find(({ endpoint }) => endpoint === sent[0]?.url.href);
    const message = browser?.read(sent[0]?.body ?? Buffer.alloc(0));
    expect(message).toMatchObject({
      title: "Your top-up has arrived",
      path: expect.stringMatching(/^\/pages\/recharge\/recharge\?topup=[0-9a-f-]{36}$/),
    });
    // It shows on a locked screen: no money, no name.
    expect(JSON.stringify(message)).not.toMatch(/\$|5\.00/);
    expect(sent[0]?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      authorization: expect.stringMatching(/^vapid t=/),
      ttl: expect.stringMatching(/^3[56]\d\d$/),
    });
  });

  test("bets that were settled, in the player's language", async () => {
    const player = await bettor();
    ok(
      await club.call("PUT", "/api/user/profile", {
        token: player.token,
        body: { language: "es" },
      }),
    );
    const browser = await subscribe(player);
    await run();
    const race = races[1]!;
    await bet(player, race);
    const { token } = await club.operator();
    const act = async (name: string, body: object = {}): Promise<unknown> =>
      ok(await club.call("POST", `/api/operator/races/${race.race_id}/${name}`, { token, body }));
    await act("close");
    await act("result", { placings: [[2], [1], [3]], stage: "final" });
    await act("settle", { result_version: 1 });
    await expect
      .poll(async () => (await run()).map(({ body }) => browser.read(body).title))
      .toEqual(["Su apuesta está liquidada"]);
  });

  test("a race of a favourite venue, ten minutes before its start, once", async () => {
    const player = await bettor();
    const browser = await subscribe(player);
    const race = races[2]!;
    const [{ code }] = (await club.query(
      "SELECT m.code FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
      [race.race_id],
    )) as [{ code: string }];
    await club.query(
      "UPDATE race SET start_time = club_now() + interval '9 minutes' WHERE id = $1",
      [race.race_id],
    );
    expect(await run()).toEqual([]);
    ok(
      await club.call("PUT", "/api/user/favourites", {
        token: player.token,
        body: { codes: [code, code, "ZZ"] },
      }),
    );
    const answer = await club.call("GET", "/api/user/favourites", { token: player.token });
    expect(answer.body.data.codes).toEqual([code, "ZZ"]);
    const sent = await run();
    expect(sent.map(({ body }) => browser.read(body).path)).toEqual([
      `/pages/detail/detail?race=${race.race_id}`,
    ]);
    expect(sent[0]?.headers["urgency"]).toBe("high");
    expect(await run()).toEqual([]);
  });

  test("whom a player follows, once a race, also at a favourite venue; not in another kind of race", async () => {
    const [race] = (await openRaceDay(club, { runners: 4 })) as [TestRace];
    await club.asAdmin(
      `UPDATE runner SET name = CASE number WHEN 1 THEN 'Brass Kettle' WHEN 2 THEN 'Late Scratching' ELSE name END,
         jockey = CASE number WHEN 1 THEN 'A. Rider' END, scratched_at = CASE number WHEN 2 THEN club_now() END
       WHERE race_id = $1`,
      [race.race_id],
    );
    const match = await makeMatch(club, { home: "Red Rovers", away: "Blue Town" });
    const follow = async (player: TestPlayer, one: object): Promise<unknown> =>
      ok(await club.call("PUT", "/api/user/follows", { token: player.token, body: one }));
    const fan = await bettor();
    await follow(fan, { kind: "runner", scope: "Races", name: "BRASS KETTLE" });
    await follow(fan, { kind: "jockey", scope: "Races", name: "A. Rider" });
    await follow(fan, { kind: "team", scope: "football", name: "Blue Town" });
    ok(
      await club.call("PUT", "/api/user/favourites", {
        token: fan.token,
        body: { codes: [race.code] },
      }),
    );
    const other = await bettor();
    await follow(other, { kind: "runner", scope: "Harness", name: "Brass Kettle" });
    await follow(other, { kind: "runner", scope: "Races", name: "Late Scratching" });
    await follow(other, { kind: "team", scope: "tennis", name: "Blue Town" });
    const browser = await subscribe(fan, { kinds: ["race", "follow"] });
    await subscribe(other, { kinds: ["follow"] });
    await subscribe(fan, { kinds: ["settled"] });
    await run();
    await club.asAdmin(
      "UPDATE race SET start_time = club_now() + interval '9 minutes' WHERE id = $1",
      [race.race_id],
    );
    await club.asAdmin(
      "UPDATE sport_event SET start_time = club_now() + interval '9 minutes' WHERE id = $1",
      [match.event_id],
    );
    const sent = await run();
    const told = sent.map(({ body }) => browser.read(body));
    expect(told.toSorted((a, b) => (a["path"] ?? "").localeCompare(b["path"] ?? ""))).toMatchObject(
      [
        {
          title: "A. Rider, BRASS KETTLE",
          body: expect.stringContaining(`${race.meetings}, race 1: jumps at`),
          path: `/pages/detail/detail?race=${race.race_id}`,
        },
        {
          title: "Blue Town",
          body: expect.stringContaining("Red Rovers – Blue Town starts at"),
          path: `/pages/sport/detail?event=${match.event_id}`,
        },
      ],
    );
    expect(sent[0]?.headers["urgency"]).toBe("high");
    expect(await run()).toEqual([]);
  });

  test("nothing in quiet hours, and not later either", async () => {
    const player = await bettor();
    const time = (at: Date): string => at.toISOString().slice(11, 16);
    const hour = 3_600_000;
    const now = Date.now();
    const around = { from: time(new Date(now - hour)), to: time(new Date(now + hour)) };
    const after = { from: time(new Date(now + hour)), to: time(new Date(now + 2 * hour)) };
    await subscribe(player, { quiet: around, time_zone: "UTC" });
    const awake = await subscribe(player, { quiet: after, time_zone: "UTC" });
    await club.fund(player, 500);
    expect((await run()).map(({ url }) => url.href)).toEqual([awake.endpoint]);
    expect(
      await club.query("SELECT FROM delivery WHERE channel = 'push' AND ended_at IS NULL"),
    ).toEqual([]);
  });
});

describe("when a push service does not take it", () => {
  test("busy or away: it comes again after half a minute, and four times more at most", async () => {
    const player = await bettor();
    await subscribe(player);
    await club.fund(player, 500);
    let tries = 0;
    for (let n = 0; n < 8; n += 1) {
      tries += (await run(() => (n % 2 === 0 ? 503 : 0))).length;
      expect(await run()).toEqual([]);
      await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
    }
    expect(tries).toBe(5);
  });

  test("gone: the address is forgotten; hopeless: the message is", async () => {
    const player = await bettor();
    const gone = await subscribe(player);
    const other = await subscribe(player);
    await club.fund(player, 500);
    await run(({ url }) => (url.href === gone.endpoint ? 410 : 400));
    expect(await club.query("SELECT FROM push_subscription")).toHaveLength(1);
    expect(await run()).toEqual([]);
    await club.fund(player, 600);
    expect((await run()).map(({ url }) => url.href)).toEqual([other.endpoint]);
  });

  test("what is over is not sent, and is forgotten a day later", async () => {
    const player = await bettor();
    await subscribe(player);
    await club.fund(player, 500);
    await run(() => 503);
    await club.asAdmin(
      "UPDATE delivery SET next_at = club_now(), expires_at = club_now() - interval '1 second'",
    );
    expect(await run()).toEqual([]);
    await club.asAdmin("UPDATE delivery SET expires_at = expires_at - interval '25 hours'");
    await tidyPush(club.ctx);
    expect(await club.query("SELECT FROM delivery WHERE channel = 'push'")).toEqual([]);
  });
});

describe("who may be told (promises G7, S20)", () => {
  test("only after a first bet", async () => {
    const player = await club.signUp();
    const { endpoint, keys } = new Browser();
    const answer = await save(player, { endpoint, keys, kinds: ["settled"] });
    expect([answer.status, answer.body.code]).toEqual([409, "push.not_yet"]);
  });

  test.each(["time_out", "exclusion"])(
    "a player who is barred (%s) loses every address in the same moment and gets no other",
    async (bar) => {
      const player = await bettor();
      await subscribe(player);
      await club.fund(player, 500);
      await club.asAdmin(
        "UPDATE player SET bar = $2, bar_from = club_now(), bar_until = club_now() + interval '1 day' WHERE id = $1",
        [player.id, bar],
      );
      expect(await club.query("SELECT FROM push_subscription")).toEqual([]);
      expect(await run()).toEqual([]);
      const { endpoint, keys } = new Browser();
      const answer = await save(player, { endpoint, keys, kinds: ["settled"] });
      expect(answer.status).toBeGreaterThanOrEqual(403);
      expect(await club.query("SELECT FROM push_subscription")).toEqual([]);
    },
  );

  test("a message that waits is not sent once its player is held, or quiet hours have begun", async () => {
    for (const change of [
      "UPDATE player SET review = 'phone' WHERE id = $1",
      `UPDATE push_subscription SET time_zone = 'UTC', quiet_from = (club_now() - interval '1 hour')::time,
         quiet_to = (club_now() + interval '1 hour')::time WHERE player_id = $1`,
    ]) {
      const player = await bettor();
      await subscribe(player);
      await club.fund(player, 500);
      expect(await run(() => 503)).toHaveLength(1);
      await club.asAdmin(change, [player.id]);
      await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
      expect(await run(), change).toEqual([]);
      expect(
        await club.query("SELECT FROM delivery WHERE channel = 'push' AND ended_at IS NULL"),
      ).toEqual([]);
    }
  });

  test("a frozen player is told nothing", async () => {
    const player = await bettor();
    await subscribe(player);
    const { token } = await club.operator();
    const body = { reason: "a test" };
    ok(await club.call("POST", `/api/operator/players/${player.id}/freeze`, { token, body }));
    expect(await club.query("SELECT FROM push_subscription")).toEqual([]);
  });

  test.each([
    ["an address inside", { endpoint: "https://169.254.169.254/latest" }, "endpoint"],
    ["an address of somebody", { endpoint: "https://evil.example/push" }, "endpoint"],
    ["keys that are none", { keys: { p256dh: "AAAA", auth: "AAAA" } }, "keys"],
    ["a zone that is none", { time_zone: "Atlantis/Centre" }, "time_zone"],
    ["hours that are none", { quiet: { from: "24:00", to: "07:00" } }, "quiet.from"],
    ["a kind that is none", { kinds: ["offers"] }, "kinds.0"],
  ])("%s is refused", async (_what, change, field) => {
    const player = await bettor();
    const { endpoint, keys } = new Browser();
    const answer = await save(player, { endpoint, keys, kinds: ["settled"], ...change });
    expect([answer.status, answer.body.params.field]).toEqual([422, field]);
  });

  test("an address belongs to whoever signed in last; it is taken back one by one or whole", async () => {
    const [one, two] = [await bettor(), await bettor()];
    const browser = await subscribe(one);
    const { endpoint, keys } = browser;
    ok(
      await save(two, { endpoint, keys, kinds: ["top_up"], quiet: { from: "22:00", to: "07:30" } }),
    );
    const list = async (player: TestPlayer): Promise<unknown[]> =>
      (await club.call("GET", "/api/push/subscription", { token: player.token })).body.list;
    expect(await list(one)).toEqual([]);
    expect(await list(two)).toMatchObject([
      { kinds: ["top_up"], quiet: { from: "22:00", to: "07:30" } },
    ]);
    const remove = async (player: TestPlayer, body: object): Promise<unknown> =>
      ok(await club.call("DELETE", "/api/push/subscription", { token: player.token, body }));
    await remove(one, { endpoint });
    expect(await list(two)).toHaveLength(1);
    await subscribe(two);
    await remove(two, { endpoint });
    expect(await list(two)).toHaveLength(1);
    await remove(two, {});
    expect(await list(two)).toEqual([]);
  });

  test("a browser's new address takes the place of its old one, and of nobody else's", async () => {
    const player = await bettor();
    const old = await subscribe(player);
    const other = await bettor();
    await subscribe(other);
    const idOf = async (of: TestPlayer): Promise<string> =>
      (await club.call("GET", "/api/push/subscription", of)).body.list[0].subscription_id;
    const { endpoint, keys } = new Browser();
    const kinds = ["settled"];
    ok(await save(player, { endpoint, keys, kinds, replaces: await idOf(player) }));
    ok(await save(player, { endpoint, keys, kinds, replaces: await idOf(player) }));
    ok(await save(player, { endpoint, keys, kinds, replaces: await idOf(other) }));
    ok(await save(player, { endpoint, keys, kinds, replaces: "no-such-id" }));
    const counts = await club.query(
      "SELECT player_id, count(*)::int AS n FROM push_subscription GROUP BY player_id",
    );
    expect(counts.map(({ n }) => n)).toEqual([1, 1]);
    expect(old.endpoint).not.toBe(endpoint);
  });

  test("a browser that chooses anew still gets what waits for it, once; one that changed hands does not", async () => {
    const [one, two] = [await bettor(), await bettor()];
    const { endpoint, keys } = await subscribe(one);
    await club.fund(one, 500);
    expect(await run(() => 503)).toHaveLength(1);
    const choose = async (player: TestPlayer): Promise<unknown> =>
      ok(await save(player, { endpoint, keys, kinds: ["top_up"] }));
    await choose(one);
    await dueNow();
    expect((await run()).map(({ url }) => url.href)).toEqual([endpoint]);
    expect(await run()).toEqual([]);

    await club.fund(one, 600);
    expect(await run(() => 503)).toHaveLength(1);
    await choose(two);
    await dueNow();
    expect(await run()).toEqual([]);
  });

  test("the address is not kept in clear", async () => {
    const browser = await subscribe(await bettor());
    const rows = await club.asAdmin("SELECT s::text AS row FROM push_subscription s");
    const secret = browser.endpoint.split("/").at(-1)!;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.["row"]).not.toContain(secret);
    expect(rows[0]?.["row"]).not.toContain(Buffer.from(secret).toString("hex"));
  });
});
