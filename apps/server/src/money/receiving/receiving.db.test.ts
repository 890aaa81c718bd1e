import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, ByHand, TestClub, TestPlayer } from "../../test/club.ts";

const PATH = "/api/operator/receiving-accounts";
const IBAN = "DE89370400440532013000";

let club: TestClub;
let twoEyes: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "EUR" } });
  twoEyes = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
});
beforeEach(async () => await club.asAdmin("DELETE FROM setting WHERE name = 'receiving_accounts'"));
afterAll(async () => await Promise.all([club.close(), twoEyes.close()]));

const euros = (part: Record<string, unknown> = {}): Record<string, unknown> => ({
  bank_name: "Commerzbank",
  account_name: "Horse Club e.V.",
  iban: "de89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  currency: "EUR",
  is_open: true,
  ...part,
});
const aud = (part: Record<string, unknown> = {}): Record<string, unknown> => ({
  bank_name: "Bank of Sydney",
  account_name: "Horse Club",
  account_number: "1234 5678",
  branch_code: "062-000",
  currency: "AUD",
  is_open: true,
  ...part,
});

async function put(accounts: unknown, token?: string): Promise<Answer> {
  const { token: owner } = await club.operator();
  return await club.call("PUT", PATH, { token: token ?? owner, body: accounts });
}

async function methodsOf(player: TestPlayer): Promise<ByHand[]> {
  return (await club.call("GET", "/api/recharge/methods", player)).body.list;
}

async function announce(player: TestPlayer, cents: number): Promise<Answer> {
  return await club.call("POST", "/api/recharge/create", {
    token: player.token,
    body: { method: "bank_transfer", amount_cents: cents },
    headers: { "idempotency-key": randomBytes(8).toString("hex") },
  });
}

test("without an open account nobody is offered a transfer, nor takes one", async () => {
  const player = await club.signUp();
  for (const accounts of [[], [euros({ is_open: false })], [aud()]]) {
    ok(await put(accounts));
    expect(await methodsOf(player)).toEqual([]);
    const refused = await announce(player, 100);
    expect([refused.status, refused.body.code]).toEqual([422, "top_up.method_unknown"]);
  }
});

test("with one, the player reads every line of it, and for euros the QR code of EPC069-12", async () => {
  const player = await club.signUp();
  ok(await put([aud(), euros()]));
  const line = {
    bank_name: "Commerzbank",
    account_name: "Horse Club e.V.",
    account_number: "",
    branch_code: "",
    iban: IBAN,
    bic: "COBADEFFXXX",
  };
  expect(await methodsOf(player)).toMatchObject([
    { method: "bank_transfer", instructions: { ...line, qr_text: null } },
  ]);
  const made = ok(await announce(player, 5005));
  const qr = `BCD\n002\n1\nSCT\nCOBADEFFXXX\nHorse Club e.V.\n${IBAN}\nEUR50.05\n\n\n${made.reference}`;
  expect(made.instructions).toEqual({ ...line, qr_text: qr });
  const path = `/api/recharge/${made.topup_id}/qr`;
  const later = ok(await club.call("GET", path, player));
  expect(later.qr_text).toBe(qr);
  expect(later.qr_svg).toMatch(/^<svg /);
  const other = await club.call("GET", path, await club.signUp());
  expect(other.status).toBe(404);
});

