import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenChecks, checksOf } from "../../test/checks.ts";
import { ok, PASSWORD, startClub, untilTaken } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";
import { releaseCooled } from "./cancel-withdrawal.ts";

let club: TestClub;
let cashier: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  cashier = await club.operator("cashier");
});
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
});

const newKey = (): string => randomBytes(8).toString("hex");

const CARD = {
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  account_number: "1184 4417",
  branch_code: "999-204",
  swift_bic: "",
  currency: "AUD",
};

async function create(
  player: TestPlayer,
  cents: unknown,
  key: string | null = newKey(),
): Promise<Answer> {
  const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
  const body = { amount_cents: cents };
  return await club.call("POST", "/api/withdraw/create", { token: player.token, body, headers });
}

async function cancel(player: TestPlayer, id: string): Promise<Answer> {
  return await club.call("POST", `/api/withdraw/${id}/cancel`, { token: player.token });
}

type Act = "approve" | "reject" | "paid";

async function decide(id: string, act: Act, by: { token: string } = cashier): Promise<Answer> {
  const body = act === "reject" ? { reason: "the name differs" } : {};
  return await club.call("POST", `/api/operator/withdrawals/${id}/${act}`, {
    token: by.token,
    body,
  });
}

async function walletOf(player: TestPlayer): Promise<[cash: number, held: number]> {
  const { cash_cents, held_cents } = ok(await club.call("GET", "/api/user/wallet", player));
  return [cash_cents, held_cents];
}

/** A player with money and, unless told otherwise, an account that may be paid to. */
async function makePlayer(cents: number, isReady = true): Promise<TestPlayer> {
  const player = await club.signUp();
  if (cents > 0) await club.fund(player, cents);
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: CARD }));
  if (isReady) await makeReady(player);
  return player;
}

async function makeReady(player: TestPlayer): Promise<void> {
  await verify(player);
  await club.query(
    "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
    [player.id],
  );
}

async function verify(player: TestPlayer): Promise<void> {
  const path = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", path, { token: cashier.token, body: {} }));
}

async function statusOf(id: string): Promise<string> {
  const [row] = await club.query("SELECT status FROM withdrawal WHERE id = $1", [id]);
  return row?.["status"];
}

test("from asking to the bank, with each movement once in the ledger", async () => {
  const player = await makePlayer(50_000);
  const asked = ok(await create(player, 30_000));
  expect(asked).toMatchObject({
    status: "requested",
    amount_cents: 30_000,
    fee_cents: 0,
    account_number: "•••4417",
    may_cancel: true,
    cash_cents: 20_000,
    held_cents: 30_000,
  });
  expect(asked.reference).toMatch(/^WD \d{6} [A-Z]{2}\d$/);
  const id = asked.withdrawal_id;
  const queue = await club.call("GET", "/api/operator/withdrawals?status=waiting", cashier);
  expect(queue.body.list[0]).toMatchObject({ withdrawal_id: id, waits_for: [], shared_with: 0 });
  expect(queue.body.list[0].account_number).toBe("•••4417");

  expect(ok(await decide(id, "approve"))).toMatchObject({ status: "approved", approval_id: null });
  expect(await walletOf(player)).toEqual([20_000, 30_000]);
  expect(ok(await decide(id, "paid"))).toMatchObject({ status: "paid" });
  expect(await walletOf(player)).toEqual([20_000, 0]);

  const { body } = await club.call("GET", "/api/statement/list?type=withdrawal", player);
  expect(body.list).toMatchObject([
    {
      type: "withdrawal",
      amount_cents: -30_000,
      balance_cents: 20_000,
      reference: asked.reference,
    },
  ]);
  const entries = await club.query(
    "SELECT kind FROM entry WHERE cause LIKE 'withdrawal:' || $1 || ':%' ORDER BY at, id",
    [id],
  );
  expect(entries).toEqual([{ kind: "withdrawal" }, { kind: "withdrawal_paid" }]);
  const list = await club.call("GET", "/api/withdraw/list", player);
  expect(list.body.list).toMatchObject([{ withdrawal_id: id, status: "paid", may_cancel: false }]);
  expect(list.body.data.terms).toMatchObject({ available_cents: 20_000, waits_for: [] });
});

