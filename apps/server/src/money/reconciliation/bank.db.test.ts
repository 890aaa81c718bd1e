import { randomBytes } from "node:crypto";
import { MOST_BANK_FILE_BYTES } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";

let club: TestClub;
let cashier: TestOperator;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD" } });
  cashier = await club.operator("cashier");
  player = await club.signUp();
  await club.query("UPDATE player SET full_name = 'Noor Haldane' WHERE id = $1", [player.id]);
});
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
});

const HEAD = "Date,Amount,Reference,Name,Details\n";
let files = 0;

async function importCsv(rows: string, profile = "plain"): Promise<Answer> {
  files += 1;
  const body = { file_name: `bank-${files}.csv`, profile, text: HEAD + rows };
  return await club.call("POST", "/api/operator/bank/imports", { token: cashier.token, body });
}

interface TopUp {
  readonly topup_id: string;
  readonly reference: string;
}

async function announce(cents: number, who = player): Promise<TopUp> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "bank_transfer", amount_cents: cents };
  return ok(await club.call("POST", "/api/recharge/create", { token: who.token, body, headers }));
}

const openLines = async () =>
  (await club.call("GET", "/api/operator/bank/lines?status=open&limit=100", cashier)).body.list;

const lineOf = async (details: string) =>
  (await club.call("GET", "/api/operator/bank/lines?limit=100", cashier)).body.list.find(
    (line: { details: string }) => line.details === details,
  );

const act = async (path: string, body: unknown, by = cashier): Promise<Answer> =>
  await club.call("POST", `/api/operator/bank/${path}`, { token: by.token, body });

const reconcile = async () =>
  (await club.call("GET", "/api/operator/bank/reconciliation", cashier)).body;

test("the same file adds nothing, one that overlaps what is new, two equal payments are two", async () => {
  const equal = "2026-11-20,5.00,,Pia,coffee\n2026-11-20,5.00,,Pia,coffee\n";
  expect(ok(await importCsv(equal))).toMatchObject({ items: 2, added: 2, is_repeat: false });
  expect(ok(await importCsv(equal))).toMatchObject({ items: 2, added: 2, is_repeat: true });
  const later = `${equal}2026-11-20,5.00,,Pia,coffee\n2026-11-21,6.00,,Pia,tea\n`;
  expect(ok(await importCsv(later))).toMatchObject({ items: 4, added: 2 });
  expect(await openLines()).toHaveLength(4);
  for (const line of await openLines()) {
    const said = { kind: "other", note: "not ours", book: false };
    expect(ok(await act(`lines/${line.line_id}/explain`, said))).toMatchObject({
      status: "explained",
    });
  }
});

test("two operators read the same file at once: its movements are there once", async () => {
  const text = `${HEAD}2026-11-19,1.23,,x,at once\n`;
  const body = { file_name: "twice.csv", profile: "plain", text };
  const options = { token: cashier.token, body };
  const answers = await Promise.all(
    [1, 2, 3].map(() => club.call("POST", "/api/operator/bank/imports", options)),
  );
  expect(answers.map((answer) => ok(answer).is_repeat).filter(Boolean)).toHaveLength(2);
  const rows = await club.query("SELECT FROM bank_line WHERE details = 'at once'");
  expect(rows).toHaveLength(1);
});

test("a file that cannot be read adds nothing and says where", async () => {
  expect((await importCsv("2026-11-20,1.00,,,fine\nsoon,1.00,,,bad\n")).body).toMatchObject({
    code: "bank.file_invalid",
    params: { rule: "date", line: 3 },
  });
  expect(await lineOf("fine")).toBeUndefined();
  expect((await importCsv("", "nobody's")).body).toMatchObject({ code: "bank.profile_unknown" });
  const evil = '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>';
  const body = { file_name: "x.xml", profile: "camt053", text: evil };
  expect((await act("imports", body)).body).toMatchObject({
    code: "bank.file_invalid",
    params: { rule: "format" },
  });
  const tooLong = await importCsv("x".repeat(MOST_BANK_FILE_BYTES));
  expect([tooLong.status, tooLong.body.code]).toEqual([422, "request.invalid"]);
});

test("a payment is proposed by its reference and books its top-up with it, once", async () => {
  const topUp = await announce(20_000);
  ok(await importCsv(`2026-11-20,200.00,,N HALDANE,${topUp.reference.replaceAll(" ", "")}\n`));
  const line = await lineOf(topUp.reference.replaceAll(" ", ""));
  expect(line.match).toMatchObject({
    kind: "top_up",
    target_id: topUp.topup_id,
    strength: "certain",
    has_name: true,
    status: "created",
  });
  const join = { kind: "top_up", target_id: topUp.topup_id };
  const answers = await Promise.all([1, 2].map(() => act(`lines/${line.line_id}/match`, join)));
  for (const answer of answers) expect(ok(answer)).toMatchObject({ status: "matched" });
  expect(ok(await club.call("GET", "/api/user/wallet", player)).cash_cents).toBe(20_000);
  expect(
    await club.query("SELECT FROM entry WHERE cause = $1", [`topup:${topUp.topup_id}:approve`]),
  ).toHaveLength(1);
});

