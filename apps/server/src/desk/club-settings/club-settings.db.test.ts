import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decrypt, lookupHash } from "../../core/kit/cipher.ts";
import { startServer } from "../../run/start-server.ts";
import { ok, startClub } from "../../test/club.ts";
import { messagePlace } from "../../tell/outbox/queue-message.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";

let club: TestClub;
let strict: TestClub;
let owner: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_NAME: "Machine Club" } });
  strict = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  owner = await club.operator();
});
afterAll(async () => {
  await club?.close();
  await strict?.close();
});

const PATH = "/api/operator/club-settings";

async function groupOf(name: string, at = club, by = owner): Promise<Answer["body"]> {
  const { list } = (await at.call("GET", PATH, by)).body;
  return list.find(({ group }: { group: string }) => group === name);
}

async function set(name: string, values: object, version?: number): Promise<Answer> {
  const seen = version ?? (await groupOf(name)).version;
  const body = { version: seen, values };
  return await club.call("PUT", `${PATH}/${name}`, { token: owner.token, body });
}

const face = async () => (await club.call("GET", "/api/club")).body.data;

function part(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function png(side = 1, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    part("IHDR", head),
    ...more,
    part("IDAT", Buffer.from("789c6360000000020001", "hex")),
    part("IEND", Buffer.alloc(0)),
  ]);
}
const addressOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

test("the machine's value holds until the console says otherwise, in every process at once", async () => {
  expect(await groupOf("club")).toMatchObject({ version: 0, is_money: false, changed_by: null });
  expect(await face()).toMatchObject({ name: "Machine Club", logo_url: null });
  const other = await startServer({
    settings: club.ctx.settings,
    databaseUrl: club.database.appUrl,
  });
  ok(await set("club", { name: "Harbour Racing Club", helpline_phone: "1800 858 858" }));
  const read = await fetch(`${other.url}/api/club`);
  await other.stop();
  expect(await read.json()).toMatchObject({
    data: { name: "Harbour Racing Club", helpline_phone: "1800 858 858" },
  });
  const [field] = (await groupOf("club")).fields;
  expect(field).toMatchObject({ value: "Harbour Racing Club", fallback: "Machine Club" });
});

test("mails and messages name the club as it is called now", async () => {
  const player = await club.signUp();
  ok(await set("club", { name: "Saltwater Turf" }));
  const body = { phone: player.phone, purpose: "reset" };
  ok(await club.call("POST", "/api/user/verification", { body }));
  const [row] = await club.query(
    "SELECT id, sealed FROM delivery WHERE to_hash = $1 ORDER BY id DESC LIMIT 1",
    [lookupHash(club.ctx.secrets, "outbox", player.phone)],
  );
  const sent = decrypt(club.ctx.secrets, messagePlace(row?.["id"]), row?.["sealed"]);
  expect(JSON.parse(sent).text).toContain("Saltwater Turf: your code is");
});

test("each change is a version with who, when, and what; the audit log has old and new", async () => {
  ok(await set("club", { help_phone: "02 5550 1111" }));
  ok(await set("club", { help_phone: "02 5550 2222" }));
  const { list } = (await club.call("GET", `${PATH}/club/versions`, owner)).body;
  expect(list[0]).toMatchObject({ values: { help_phone: "02 5550 2222" }, changed_by: "owner" });
  expect(list[1].values.help_phone).toBe("02 5550 1111");
  const rows = await club.query(
    "SELECT before, after FROM audit WHERE action = 'setting.change' ORDER BY id DESC LIMIT 1",
  );
  expect(rows[0]).toMatchObject({
    before: { help_phone: "02 5550 1111" },
    after: { help_phone: "02 5550 2222" },
  });
});

test("a change of what somebody else changed meanwhile is refused, also of twelve at once", async () => {
  const { version } = await groupOf("club");
  const asked = Array.from(
    { length: 12 },
    async (_, i) => await set("club", { help_mail: `${i}@club.example` }, version),
  );
  const codes = (await Promise.all(asked)).map(({ body }) => body.code ?? "ok");
  expect(codes.filter((code) => code === "ok")).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(["ok", "setting.stale"]));
});

test.each([
  ["club", { name: "" }, "setting.invalid", "name"],
  ["club", { name: "<b>Club</b>" }, "setting.invalid", "name"],
  ["club", { currency: "EUR" }, "setting.invalid", "currency"],
  ["club", { toString: "x" }, "setting.invalid", "toString"],
  ["club", { hasOwnProperty: "x" }, "setting.invalid", "hasOwnProperty"],
  ["withdrawals", { cooling_hours: 1 }, "setting.invalid", "cooling_hours"],
  ["withdrawals", { least_cents: 500, most_cents: 400 }, "setting.invalid", "least_cents"],
  ["look", { colour_light: "#ffd24a" }, "setting.contrast", "colour_light"],
  ["look", { colour_dark: "#30312f" }, "setting.contrast", "colour_dark"],
  ["look", { colour_header: "#8899aa" }, "setting.contrast", "colour_header"],
  ["look", { colour_light: "red" }, "setting.invalid", "colour_light"],
  ["look", { logo: "data:image/svg+xml;base64,PHN2Zz4=" }, "setting.invalid", "logo"],
  ["look", { logo: "data:image/png;base64,PHN2Zz4=" }, "setting.logo", "logo"],
  ["look", { logo: addressOf(png(4000)) }, "setting.logo", "logo"],
  ["look", { logo: addressOf(png().subarray(0, 40)) }, "setting.logo", "logo"],
] as const)("%s %o is refused by name", async (group, values, code, field) => {
  const { version } = await groupOf(group);
  const { status, body } = await set(group, values);
  expect([status, body.code, body.field ?? body.params?.field]).toEqual([422, code, field]);
  expect((await groupOf(group)).version).toBe(version);
});

