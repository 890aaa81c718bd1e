import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { expireTopUps } from "./submit-top-up.ts";

// Promise S15: what a player sends as a picture.
let club: TestClub;
let jpeg: Buffer;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  jpeg = await paint().jpeg().toBuffer();
});
afterAll(async () => await club.close());

function paint(width = 320, height = 480): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 3, background: "#0d5b41" } });
}

async function announce(player: TestPlayer): Promise<string> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "bank_transfer", amount_cents: 5000 };
  return ok(await club.call("POST", "/api/recharge/create", { token: player.token, body, headers }))
    .topup_id;
}

async function send(
  player: TestPlayer,
  id: string,
  file: Buffer,
  type = "image/jpeg",
): Promise<Answer> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(file)], { type }), "receipt.jpg");
  const response = await fetch(`${club.url}/api/recharge/${id}/receipt`, {
    method: "POST",
    headers: { authorization: `Bearer ${player.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

async function read(path: string, token: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(club.url + path, { headers: { authorization: `Bearer ${token}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a picture is written anew, without what stood beside its pixels, and kept sealed", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  const withPlace = await paint()
    .withExif({ IFD0: { Artist: "CANARY-ARTIST" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect(withPlace.includes("CANARY-ARTIST")).toBe(true);
  const sent = ok(await send(player, id, withPlace));
  expect(sent).toMatchObject({ status: "submitted", topup_id: id });
  expect(sent.submitted_at).not.toBeNull();
  const [receipt] = sent.receipts;

  const path = `/api/recharge/${id}/receipts/${receipt}`;
  const { response, bytes } = await read(path, player.token);
  expect(response.status).toBe(200);
  expect(bytes.includes("CANARY-ARTIST")).toBe(false);
  const meta = await sharp(bytes).metadata();
  expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(["jpeg", 320, 480, undefined]);
  const header = (name: string): string | null => response.headers.get(name);
  expect(header("content-type")).toBe("image/jpeg");
  expect(header("content-disposition")).toMatch(
    /^attachment; filename="receipt-HC-\d{6}-[A-Z]{2}[0-9A-Z]\.jpg"$/,
  );
  expect(header("content-security-policy")).toContain("sandbox");
  expect(header("x-content-type-options")).toBe("nosniff");
  expect(header("cache-control")).toBe("no-store");
  const [row] = await club.query("SELECT cipher FROM top_up_receipt WHERE id = $1", [receipt]);
  const sealed = row?.["cipher"] as Buffer | undefined;
  expect(sealed?.includes(bytes.toString("base64").slice(0, 40))).toBe(false);
});

test("PNG, WebP and a picture that lies on its side are taken; a large one becomes smaller", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  ok(await send(player, id, await paint().png().toBuffer(), "image/png"));
  ok(await send(player, id, await paint().webp().toBuffer(), "text/html"));
  const turned = await paint(4000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { receipts } = ok(await send(player, id, turned));
  const { bytes } = await read(`/api/recharge/${id}/receipts/${receipts[2]}`, player.token);
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([1500, 2000]);
});

test("14 good pictures of 14 players at once: each is taken or told to come again, and coming again takes all", async () => {
  const large = await paint(4000, 3000).jpeg().toBuffer();
  const waiting: { player: TestPlayer; id: string }[] = [];
  while (waiting.length < 14) {
    const player = await club.signUp();
    waiting.push({ player, id: await announce(player) });
  }
  const sendAll = async (all: typeof waiting): Promise<typeof waiting> => {
    const answers = await Promise.all(
      all.map(async ({ player, id }) => await send(player, id, large)),
    );
    for (const { status, body, headers } of answers) {
      expect(["taken", "club.busy"]).toContain(status === 200 ? "taken" : body.code);
      if (status !== 200) expect(headers.get("retry-after")).toBe("1");
    }
    return all.filter((_, i) => answers[i]?.status !== 200);
  };
  let left = await sendAll(waiting);
  expect(left.length).toBeLessThan(14);
  await expect.poll(async () => (left = await sendAll(left)).length).toBe(0);
});

test("two pictures of one player at once: one is taken, the other comes again", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  const large = await paint(4000, 3000).jpeg().toBuffer();
  const answers = await Promise.all([send(player, id, large), send(player, id, large)]);
  const codes = answers.map(({ status, body }): string => body.code ?? `${status}`);
  expect(codes.toSorted()).toEqual(["200", "club.busy"]);
});

test("three are kept, no more, and none once it is decided", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  for (let i = 0; i < 3; i++) ok(await send(player, id, jpeg));
  const fourth = await send(player, id, jpeg);
  expect([fourth.status, fourth.body.code]).toEqual([409, "receipt.too_many"]);
  const decided = await announce(player);
  const { token } = await club.operator("cashier");
  ok(await club.call("POST", `/api/operator/topups/${decided}/approve`, { token }));
  expect((await send(player, decided, jpeg)).body.code).toBe("top_up.state");
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const bad: [what: string, file: () => Buffer | Promise<Buffer>, status: number, code: string][] = [
  ["nothing", () => Buffer.alloc(0), 422, "receipt.type"],
  ["an SVG with a script", () => Buffer.from(SVG), 422, "receipt.type"],
  ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>"), 422, "receipt.type"],
  ["a GIF", () => Buffer.from("GIF89a\u0001\u0000\u0001\u0000", "latin1"), 422, "receipt.type"],
  ["a PDF", () => Buffer.from("%PDF-1.7\n%%EOF"), 422, "receipt.type"],
  [
    "a picture that is an archive too",
    () => Buffer.concat([jpeg, Buffer.from("PK\u0005\u0006")]),
    422,
    "receipt.type",
  ],
  [
    "a picture that is a page too",
    () => Buffer.concat([jpeg, Buffer.from(SVG)]),
    422,
    "receipt.type",
  ],
  ["a picture that breaks off", () => jpeg.subarray(0, jpeg.length - 40), 422, "receipt.type"],
  [
    "one with its end put back",
    () => Buffer.concat([jpeg.subarray(0, 300), Buffer.from([0xff, 0xd9])]),
    422,
    "receipt.unreadable",
  ],
  [
    "the head of a picture alone",
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]),
    422,
    "receipt.unreadable",
  ],
  [
    "more points than a camera has",
    async () =>
      await sharp({ create: { width: 6000, height: 5000, channels: 3, background: "#fff" } })
        .png()
        .toBuffer(),
    422,
    "receipt.unreadable",
  ],
  [
    "more than 5 MiB",
    () => Buffer.concat([jpeg, Buffer.alloc(6 * 1024 * 1024)]),
    413,
    "request.too_large",
  ],
];
test.each(bad)("refuses %s, and keeps nothing of it", async (_what, file, status, code) => {
  const player = await club.signUp();
  const id = await announce(player);
  const answer = await send(player, id, await file());
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  const rows = await club.query("SELECT 1 FROM top_up_receipt WHERE top_up_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("code inside a picture does not come out of it", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  const comment = Buffer.from("<?php system($_GET[0]) ?>", "latin1");
  const length = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const polyglot = Buffer.concat([jpeg.subarray(0, 2), length, comment, jpeg.subarray(2)]);
  const { receipts } = ok(await send(player, id, polyglot));
  const { bytes } = await read(`/api/recharge/${id}/receipts/${receipts[0]}`, player.token);
  expect(bytes.includes("<?php")).toBe(false);
});

test("only its owner and who may see top-ups get it; the desk's read is in the audit log", async () => {
  const [player, stranger] = [await club.signUp(), await club.signUp()];
  const id = await announce(player);
  const { receipts } = ok(await send(player, id, jpeg));
  const own = `/api/recharge/${id}/receipts/${receipts[0]}`;
  const desk = `/api/operator/topups/${id}/receipts/${receipts[0]}`;
  expect((await read(own, stranger.token)).response.status).toBe(404);
  expect((await read(own, "")).response.status).toBe(401);
  expect((await read(own.replace(id, await announce(player)), player.token)).response.status).toBe(
    404,
  );
  expect((await read(desk, player.token)).response.status).toBe(401);
  const support = await club.operator("support");
  expect((await read(desk, support.token)).response.status).toBe(403);
  const refused = await club.query(
    "SELECT after FROM audit WHERE operator_id = $1 ORDER BY id DESC LIMIT 1",
    [support.id],
  );
  expect(refused).toEqual([{ after: { refused: "operator.not_allowed" } }]);
  const cashier = await club.operator("cashier");
  expect((await read(desk, cashier.token)).response.status).toBe(200);
  const rows = await club.query("SELECT action FROM audit WHERE target = $1 AND operator_id = $2", [
    id,
    cashier.id,
  ]);
  expect(rows).toEqual([{ action: "topup.receipt.read" }]);
  expect((await send(stranger, id, jpeg)).status).toBe(404);
});

test("'I have sent it' counts once; what nobody sends expires after a fortnight", async () => {
  const player = await club.signUp();
  const [sent, forgotten] = [await announce(player), await announce(player)];
  const say = async (id: string): Promise<Answer> =>
    await club.call("POST", `/api/recharge/${id}/sent`, { token: player.token });
  const first = ok(await say(sent));
  expect(first.status).toBe("submitted");
  expect(ok(await say(sent))).toEqual(first);
  expect((await say(crypto.randomUUID())).status).toBe(404);
  await club.asAdmin("UPDATE top_up SET created_at = created_at - interval '15 days'");
  await expireTopUps(club.ctx);
  const { body } = await club.call("GET", "/api/recharge/list", player);
  const statuses = body.list.map((each: { topup_id: string; status: string }) => [
    each.topup_id,
    each.status,
  ]);
  expect(statuses).toEqual([
    [forgotten, "expired"],
    [sent, "submitted"],
  ]);
  expect(ok(await say(forgotten)).status).toBe("expired");
});

// Promise S28.
test("with the account its receipts and the names of its banks are erased, its amounts are not", async () => {
  const player = await club.signUp();
  const id = await announce(player);
  ok(await send(player, id, jpeg));
  const { token } = await club.operator("cashier");
  ok(await club.call("POST", `/api/operator/topups/${id}/approve`, { token }));
  const card = { bank_name: "Harbour Mutual", account_name: "N H", account_number: "11844417" };
  const body = { ...card, branch_code: "999204", swift_bic: "", currency: "AUD" };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body }));
  const headers = { "idempotency-key": "all" };
  const ask = { amount_cents: 5000 };
  const made = ok(
    await club.call("POST", "/api/withdraw/create", { token: player.token, body: ask, headers }),
  );
  await club.query("UPDATE player SET status = 'closed' WHERE id = $1", [player.id]);
  expect(await club.query("SELECT 1 FROM top_up_receipt WHERE top_up_id = $1", [id])).toEqual([]);
  const rows = await club.query(
    "SELECT bank_name, last_digits, amount_cents::int AS cents FROM withdrawal WHERE id = $1",
    [made.withdrawal_id],
  );
  expect(rows).toEqual([{ bank_name: "", last_digits: "", cents: 5000 }]);
});

// Promise S3.
test("pictures have a limit per hour", async () => {
  const strict = await startClub();
  try {
    const { token } = await strict.signUp();
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      const path = `/api/recharge/${crypto.randomUUID()}/receipt`;
      statuses.push((await strict.call("POST", path, { token, body: {} })).status);
    }
    expect([statuses[29], statuses[30]]).toEqual([404, 429]);
  } finally {
    await strict.close();
  }
});