test("each change is a version with who made it, in the audit log; an id stays", async () => {
  const { token } = await club.operator();
  const first = await put([euros()]);
  expect(first.body.data).toEqual({ status: "done", version: 1, approval_id: null });
  const [account] = first.body.list;
  const second = await put([{ ...account, is_open: false }, euros({ bank_name: "Other" })]);
  expect(second.body.list[0]).toEqual({ ...account, is_open: false });
  const read = await club.call("GET", PATH, { token });
  expect(read.body.data).toEqual({ currency: "EUR", version: 2, approval_id: null });
  expect(read.body.list).toEqual(second.body.list);
  const rows = await club.query(
    "SELECT before, after FROM audit WHERE action = 'receiving.set' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ before: [account], after: second.body.list }]);
});

const wrong: [string, Record<string, unknown>, string][] = [
  ["an IBAN with two digits changed over", euros({ iban: "DE98370400440532013000" }), "iban"],
  ["an IBAN that is a sign short", euros({ iban: "DE8937040044053201300" }), "iban"],
  ["euros without an IBAN", euros({ iban: "", account_number: "1234567" }), "iban"],
  ["a BIC of nine signs", euros({ bic: "COBADEFFX" }), "bic"],
  ["a BSB of five digits", aud({ branch_code: "06200" }), "branch"],
  ["no BSB", aud({ branch_code: "" }), "branch"],
  ["an Australian account of letters", aud({ account_number: "ABCDEFG" }), "number"],
  ["a sort code of seven digits", aud({ currency: "GBP", branch_code: "20-00-001" }), "branch"],
  [
    "a British account of seven digits",
    aud({ currency: "GBP", account_number: "1234567" }),
    "number",
  ],
  ["no number at all", aud({ currency: "HKD", account_number: "", branch_code: "" }), "number"],
];
test.each(wrong)("refuses %s, and writes nothing", async (_what, account, part) => {
  const answer = await put([account]);
  expect([answer.status, answer.body.code]).toEqual([422, `receiving.${part}`]);
  expect(await club.query("SELECT FROM setting WHERE name = 'receiving_accounts'")).toEqual([]);
});

test.each([
  ["a BSB with or without its hyphen", aud({ branch_code: "062000" })],
  ["a sort code", aud({ currency: "GBP", branch_code: "20-00-00", account_number: "12345678" })],
  [
    "pounds by IBAN alone",
    aud({ currency: "GBP", account_number: "", branch_code: "", iban: "GB33BUKB20201555555555" }),
  ],
])("takes %s", async (_what, account) => {
  expect((await put([account])).status).toBe(200);
});

test.each([
  ["no list", { accounts: [] }],
  ["a currency of four letters", [euros({ currency: "EURO" })]],
  ["no name", [euros({ account_name: " " })]],
  ["twenty-one of them", Array.from({ length: 21 }, () => euros())],
  ["numbers for texts", [euros({ iban: 12 })]],
])("refuses %s as malformed", async (_what, body) => {
  expect((await put(body)).status).toBe(422);
});

test("the cashier reads them and changes none; nobody else does either", async () => {
  const { token } = await club.operator("cashier");
  expect((await club.call("GET", PATH, { token })).status).toBe(200);
  expect((await put([euros()], token)).status).toBe(403);
  const support = await club.operator("support");
  expect((await club.call("GET", PATH, support)).status).toBe(403);
});

test("with four eyes on nothing changes until a second operator agrees", async () => {
  const { token } = await twoEyes.operator();
  const before = await twoEyes.call("GET", PATH, { token });
  const ask = async (name: string) =>
    ok(await twoEyes.call("PUT", PATH, { token, body: [aud({ bank_name: name })] }));
  const [one, other] = [await ask("One"), await ask("Other")];
  expect(one).toMatchObject({ status: "pending", version: 1 });
  const waiting = await twoEyes.call("GET", PATH, { token });
  expect(waiting.body.list).toEqual(before.body.list);
  expect(waiting.body.data.approval_id).toBe(other.approval_id);

  const agree = async (id: string, by: string) =>
    await twoEyes.call("POST", `/api/operator/approvals/${id}/approve`, { token: by });
  expect((await agree(one.approval_id, token)).body.code).toBe("approval.same_person");
  const second = await twoEyes.operator("cashier");
  expect((await agree(one.approval_id, second.token)).status).toBe(200);
  const after = await twoEyes.call("GET", PATH, { token });
  expect(after.body.list).toMatchObject([{ bank_name: "One" }]);
  // The other was asked for before this one held, and would take it back unseen.
  expect((await agree(other.approval_id, second.token)).body.code).toBe("receiving.stale");
});
