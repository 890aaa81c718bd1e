import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub } from "../../test/club.ts";
import type { Answer, ByHand, TestClub, TestPlayer } from "../../test/club.ts";
import { closeRace, openMeeting, place, settle, type TestMeeting } from "../../test/db/race-day.ts";
import { newId } from "../kit/ids.ts";

/* Every list that the desk can sort, by each of its columns, both ways, in pages, with ties. */

let club: TestClub;
let token: string;
let players: TestPlayer[];
let meeting: TestMeeting;
let nth = 0;

const ann = (): TestPlayer => players[0] as TestPlayer;
/** Three values over and over: every list has ties, and new rows come before, among and behind. */
const cents = (): number => [700, 200, 700, 1500][nth++ % 4] as number;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  ({ token } = await club.operator());
  players = [];
  for (const name of ["deb", "ann", "eve", "bob", "cyd"]) players.push(await club.signUp(name));
  for (const player of players) await club.fund(player, 100_000);
  for (const name of ["Zed", "amy", "Zed", null, null]) {
    const id = players[nth++ % players.length]?.id;
    await club.asAdmin("UPDATE player SET full_name = $2 WHERE id = $1", [id, name]);
  }
  meeting = await openMeeting(club, 2);
  for (const list of LISTS) for (let n = 0; n < 7; n += 1) await list.add();
  await bet(1, 8);
  const [, raced] = meeting.races;
  await closeRace(club, raced?.id ?? "");
  await settle(club, raced?.id ?? "", [[1], [2], [3], [4]]);
});
afterAll(async () => {
  // These have no entries in the ledger.
  await club.asAdmin(
    `DELETE FROM withdrawal; DELETE FROM payment_arrival; DELETE FROM payment;
     DELETE FROM invitation; DELETE FROM shop_order; DELETE FROM bank_line`,
  );
  await club.close();
});

interface List {
  readonly name: string;
  readonly path: () => string;
  readonly id: string;
  /** The value of each sort; undefined: the id's. */
  readonly sorts: Readonly<Record<string, ((row: ByHand) => string | number) | undefined>>;
  /** Adds one row. */
  readonly add: () => Promise<unknown>;
}

const AMOUNT = (row: ByHand) => row.amount_cents as number;
const MONEY = { at: undefined, amount: AMOUNT };