test("a logo loses what does not draw it, and is served so that nothing in it runs", async () => {
  const secret = part("tEXt", Buffer.from("GPS home"));
  ok(await set("look", { logo: addressOf(png(2, [secret])), colour_header: "#3d0b2e" }));
  const { logo_url: path, colour_header: header } = await face();
  expect(header).toBe("#3d0b2e");
  const answer = await fetch(club.url + path);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png(2));
  const tag = answer.headers.get("etag") ?? "";
  const again = await fetch(club.url + path, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  const rows = await club.query(
    "SELECT after FROM audit WHERE action = 'setting.change' ORDER BY id DESC LIMIT 1",
  );
  expect(JSON.stringify(rows)).not.toContain("base64");
});

test("a way to top up is turned off, and held to its least and most", async () => {
  const player = await club.signUp();
  const topUp = async (cents: number) => {
    const headers = { "idempotency-key": randomBytes(8).toString("hex") };
    const body = { method: "bank_transfer", amount_cents: cents };
    return await club.call("POST", "/api/recharge/create", { token: player.token, body, headers });
  };
  ok(await set("top_up.bank_transfer", { least_cents: 1000, most_cents: 5000 }));
  const { list } = (await club.call("GET", "/api/recharge/methods", player)).body;
  expect(list[0]).toMatchObject({ min_cents: 1000, max_cents: 5000 });
  expect((await topUp(999)).body.code).toBe("top_up.over_limit");
  expect((await topUp(5001)).body.code).toBe("top_up.over_limit");
  ok(await topUp(1000));
  ok(await set("top_up.bank_transfer", { is_open: false }));
  expect((await topUp(1000)).body.code).toBe("top_up.method_unknown");
  ok(await set("top_up.bank_transfer", { is_open: true, least_cents: 1, most_cents: 100_000_000 }));
});

test("withdrawals are held to the club's least and most", async () => {
  const player = await club.signUp();
  await club.fund(player, 9000);
  ok(await set("withdrawals", { least_cents: 2000, most_cents: 3000 }));
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const ask = { token: player.token, body: { amount_cents: 1999 }, headers };
  const { body } = await club.call("POST", "/api/withdraw/create", ask);
  expect(body).toMatchObject({
    code: "withdrawal.amount_invalid",
    params: { min_cents: 2000, max_cents: 3000 },
  });
});

test("with four eyes, what concerns money waits for another owner and may be stale by then", async () => {
  const [first, second] = [await strict.newOperator("owner"), await strict.newOperator("owner")];
  const ask = async (values: object, version: number) =>
    ok(
      await strict.call("PUT", `${PATH}/withdrawals`, {
        token: first.token,
        body: { version, values },
      }),
    );
  const asked = await ask({ most_cents: 7000 }, 0);
  expect(asked.status).toBe("pending");
  const late = await ask({ most_cents: 8000 }, 0);
  expect(await groupOf("withdrawals", strict, first)).toMatchObject({ version: 0 });
  expect((await groupOf("withdrawals", strict, first)).waiting_id).toBe(late.approval_id);
  const decide = async (id: string, token: string) =>
    await strict.call("POST", `/api/operator/approvals/${id}/approve`, { token });
  expect((await decide(asked.approval_id, first.token)).body.code).toBe("approval.same_person");
  ok(await decide(asked.approval_id, second.token));
  const group = await groupOf("withdrawals", strict, first);
  expect(group).toMatchObject({ version: 1, changed_by: first.name });
  expect((await decide(late.approval_id, second.token)).body.code).toBe("setting.stale");
  // The name of the club is nobody's money.
  const body = { version: 0, values: { name: "Strict Club" } };
  const done = await strict.call("PUT", `${PATH}/club`, { token: first.token, body });
  expect(ok(done).status).toBe("done");
});

test("only the owner changes, an auditor reads, others see nothing", async () => {
  const [auditor, cashier] = [await club.operator("auditor"), await club.operator("cashier")];
  const body = { version: 0, values: {} };
  expect((await club.call("GET", PATH, auditor)).status).toBe(200);
  expect((await club.call("GET", PATH, cashier)).status).toBe(403);
  const put = await club.call("PUT", `${PATH}/club`, { token: auditor.token, body });
  expect(put.status).toBe(403);
});