test("another amount is not joined, nor what another movement is; both stay as they were", async () => {
  const topUp = await announce(5000);
  ok(
    await importCsv(
      `2026-11-20,49.00,${topUp.reference},,short\n2026-11-20,50.00,,,same sum\n2026-11-20,50.00,,,same again\n`,
    ),
  );
  const short = await lineOf("short");
  expect(short.match).toMatchObject({ strength: "look", has_amount: false });
  const join = { kind: "top_up", target_id: topUp.topup_id };
  expect((await act(`lines/${short.line_id}/match`, join)).body).toMatchObject({
    code: "bank.amount_differs",
  });
  const statuses = async () =>
    (await club.query("SELECT status FROM top_up WHERE id = $1", [topUp.topup_id]))[0]?.["status"];
  expect(await statuses()).toBe("created");
  ok(await act(`lines/${(await lineOf("same sum")).line_id}/match`, join));
  expect(await statuses()).toBe("approved");
  const again = await act(`lines/${(await lineOf("same again")).line_id}/match`, join);
  expect(again.body).toMatchObject({ code: "bank.target_taken" });
  const other = { kind: "fee", note: "no", book: false };
  const matched = await lineOf("same sum");
  expect((await act(`lines/${matched.line_id}/explain`, other)).body).toMatchObject({
    code: "bank.line_state",
    params: { status: "matched", by: cashier.name },
  });
});

test("a fee is booked between bank and adjustments, and cannot be opened again; an explanation can", async () => {
  ok(await importCsv("2026-11-20,-2.50,,,monthly fee\n2026-11-20,-3.00,,,who knows\n"));
  const fee = await lineOf("monthly fee");
  const said = { kind: "fee", note: "account fee of November", book: true };
  expect(ok(await act(`lines/${fee.line_id}/explain`, said))).toMatchObject({ status: "booked" });
  const lines = await club.query(
    `SELECT a.kind, p.amount_cents FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
     WHERE e.cause = $1 ORDER BY a.kind`,
    [`bank:${fee.line_id}:book`],
  );
  expect(lines.map((row) => [row["kind"], Number(row["amount_cents"])])).toEqual([
    ["adjustments", -250],
    ["bank_clearing", 250],
  ]);
  const why = { reason: "wrong" };
  expect((await act(`lines/${fee.line_id}/reopen`, why)).body).toMatchObject({
    code: "bank.line_state",
  });
  const other = await lineOf("who knows");
  ok(await act(`lines/${other.line_id}/explain`, { kind: "other", note: "?", book: false }));
  expect(ok(await act(`lines/${other.line_id}/reopen`, why))).toMatchObject({ status: "open" });
});