const amounts: [what: string, cents: unknown, status: number, code: string][] = [
  ["nothing", 0, 422, "withdrawal.amount_invalid"],
  ["less than nothing", -500, 422, "withdrawal.amount_invalid"],
  ["more than the most", 100_000_001, 422, "withdrawal.amount_invalid"],
  ["half a cent", 0.5, 422, "request.invalid"],
  ["text", "300", 422, "request.invalid"],
  ["a cent more than there is", 1001, 409, "funds.insufficient"],
];
test.each(amounts)("refuses %s, and nothing moves", async (_what, cents, status, code) => {
  const player = await makePlayer(1000);
  const answer = await create(player, cents);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await walletOf(player)).toEqual([1000, 0]);
});

test("without a bank account, or without a key, there is no withdrawal", async () => {
  const player = await club.signUp();
  await club.fund(player, 1000);
  expect((await create(player, 100)).body.code).toBe("withdrawal.account_needed");
  expect((await create(player, 100, null)).body.code).toBe("idempotency.key_needed");
});

test("100 requests with one key hold the money once", async () => {
  const player = await makePlayer(1000);
  const key = newKey();
  const send = async (): Promise<Answer> =>
    await untilTaken(async () => await create(player, 700, key));
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await walletOf(player)).toEqual([300, 700]);
  expect((await create(player, 100, key)).body.code).toBe("idempotency.mismatch");
});

test("50 at once take no more than there is", async () => {
  const player = await makePlayer(1000);
  // An answer that came too late may be of one that was taken: it is asked for again by its key.
  const send = async (key: string): Promise<Answer> =>
    await untilTaken(async () => await create(player, 300, key));
  const answers = await Promise.all(Array.from({ length: 50 }, async () => await send(newKey())));
  expect(answers.filter(({ status }) => status === 200).length).toBe(3);
  expect(await walletOf(player)).toEqual([100, 900]);
});

// Promise S25: accepted while the account is new or not verified, paid after that.
test("an account that is new, not verified or just changed is paid nothing", async () => {
  const player = await makePlayer(10_000, false);
  const asked = ok(await create(player, 5000));
  const id = asked.withdrawal_id;
  ok(await decide(id, "approve"));
  const refused = await decide(id, "paid");
  expect([refused.status, refused.body.code]).toEqual([409, "withdrawal.account_waits"]);
  expect(refused.body.params.waits_for).toEqual(["verification", "new_account"]);
  await verify(player);
  expect((await decide(id, "paid")).body.params.waits_for).toEqual(["new_account"]);
  await makeReady(player);
  const body = { ...CARD, account_number: "5551 2345", password: PASSWORD };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body }));
  expect((await decide(id, "paid")).body.params.waits_for).toEqual(["verification", "new_account"]);
  expect(await walletOf(player)).toEqual([5000, 5000]);
  await makeReady(player);
  ok(await decide(id, "paid"));
  expect(await walletOf(player)).toEqual([5000, 0]);
});

test("where the club checks identities first, nobody is paid before", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 1000));
  ok(await decide(id, "approve"));
  await club.query("UPDATE club SET identity_rule = 'before_withdrawal'");
  expect((await decide(id, "paid")).body.code).toBe("player.identity_needed");
  await club.query("UPDATE club SET identity_rule = 'none'");
  ok(await decide(id, "paid"));
});

test("rejected, also after the approval: the money is cash again, with the reason", async () => {
  const player = await makePlayer(2000);
  const first = ok(await create(player, 500));
  ok(await decide(first.withdrawal_id, "reject"));
  const second = ok(await create(player, 700));
  ok(await decide(second.withdrawal_id, "approve"));
  ok(await decide(second.withdrawal_id, "reject"));
  expect(await walletOf(player)).toEqual([2000, 0]);
  const { body } = await club.call("GET", "/api/withdraw/list?status=rejected", player);
  expect(body.list.map((each: { reason: string }) => each.reason)).toEqual([
    "the name differs",
    "the name differs",
  ]);
});

