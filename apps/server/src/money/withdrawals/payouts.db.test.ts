import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { requestWithdrawal } from "../../test/payout-desk.ts";
import type { Made } from "../../test/payout-desk.ts";

let club: TestClub;
let cashier: TestOperator;
let owner: TestOperator;
let payOn: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD" } });
  cashier = await club.operator("cashier");
  owner = await club.operator();
  const [row] = await club.query("SELECT (club_now() + interval '2 days')::date::text AS day");
  payOn = row?.["day"];
});
afterAll(async () => await club.close());

const ACCOUNT = {
  name: "Horse Club Trust",
  account_number: "1234 5678",
  branch_code: "062-000",
  swift_bic: "",
  bank_code: "CBA",
  user_id: "301500",
};

async function approved(cents: number, accountNumber?: string): Promise<Made> {
  const made = await requestWithdrawal(
    { club, cashier },
    { cents, accountNumber, branchCode: "999-204" },
  );
  ok(await act(`withdrawals/${made.id}/approve`));
  return made;
}

const act = async (path: string, body: unknown = {}, by = cashier): Promise<Answer> =>
  await club.call("POST", `/api/operator/${path}`, { token: by.token, body });

const make = async (ids: readonly string[], total: number, format = "aba"): Promise<Answer> =>
  await act("payouts", { format, withdrawal_ids: ids, total_cents: total, pay_on: payOn });

const fileText = async (id: string): Promise<string> =>
  (await club.call("GET", `/api/operator/payouts/${id}/file`, cashier)).body;

const statusOf = async (id: string): Promise<string> =>
  (await club.query("SELECT status FROM withdrawal WHERE id = $1", [id]))[0]?.["status"];

test("before the club's own account is entered no file is made; only the owner enters it", async () => {
  const one = await approved(5000);
  const put = async (by: TestOperator, body: unknown): Promise<Answer> =>
    await club.call("PUT", "/api/operator/payouts/account", { token: by.token, body });
  expect((await make([one.id], 5000)).body).toMatchObject({ code: "payout.account_needed" });
  expect((await put(cashier, ACCOUNT)).status).toBe(403);
  ok(await put(owner, { ...ACCOUNT, user_id: "" }));
  expect((await make([one.id], 5000)).body).toMatchObject({ code: "payout.account_needed" });
  ok(await put(owner, ACCOUNT));
  const view = await club.call("GET", "/api/operator/payouts", cashier);
  expect(view.body.data).toMatchObject({
    account: ACCOUNT,
    ready: [{ withdrawal_id: one.id, fits: ["aba", "pain001"], obstacle: null }],
  });
  ok(await act(`withdrawals/${one.id}/reject`, { reason: "tidy" }));
});

test("a file holds each withdrawal once, is the same bytes whenever it is asked for, and pays to the end", async () => {
  const [one, two] = [await approved(12_345), await approved(60_000)];
  expect((await make([one.id, two.id], 72_344)).body).toMatchObject({
    code: "act.total_differs",
    params: { total_cents: 72_345 },
  });
  const file = ok(await make([one.id, two.id, one.id], 72_345));
  expect(file).toMatchObject({ status: "made", items: 2, total_cents: 72_345, paid: 0 });
  const text = await fileText(file.file_id);
  const records = text.split("\r\n");
  expect(records).toHaveLength(5);
  expect(records[1]).toContain("1999-204 11844417 500000012345Noor Haldane");
  expect(records[3]).toMatch(/^7999-999 {12}000007234500000723450000000000 {24}000002 {40}$/);
  expect(await fileText(file.file_id)).toBe(text);

  // While it may still go to the bank: in no other file, not given back, not paid by hand.
  expect((await make([one.id], 12_345)).body).toMatchObject({ code: "payout.not_ready" });
  for (const path of [`withdrawals/${one.id}/reject`, `withdrawals/${one.id}/paid`]) {
    expect((await act(path, { reason: "by hand" })).body).toMatchObject({
      code: "withdrawal.in_file",
    });
  }
  expect((await act(`payouts/${file.file_id}/paid`)).body).toMatchObject({ code: "payout.state" });

  ok(await act(`payouts/${file.file_id}/sent`));
  ok(await act(`payouts/${file.file_id}/sent`));
  const drop = await act(`payouts/${file.file_id}/drop`, { reason: "too late" });
  expect(drop.body).toMatchObject({
    code: "payout.state",
    params: { status: "sent", by: cashier.name },
  });
  const queue = await club.call("GET", "/api/operator/withdrawals?status=waiting", cashier);
  expect(queue.body.list[0].payout).toMatchObject({ file_id: file.file_id, status: "sent" });

  // The bank returns one. A changed account does not stop the other, already paid to the old one.
  ok(await act(`withdrawals/${two.id}/reject`, { reason: "account closed" }));
  await club.query("UPDATE bank_card SET changed_at = club_now() WHERE player_id = $1", [
    one.player.id,
  ]);
  expect(ok(await act(`payouts/${file.file_id}/paid`))).toMatchObject({ paid: 1 });
  expect(ok(await act(`payouts/${file.file_id}/paid`))).toMatchObject({ paid: 1 });
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["paid", "rejected"]);
  const entries = await club.query("SELECT FROM entry WHERE cause = $1", [
    `withdrawal:${one.id}:paid`,
  ]);
  expect(entries).toHaveLength(1);
});