test("money without a reference is given to a player once, or sent back; both are found by a search", async () => {
  ok(
    await importCsv(
      "2026-11-20,61.07,,NOBODY KNOWN,rent 4711\n2026-11-20,-7.00,,x,out\n2026-11-20,8.09,,STRANGER,oops\n2026-11-20,-8.09,,STRANGER,oops back\n",
    ),
  );
  const found = async (q: string) =>
    (await club.call("GET", `/api/operator/bank/lines?q=${encodeURIComponent(q)}`, cashier)).body
      .list;
  expect(await found("61,07")).toHaveLength(1);
  const [line] = await found("nobody known");
  const given = { player_id: player.id, note: "he rang, the slip in hand" };
  const path = `lines/${line.line_id}/give`;
  const before = ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
  const twice = await Promise.all([act(path, given), act(path, given)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(ok(await club.call("GET", "/api/user/wallet", player)).cash_cents).toBe(before + 6107);
  const joined = await lineOf("rent 4711");
  expect(joined).toMatchObject({ status: "matched", match: { amount_cents: 6107 } });
  const out = await lineOf("out");
  expect((await act(`lines/${out.line_id}/give`, given)).body.code).toBe("request.invalid");
  expect((await act(path, { ...given, player_id: out.line_id })).body.code).toBe("not_found");
  const money = async (q: string, by = cashier) =>
    (await club.call("GET", `/api/operator/find-money?q=${encodeURIComponent(q)}`, by)).body.list;
  const kinds = async (q: string) =>
    (await money(q)).map(({ kind, name }: { kind: string; name: string }) => [kind, name]);
  expect(await kinds("61.07")).toEqual([
    ["top_up", player.name],
    ["bank_line", "NOBODY KNOWN"],
  ]);
  expect(await kinds(joined.match.reference.toLowerCase().replaceAll(/[ -]/g, ""))).toEqual([
    ["top_up", player.name],
  ]);
  for (const details of ["oops", "oops back"]) {
    const { line_id } = await lineOf(details);
    const said = { note: "not ours: back to the sender" };
    expect(ok(await act(`lines/${line_id}/send-back`, said)).status).toBe("explained");
    expect(await lineOf(details)).toMatchObject({ status: "explained", is_sent_back: true });
  }
  ok(await act(`lines/${out.line_id}/explain`, { kind: "fee", note: "fee", book: false }));
  expect((await reconcile()).data).toMatchObject({ gap_cents: 0 });
});

test("the difference of ledger and bank is explained to the cent, whatever was joined", async () => {
  const { data: before } = await reconcile();
  expect(before).toMatchObject({ gap_cents: 0, unequal_cents: 0, unseen: 0, open: 4 });
  expect(before.bank_cents - before.ledger_cents).toBe(before.explained_cents + before.open_cents);
  await club.fund(player, 777);
  const { data, list } = await reconcile();
  expect(data).toMatchObject({ gap_cents: 0, unseen: 1, unseen_cents: 777 });
  expect(list).toMatchObject([
    { kind: "top_up", bank_cents: 777, user_name: player.name, note: null },
  ]);
  ok(await act(`entries/${list[0].entry_id}/note`, { note: "paid at the counter" }));
  const { data: after } = await reconcile();
  expect(after).toMatchObject({ gap_cents: 0, unseen: 0, noted: 1, noted_cents: 777 });
});

test("with four eyes a second operator books it", async () => {
  const strict = await startClub({
    env: { CLUB_FOUR_EYES: "on", CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD" },
    database: club.database,
  });
  try {
    const call = async (path: string, body: unknown, token: string): Promise<Answer> =>
      await strict.call("POST", `/api/operator/${path}`, { token, body });
    const line = await lineOf("who knows");
    const said = { kind: "fee", note: "found out", book: true };
    const asked = ok(await call(`bank/lines/${line.line_id}/explain`, said, cashier.token));
    expect(asked.status).toBe("pending");
    const path = `approvals/${asked.approval_id}/approve`;
    expect((await call(path, {}, cashier.token)).body).toMatchObject({
      code: "approval.same_person",
    });
    const second = await strict.newOperator("cashier");
    ok(await call(path, {}, second.token));
    expect((await lineOf("who knows")).status).toBe("booked");
    ok(await importCsv("2026-11-20,3.33,,A,to a player\n2026-11-20,4.44,,B,to the sender\n"));
    for (const [details, name, body, status] of [
      ["to a player", "give", { player_id: player.id, note: "n" }, "matched"],
      ["to the sender", "send-back", { note: "n" }, "explained"],
    ] as const) {
      const { line_id } = await lineOf(details);
      const wish = ok(await call(`bank/lines/${line_id}/${name}`, body, cashier.token));
      expect([wish.status, (await lineOf(details)).status]).toEqual(["pending", "open"]);
      const yes = `approvals/${wish.approval_id}/approve`;
      expect((await call(yes, {}, cashier.token)).body.code).toBe("approval.same_person");
      ok(await call(yes, {}, second.token));
      expect((await lineOf(details)).status).toBe(status);
    }
  } finally {
    await strict.close();
  }
});

test("the database holds it too: what the bank said does not change", async () => {
  await expect(
    club.asAdmin("UPDATE bank_line SET amount_cents = 1 WHERE details = 'short'"),
  ).rejects.toThrow("cannot become this");
  await expect(
    club.query("UPDATE bank_line SET note = 'x' WHERE details = 'monthly fee'"),
  ).rejects.toThrow("cannot become this");
  await expect(club.query("DELETE FROM bank_line")).rejects.toThrow("permission denied");
});

test("the longest statement is read while others are answered, once, and none twice", async () => {
  const longest = Array.from(
    { length: 20_000 },
    (_, i) => `2026-11-19,${i}.50,,longest,${"d".repeat(330)}\n`,
  ).join("");
  let isRead = false;
  const reading = importCsv(longest).finally(() => {
    isRead = true;
  });
  let answered = 0;
  while (!isRead) {
    ok(await club.call("GET", "/api/user/balance", player));
    answered += 1;
  }
  expect(ok(await reading)).toMatchObject({ items: 20_000, added: 20_000 });
  expect(answered).toBeGreaterThan(10);
  const longer = `${longest}2026-11-20,1.00,,longest,one more\n`;
  expect((await importCsv(longer)).body).toMatchObject({ params: { rule: "too_many" } });
  const tail = longest.slice(longest.length / 2).replace(/^.*\n/, "");
  const again = ok(await importCsv(`${tail}2026-11-20,1.00,,longest,one more\n`));
  expect(again.items - again.added).toBe(tail.split("\n").length - 1);
});