// Promise G13: the table of states. What is not listed is refused and changes nothing.
describe("the states", () => {
  type Step = "cancel" | Act;
  const reached: Record<string, readonly Step[]> = {
    requested: [],
    approved: ["approve"],
    paid: ["approve", "paid"],
    rejected: ["reject"],
    cancelled: ["cancel"],
  };
  const moves: Record<string, Partial<Record<Step, string>>> = {
    requested: { approve: "approved", reject: "rejected", cancel: "cancelled" },
    approved: { approve: "approved", paid: "paid", reject: "rejected" },
    paid: { approve: "paid", paid: "paid" },
    rejected: { reject: "rejected" },
    cancelled: { cancel: "cancelled" },
  };
  const cases = Object.keys(reached).flatMap((from) =>
    (["approve", "reject", "paid", "cancel"] as const).map((step): [string, Step] => [from, step]),
  );
  test.each(cases)("%s, then %s", async (from, step) => {
    const player = await makePlayer(1000);
    const { withdrawal_id: id } = ok(await create(player, 400));
    const act = async (name: Step): Promise<Answer> =>
      name === "cancel" ? await cancel(player, id) : await decide(id, name);
    for (const name of reached[from] ?? []) ok(await act(name));
    const before = await walletOf(player);
    const to = moves[from]?.[step];
    const answer = await act(step);
    if (to === undefined) {
      expect([answer.status, answer.body.code]).toEqual([409, "withdrawal.state"]);
      expect([await statusOf(id), await walletOf(player)]).toEqual([from, before]);
      return;
    }
    expect(answer.status).toBe(200);
    expect(await statusOf(id)).toBe(to);
    const out = { paid: 0, rejected: 0 }[to] ?? 400;
    expect(await walletOf(player)).toEqual([to === "rejected" ? 1000 : 600, out]);
  });

  test("the table of the database goes by the same states", async () => {
    const player = await makePlayer(1000);
    const { withdrawal_id: id } = ok(await create(player, 400));
    await expect(
      club.asAdmin("UPDATE withdrawal SET amount_cents = 1 WHERE id = $1", [id]),
    ).rejects.toThrow(/cannot become/);
    await expect(
      club.query(
        "UPDATE withdrawal SET status = 'paid', ended_at = now(), ended_by = $2, paid_account = 'x' WHERE id = $1",
        [id, cashier.id],
      ),
    ).rejects.toThrow(/cannot become/);
    await expect(club.query("DELETE FROM withdrawal WHERE id = $1", [id])).rejects.toThrow();
  });
});