test("a payout is on one movement of the bank, by itself or with its file", async () => {
  const [one, two] = [await approved(4100), await approved(4200)];
  const lines = ["first", "second", "third", "fourth"];
  const amounts = ["-41.00", "-41.00", "-42.00", "-42.00"];
  const rows = lines.map((name, i) => `2026-11-20,${amounts[i]},,,${name}`);
  const text = ["Date,Amount,Reference,Name,Details", ...rows, ""].join("\n");
  ok(await act("bank/imports", { file_name: "bank.csv", profile: "plain", text }));
  const { list } = (await club.call("GET", "/api/operator/bank/lines?limit=100", cashier)).body;
  const match = async (details: string, kind: string, id: string): Promise<Answer> => {
    const line = list.find((each: { details: string }) => each.details === details);
    return await act(`bank/lines/${line.line_id}/match`, { kind, target_id: id });
  };
  const sent = async ({ id }: Made, cents: number): Promise<string> => {
    const { file_id } = ok(await make([id], cents));
    ok(await act(`payouts/${file_id}/sent`));
    ok(await act(`payouts/${file_id}/paid`));
    return file_id;
  };
  const [file1, file2] = [await sent(one, 4100), await sent(two, 4200)];
  ok(await match("first", "withdrawal", one.id));
  const taken = { code: "bank.target_taken" };
  expect((await match("second", "payout_file", file1)).body).toMatchObject(taken);
  ok(await match("third", "payout_file", file2));
  expect((await match("fourth", "withdrawal", two.id)).body).toMatchObject(taken);
});

test("a dropped file frees its withdrawals; another format takes them", async () => {
  const one = await approved(777);
  const file = ok(await make([one.id], 777));
  ok(await act(`payouts/${file.file_id}/drop`, { reason: "wrong day" }));
  expect((await act(`payouts/${file.file_id}/sent`)).body).toMatchObject({ code: "payout.state" });
  const again = ok(await make([one.id], 777, "pain001"));
  expect(await fileText(again.file_id)).toContain('<InstdAmt Ccy="AUD">7.77</InstdAmt>');
  expect(again.name).not.toBe(file.name);
});

test("what does not fit a format, waits, or is not approved is in no file of it", async () => {
  const long = await approved(900, "1234567890");
  expect((await make([long.id], 900)).body).toMatchObject({ code: "payout.not_ready" });
  await club.query(
    "UPDATE bank_card SET verified_at = NULL, verified_by = NULL WHERE player_id = $1",
    [long.player.id],
  );
  expect((await make([long.id], 900, "pain001")).body).toMatchObject({ code: "payout.not_ready" });
  const { body } = await club.call("GET", "/api/operator/payouts", cashier);
  expect(body.data.ready).toMatchObject([{ withdrawal_id: long.id, fits: [], obstacle: "waits" }]);
  expect((await make([crypto.randomUUID()], 900)).status).toBe(404);
});

test("two operators make a file of the same withdrawal at once: one has it", async () => {
  const one = await approved(4321);
  const answers = await Promise.all([make([one.id], 4321), make([one.id], 4321, "pain001")]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("the database itself holds it: no second file, no other content, no return out of a file", async () => {
  const one = await approved(4444);
  const { file_id: id } = ok(await make([one.id], 4444));
  await expect(
    club.query(
      "INSERT INTO payout_item (file_id, withdrawal_id, amount_cents, account_hash) SELECT id, $1, 4444, '\\x00' FROM payout_file WHERE id <> $2 LIMIT 1",
      [one.id, id],
    ),
  ).rejects.toThrow("payout_item_once");
  await expect(
    club.asAdmin("UPDATE payout_file SET total_cents = 1 WHERE id = $1", [id]),
  ).rejects.toThrow("cannot become this");
  await expect(
    club.query(
      "UPDATE withdrawal SET status = 'rejected', ended_at = club_now_ms(), ended_by = $2 WHERE id = $1",
      [one.id, cashier.id],
    ),
  ).rejects.toThrow("is in a payout file");
});

test("a file is read by cashiers alone, and each look is in the audit log", async () => {
  const auditor = await club.operator("auditor");
  const { body } = await club.call("GET", "/api/operator/payouts", cashier);
  const path = `/api/operator/payouts/${body.list[0].file_id}/file`;
  expect((await club.call("GET", path, auditor)).status).toBe(403);
  await club.call("GET", path, cashier);
  const [row] = await club.query(
    "SELECT action, target FROM audit WHERE operator_id = $1 ORDER BY id DESC LIMIT 1",
    [cashier.id],
  );
  expect(row).toEqual({ action: "payout.read", target: body.list[0].file_id });
});