async function bet(race: number, horse: number): Promise<void> {
  const { date, races } = meeting;
  const order = { race_id: races[race]?.id ?? "", date, bet_type: 1, horse: [horse] };
  const answer = await place(club, ann(), { ...order, betAmount: cents() / 100 });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function addTopUp(status = "created"): Promise<string> {
  const id = newId();
  await club.asAdmin(
    `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status)
     VALUES ($1, $2, 'bank_transfer', $3, $4, $5)`,
    [id, ann().id, cents(), `R${id}`, status],
  );
  return id;
}

async function addBankLine(): Promise<void> {
  const importId = "00000000-0000-7000-8000-000000000001";
  await club.asAdmin(
    `INSERT INTO bank_import (id, sha256, file_name, profile, items, added, imported_by)
     SELECT $1, '\\x01', 'file', 'camt053', 0, 0, id FROM operator LIMIT 1 ON CONFLICT DO NOTHING`,
    [importId],
  );
  const id = newId();
  const amount = cents();
  await club.asAdmin(
    `INSERT INTO bank_line (id, import_id, key, day, amount_cents, reference, name, details, bank_id)
     VALUES ($1, $2, decode(md5($1::uuid::text), 'hex'), $3, $4, '', '', '', '')`,
    [id, importId, `2026-03-${String(amount / 100).padStart(2, "0")}`, amount],
  );
}

async function addShopOrder(): Promise<void> {
  const productId = "00000000-0000-7000-8000-000000000002";
  await club.asAdmin(
    `INSERT INTO product (id, kind, picture, texts, price_cents, stock)
     VALUES ($1, 'goods', 'cap', '{"en": {"name": "Cap", "about": "Green"}}', 100, 0) ON CONFLICT DO NOTHING`,
    [productId],
  );
  const id = newId();
  await club.asAdmin(
    `INSERT INTO shop_order (id, player_id, product_id, order_no, texts, picture, quantity, unit_cents, cost_cents, bonus_cents)
     SELECT $1, $2, id, $1::uuid::text, texts, picture, 1, $4, $4, 0 FROM product WHERE id = $3`,
    [id, ann().id, productId, cents()],
  );
}

const LISTS: readonly List[] = [
  {
    name: "players",
    path: () => "players?",
    id: "player_id",
    sorts: {
      name: (row) => row.user_name,
      full: (row) => (row.full_name ?? "").toLowerCase(),
      cash: (row) => row.cash_cents,
      held: (row) => row.held_cents,
      since: undefined,
    },
    add: async () => await club.signUp(`${["bee", "zoe", "aaa"][nth % 3]}${nth++}`),
  },
  {
    name: "bets of a race",
    path: () => `orders?race_id=${meeting.races[0]?.id}&`,
    id: "order_id",
    sorts: { at: undefined, cost: (row) => row.cost_cents, paid: (row) => row.payout_cents },
    add: async () => await bet(0, 1 + (nth % 3)),
  },
  {
    name: "bets of a player",
    path: () => `orders?player_id=${ann().id}&`,
    id: "order_id",
    sorts: { at: undefined, cost: (row) => row.cost_cents, paid: (row) => row.payout_cents },
    // In the race that is settled; while others come, in the one that is open.
    add: async () => await bet(isRaced() ? 0 : 1, 1 + (nth % 3)),
  },
  {
    name: "top-ups",
    path: () => "topups?",
    id: "topup_id",
    sorts: MONEY,
    add: async () => await addTopUp(),
  },
  {
    name: "top-ups that wait",
    path: () => "topups?status=waiting&",
    id: "topup_id",
    sorts: MONEY,
    add: async () => await addTopUp(),
  },
  {
    name: "withdrawals",
    path: () => "withdrawals?",
    id: "withdrawal_id",
    sorts: MONEY,
    add: async () =>
      await club.asAdmin(
        `INSERT INTO withdrawal (id, player_id, amount_cents, reference, bank_name, last_digits)
         VALUES ($1, $2, $3, $4, 'Bank', '1234')`,
        [newId(), ann().id, cents(), `W${newId()}`],
      ),
  },
  {
    name: "payments",
    path: () => "payments?",
    id: "topup_id",
    sorts: MONEY,
    add: async () => {
      const id = await addTopUp("expired");
      await club.asAdmin(
        `INSERT INTO payment (id, top_up_id, provider, amount_cents, currency, return_url, state)
         VALUES ($1, $1, 'double', $2, 'AUD', '', 'failed')`,
        [id, cents()],
      );
    },
  },
  {
    name: "arrivals of payments",
    path: () => "payments/arrivals?",
    id: "arrival_id",
    sorts: MONEY,
    add: async () =>
      await club.asAdmin(
        `INSERT INTO payment_arrival (id, provider, payment_id, outcome, why, amount_cents, currency)
         VALUES ($1, 'double', $2, 'succeeded', 'unknown', $3, 'AUD')`,
        [newId(), `p${nth}`, cents()],
      ),
  },
  {
    name: "complaints",
    path: () => "complaints?",
    id: "complaint_id",
    sorts: { filed: undefined, due: (row) => row.due_at },
    add: async () =>
      await club.asAdmin(
        `INSERT INTO complaint (id, player_id, key, topic, body, filed_at, due_at)
         VALUES ($1, $2, $3, 'other', 'slow', club_now_ms(),
           date_trunc('day', club_now()) + make_interval(days => $4))`,
        [newId(), ann().id, `k${nth}`, cents()],
      ),
  },
  {
    name: "papers",
    path: () => "documents?",
    id: "document_id",
    sorts: { sent: undefined, player: (row) => row.user_name },
    add: async () =>
      await club.asAdmin(
        `INSERT INTO identity_document (id, player_id, kind, cipher, bytes)
         VALUES ($1, $2, 'passport', '', 1)`,
        [newId(), players[nth++ % 3]?.id],
      ),
  },
  {
    name: "bank lines",
    path: () => "bank/lines?",
    id: "line_id",
    sorts: { day: (row) => row.day, amount: AMOUNT },
    add: async () => await addBankLine(),
  },
  {
    name: "shop orders",
    path: () => "shop/orders?",
    id: "shop_order_id",
    sorts: { at: undefined, cost: (row) => row.cost_cents },
    add: async () => await addShopOrder(),
  },
  {
    name: "invitations",
    path: () => "invitations?",
    id: "invitation_id",
    sorts: { joined: undefined, reward: (row) => row.reward_cents },
    add: async () => {
      const { id } = await club.signUp(`guest${nth}`);
      await club.asAdmin(
        `INSERT INTO invitation (id, inviter_id, state, reward_cents, decided_at)
         VALUES ($1, $2, 'rewarded', $3, club_now_ms())`,
        [id, ann().id, cents()],
      );
    },
  },
];

let raced = false;
const isRaced = (): boolean => raced;

async function get(list: List, query: string): Promise<Answer> {
  return await club.call("GET", `/api/operator/${list.path()}${query}`, { token });
}

/** All pages of two under an order. */
async function walk(list: List, sort: string, between?: () => Promise<unknown>): Promise<ByHand[]> {
  const rows: ByHand[] = [];
  for (let cursor = ""; ;) {
    const answer = await get(list, `limit=2&sort=${sort}${cursor}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    rows.push(...answer.body.list);
    const next = answer.body.data.next_cursor;
    if (next === null) return rows;
    cursor = `&cursor=${encodeURIComponent(next)}`;
    if (between !== undefined && rows.length < 7) await between();
  }
}

/** Rows upwards by a value, equal ones in order of their ids. */
function upwards(list: List, column: string, rows: readonly ByHand[]): ByHand[] {
  const value = list.sorts[column] ?? (() => 0);
  const compare = (one: string | number, other: string | number): number =>
    one < other ? -1 : one > other ? 1 : 0;
  return rows.toSorted(
    (one, other) => compare(value(one), value(other)) || compare(one[list.id], other[list.id]),
  );
}

const CASES = LISTS.flatMap((list) =>
  Object.keys(list.sorts).map((column) => [`${list.name} by ${column}`, list, column] as const),
);

test.each(CASES)("%s: both ways, page by page, ties in order", async (_what, list, column) => {
  const all = (await get(list, "limit=100")).body.list;
  expect(all.length).toBeGreaterThan(5);
  const ids = (rows: readonly ByHand[]): string[] => rows.map((row) => row[list.id]);
  const expected = ids(upwards(list, column, all));
  expect(ids(await walk(list, column))).toEqual(expected);
  expect(ids(await walk(list, `-${column}`))).toEqual(expected.toReversed());
});

test.each(CASES)("%s: none twice and none lost while others come", async (_what, list, column) => {
  raced = true;
  for (const sort of [column, `-${column}`]) {
    const before: string[] = (await get(list, "limit=100")).body.list.map(
      (row: ByHand) => row[list.id],
    );
    const seen = (await walk(list, sort, list.add)).map((row) => row[list.id]);
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
  }
});

test.each([
  ["all entries", (): string => ""],
  ["an account's", (): string => `account=cash:${ann().id}&`],
] as const)("the ledger goes both ways: %s", async (_what, filter) => {
  const list: List = {
    name: "entries",
    path: (): string => `ledger/entries?${filter()}`,
    id: "entry_id",
    sorts: {},
    add: async () => undefined,
  };
  const idsOf = (rows: readonly ByHand[]): string[] => rows.map((row) => row.entry_id);
  const down = idsOf(await walk(list, "-at"));
  expect(down.length).toBeGreaterThan(5);
  expect(new Set(down).size).toBe(down.length);
  expect(idsOf(await walk(list, "at"))).toEqual(down.toReversed());
});

test("the audit log goes both ways, and its file as well", async () => {
  const list: List = {
    name: "audit",
    path: () => "audit?kind=act&",
    id: "audit_id",
    sorts: {},
    add: async () => undefined,
  };
  const down = (await walk(list, "-at")).map((row) => Number(row.audit_id));
  expect(down.length).toBeGreaterThan(5);
  expect(down).toEqual(down.toSorted((one, other) => other - one));
  const up = (await walk(list, "at")).map((row) => Number(row.audit_id));
  expect(up).toEqual(up.toSorted((one, other) => one - other));
  expect(up.slice(0, down.length)).toEqual(down.toReversed());
  const file = async (sort: string): Promise<string[]> => {
    const path = `/api/operator/audit/file?kind=act&action=topup.approve&sort=${sort}`;
    return String((await club.call("GET", path, { token })).body)
      .trim()
      .split("\r\n")
      .slice(1);
  };
  const rows = await file("at");
  expect(rows.length).toBeGreaterThan(3);
  expect(rows).toEqual((await file("-at")).toReversed());
});

test("a list knows its columns, and a cursor its list's order", async () => {
  const [list] = LISTS as readonly [List];
  const refused = async (query: string): Promise<unknown> => {
    const { status, body } = await get(list, query);
    return [status, body.code, body.params.field];
  };
  const no = (field: string): unknown => [422, "request.invalid", field];
  expect(await refused("sort=status")).toEqual(no("sort"));
  expect(await refused("sort=--cash")).toEqual(no("sort"));
  const cursor = async (sort: string): Promise<string> =>
    encodeURIComponent((await get(list, `limit=2&sort=${sort}`)).body.data.next_cursor);
  const forged = (...parts: unknown[]): string =>
    Buffer.from(JSON.stringify(parts)).toString("base64url");
  const id = ann().id;
  for (const wrong of [
    "x",
    await cursor("since"),
    await cursor("-cash"),
    await cursor("held"),
    forged("cash", "x", id),
    forged("cash", "9".repeat(19), id),
    forged("cash", "1", "x"),
    forged("cash", 1, id),
    forged("cash", "1", id, "more"),
    forged("cash"),
  ]) {
    expect(await refused(`sort=cash&cursor=${wrong}`), wrong).toEqual(no("cursor"));
  }
  expect(await refused(`sort=name&cursor=${forged("name", "\0", id)}`)).toEqual(no("cursor"));
  expect(await refused(`cursor=${await cursor("cash")}`)).toEqual(no("cursor"));
  const [, , , , , , , , complaints] = LISTS;
  const lines = LISTS.find(({ name }) => name === "bank lines") as List;
  for (const on of ["2026-02-30", "x", "2026-02-03T00:00:00.000Z"]) {
    const wrong = `sort=day&cursor=${forged("day", on, id)}`;
    expect((await get(lines, wrong)).body.params.field, on).toBe("cursor");
  }
  for (const at of ["2026-02-30T00:00:00.000Z", "x", "+012026-01-01T00:00:00.000Z"]) {
    const wrong = `sort=due&cursor=${forged("due", at, id)}`;
    expect((await get(complaints as List, wrong)).body.params.field, at).toBe("cursor");
  }
});