describe("a cancelled withdrawal", () => {
  const later = async (id: string): Promise<void> => {
    await club.query(
      "UPDATE withdrawal SET releases_at = releases_at - interval '24 hours' WHERE id = $1",
      [id],
    );
  };

  test("stays held for 24 hours, then it is cash, once", async () => {
    const player = await makePlayer(1000);
    const { withdrawal_id: id } = ok(await create(player, 1000));
    const cancelled = ok(await cancel(player, id));
    expect(cancelled).toMatchObject({
      status: "cancelled",
      cooling_cents: 1000,
      may_cancel: false,
    });
    const hours = (Date.parse(cancelled.releases_at) - Date.parse(cancelled.ended_at)) / 3_600_000;
    expect(hours).toBe(24);
    await releaseCooled(club.ctx);
    expect(await walletOf(player)).toEqual([0, 1000]);
    await later(id);
    await Promise.all([releaseCooled(club.ctx), releaseCooled(club.ctx)]);
    expect(await walletOf(player)).toEqual([1000, 0]);
  });

  test("cannot be bet before, but asked for anew at once, in parts and with cash", async () => {
    const player = await makePlayer(1000);
    const { withdrawal_id: id } = ok(await create(player, 600));
    ok(await cancel(player, id));
    expect(await walletOf(player)).toEqual([400, 600]);
    const list = await club.call("GET", "/api/withdraw/list", player);
    expect(list.body.data.terms.available_cents).toBe(1000);
    // Part of what is held: the rest stays held, and cash is unchanged.
    ok(await create(player, 200));
    expect(await walletOf(player)).toEqual([400, 600]);
    // All that is held, and 300 from cash.
    ok(await create(player, 700));
    expect(await walletOf(player)).toEqual([100, 900]);
    expect((await create(player, 101)).body.code).toBe("funds.insufficient");
    await later(id);
    await releaseCooled(club.ctx);
    expect(await walletOf(player)).toEqual([100, 900]);
  });

  test("is not possible where the club takes none back", async () => {
    const player = await makePlayer(1000);
    const { withdrawal_id: id } = ok(await create(player, 600));
    await club.query(
      `INSERT INTO setting (name, version, value) VALUES ('withdrawals', 1, '{"cancel":"never"}')`,
    );
    const { body } = await club.call("GET", "/api/withdraw/list", player);
    expect(body.list[0].may_cancel).toBe(false);
    expect((await cancel(player, id)).body.code).toBe("withdrawal.cancel_off");
    await club.asAdmin("DELETE FROM setting WHERE name = 'withdrawals'");
    ok(await cancel(player, id));
  });

  test("of somebody else is not found", async () => {
    const [player, stranger] = [await makePlayer(1000), await makePlayer(0)];
    const { withdrawal_id: id } = ok(await create(player, 600));
    expect((await cancel(stranger, id)).status).toBe(404);
    expect((await cancel(stranger, crypto.randomUUID())).status).toBe(404);
  });
});

test("50 decisions at once move the money once", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 900));
  ok(await decide(id, "approve"));
  const acts = Array.from({ length: 50 }, (_, at): Act => (at % 2 === 0 ? "paid" : "reject"));
  const answers = await Promise.all(acts.map(async (act) => await decide(id, act)));
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  const isPaid = (await statusOf(id)) === "paid";
  expect(await walletOf(player)).toEqual([isPaid ? 100 : 1000, 0]);
});

test("nobody decides about the player that he is himself, nor without the role", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 900));
  const own = await club.newOperator("cashier");
  await club.asAdmin("UPDATE operator SET player_id = $2 WHERE id = $1", [own.id, player.id]);
  for (const act of ["approve", "reject", "paid"] as const) {
    expect((await decide(id, act, own)).body.code).toBe("money.same_person");
  }
  const path = `/api/operator/players/${player.id}/bank-card/verify`;
  const verified = await club.call("POST", path, { token: own.token, body: {} });
  expect(verified.body.code).toBe("money.same_person");
  for (const role of ["auditor", "support", "risk"] as const) {
    expect((await decide(id, "approve", await club.operator(role))).status).toBe(403);
  }
  expect((await decide(crypto.randomUUID(), "approve")).status).toBe(404);
});

test("the whole account number is read by a call of its own, which the audit log keeps", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 900));
  const auditor = await club.operator("auditor");
  const data = ok(await club.call("GET", `/api/operator/withdrawals/${id}`, auditor));
  expect(data.account).toMatchObject({ account_number: "11844417", verified: true });
  // Everybody of this file has the same account.
  expect(data.shared_with).toBeGreaterThan(0);
  const rows = await club.query(
    "SELECT action, after ->> 'player_id' AS player FROM audit WHERE target = $1 AND operator_id = $2",
    [id, auditor.id],
  );
  expect(rows).toEqual([{ action: "withdrawal.read", player: player.id }]);
});

test("the account that is verified is the one that was looked at", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 900));
  const look = async () => ok(await club.call("GET", `/api/operator/withdrawals/${id}`, cashier));
  const seen = await look();
  expect(seen.account_changed_at).toBe(seen.account.changed_at);
  const body = { ...CARD, account_number: "22955528", password: PASSWORD };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body }));
  const path = `/api/operator/players/${player.id}/bank-card/verify`;
  const verifyAs = async (changed_at: string): Promise<Answer> =>
    await club.call("POST", path, { token: cashier.token, body: { changed_at } });
  const answer = await verifyAs(seen.account_changed_at);
  expect([answer.status, answer.body.code]).toEqual([409, "receiving.stale"]);
  const now = await look();
  expect(now.account.verified).toBe(false);
  ok(await verifyAs(now.account_changed_at));
  expect((await look()).account).toMatchObject({ account_number: "22955528", verified: true });
});

test("who is frozen, or has left for good, is paid out", async () => {
  const player = await makePlayer(1000);
  await club.query(
    `UPDATE player SET bar = 'exclusion', bar_from = now(), bar_until = 'infinity' WHERE id = $1`,
    [player.id],
  );
  const { withdrawal_id: id } = ok(await create(player, 1000));
  ok(await decide(id, "approve"));
  ok(await decide(id, "paid"));
  expect(await walletOf(player)).toEqual([0, 0]);
});

// rules.md section 6: with four eyes on, a withdrawal above the threshold takes two operators.
describe("with four eyes", () => {
  let strict: TestClub;
  beforeAll(async () => {
    strict = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  });
  afterAll(async () => await strict.close());

  test("a large one waits for another operator, a small one does not", async () => {
    const player = await strict.signUp();
    await strict.fund(player, 5_000_000);
    ok(await strict.call("POST", "/api/user/bank_card", { token: player.token, body: CARD }));
    const ask = async (cents: number): Promise<string> => {
      const headers = { "idempotency-key": newKey() };
      const body = { amount_cents: cents };
      const asked = ok(
        await strict.call("POST", "/api/withdraw/create", { token: player.token, body, headers }),
      );
      return asked.withdrawal_id;
    };
    const [first, second] = [
      await strict.newOperator("cashier"),
      await strict.newOperator("cashier"),
    ];
    const approve = async (id: string, { token }: TestOperator): Promise<Answer> =>
      await strict.call("POST", `/api/operator/withdrawals/${id}/approve`, { token, body: {} });

    const small = await ask(1_000_000);
    expect(ok(await approve(small, first))).toMatchObject({ status: "approved" });
    const large = await ask(1_000_001);
    const pending = ok(await approve(large, first));
    expect(pending).toMatchObject({ status: "pending" });
    // Asking again makes no second request.
    expect(ok(await approve(large, first)).approval_id).toBe(pending.approval_id);
    const decide = async ({ token }: TestOperator): Promise<Answer> =>
      await strict.call("POST", `/api/operator/approvals/${pending.approval_id}/approve`, {
        token,
        body: {},
      });
    expect((await decide(first)).body.code).toBe("approval.same_person");
    ok(await decide(second));
    const { body } = await strict.call("GET", "/api/withdraw/list", player);
    expect(body.list.map((each: { status: string }) => each.status)).toEqual([
      "approved",
      "approved",
    ]);
    const rows = await strict.query(
      "SELECT count(*)::int AS n FROM approval WHERE kind <> 'top_up'",
    );
    expect(rows[0]?.["n"]).toBe(1);
  });
});

// Promise P7 for held money: verify names what was changed behind the club's back.
test("verify finds a withdrawal that was edited", async () => {
  const player = await makePlayer(1000);
  const { withdrawal_id: id } = ok(await create(player, 400));
  const found = async (): Promise<string> => {
    const checks = await checksOf(club.ctx);
    return checks.find((check) => check.name === "held")?.detail ?? "";
  };
  expect(await found()).toBe("");
  await club.asAdmin("ALTER TABLE withdrawal DISABLE TRIGGER withdrawal_moves");
  await club.asAdmin("UPDATE withdrawal SET amount_cents = 401 WHERE id = $1", [id]);
  expect(await found()).toContain(id);
  expect(await found()).toContain(player.id);
  await club.asAdmin("UPDATE withdrawal SET amount_cents = 400 WHERE id = $1", [id]);
  await club.asAdmin("ALTER TABLE withdrawal ENABLE TRIGGER withdrawal_moves");
});
