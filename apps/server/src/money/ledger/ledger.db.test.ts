import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openMeeting, place, someBets, untilChained } from "../../test/db/race-day.ts";

let club: TestClub;
let player: TestPlayer;
let betId: string;
let auditor: { token: string };

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 100_000);
  const meeting = await openMeeting(club);
  for (const bet of someBets(meeting)) betId = ok(await place(club, player, bet)).order_id;
  await untilChained(club);
  auditor = await club.operator("auditor");
});
afterAll(async () => await club.close());

interface Entry {
  entry_id: string;
  kind: string;
  chain_position: number | null;
  lines: { account: string; label: string | null; amount_cents: number }[];
}

async function entries(query: string): Promise<Entry[]> {
  const seen: Entry[] = [];
  let cursor = "";
  do {
    const path = `/api/operator/ledger/entries?${query}${cursor}`;
    const { status, body } = await club.call("GET", path, auditor);
    expect(status).toBe(200);
    seen.push(...body.list);
    cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
  } while (cursor !== "");
  return seen;
}

test("the trial balance sums to zero, kind by kind what the accounts hold", async () => {
  const { body } = await club.call("GET", "/api/operator/ledger/trial-balance", auditor);
  expect(body.data.total_cents).toBe(0);
  const { cash_cents: cash } = ok(await club.call("GET", "/api/user/wallet", player));
  const of = (kind: string): number =>
    body.list
      .filter((row: { kind: string }) => row.kind === kind)
      .reduce((sum: number, row: { balance_cents: number }) => sum + row.balance_cents, 0);
  expect([of("bank_clearing"), of("cash"), of("escrow")]).toEqual([-100_000, cash, 100_000 - cash]);
  const jackpots = body.list.filter((row: { kind: string }) => row.kind === "jackpot");
  expect(jackpots.map((row: { pool: string }) => row.pool).toSorted()).toEqual([
    "ANY4",
    "DOUBLE_PLACE",
    "DOUBLE_WIN",
    "EXACTA",
    "FIRST4",
    "PICK6",
    "PLACE",
    "QUADDIE",
    "QUINELLA",
    "QUINELLA_PLACE",
    "TREBLE",
    "TRIFECTA",
    "TRIO",
    "WIN",
  ]);
});

test("all entries page by page, newest first, each once, each balanced", async () => {
  const all = await entries("limit=3");
  const [row] = await club.query("SELECT count(*)::integer AS entries FROM entry");
  expect(all.length).toBe(row?.["entries"]);
  expect(new Set(all.map((entry) => entry.entry_id)).size).toBe(all.length);
  expect(all.map((entry) => entry.chain_position)).toEqual(all.map((_, i) => all.length - i));
  for (const entry of all) {
    expect(entry.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(0);
  }
});

test("the entries of one account, and one entry by its id", async () => {
  const own = await entries(`account=cash:${player.id}&limit=4`);
  expect(own.length).toBe(9);
  expect(own.at(-1)?.kind).toBe("top_up");
  const bank = await entries("account=bank_clearing");
  expect(bank.length).toBe(1);
  const entry = ok(await club.call("GET", `/api/operator/ledger/entries/${betId}`, auditor));
  expect(entry).toMatchObject({ kind: "bet", cause: `bet:${betId}` });
  expect(entry.lines[0]).toMatchObject({ account: `cash:${player.id}`, label: player.name });
  expect(entry.lines[1].label).toMatch(/^DOUBLE_WIN Meeting/);
});

test.each(["gold", "cash:1", "escrow:x", `cash:${crypto.randomUUID()}`, "jackpot:NONE"])(
  "there is no account %s",
  async (account) => {
    const path = `/api/operator/ledger/entries?account=${account}`;
    expect((await club.call("GET", path, auditor)).status).toBe(404);
  },
);

test("a made-up entry is not found; support sees no ledger", async () => {
  const path = `/api/operator/ledger/entries/${crypto.randomUUID()}`;
  expect((await club.call("GET", path, auditor)).status).toBe(404);
  const support = await club.operator("support");
  expect((await club.call("POST", "/api/operator/ledger/verify", support)).status).toBe(403);
  expect((await club.call("GET", "/api/operator/ledger/trial-balance", support)).status).toBe(403);
});

test("chain_append gives each entry one place, in the order given, whatever is asked twice", async () => {
  const before = await club.query("SELECT count(*)::integer AS rows FROM chain");
  const ids = (await club.query("SELECT entry_id FROM chain")).map((row) => row["entry_id"]);
  const [again] = await club.query("SELECT chain_append($1::uuid[] || NULL::uuid) AS last", [ids]);
  expect(Number(again?.["last"])).toBe(before[0]?.["rows"]);
  expect(await club.query("SELECT count(*)::integer AS rows FROM chain")).toEqual(before);
});

test("the first hash is that of 32 zero bytes and the entry's canonical text", async () => {
  const [first] = await club.asAdmin(
    `SELECT c.hash = sha256(decode(repeat('00', 32), 'hex') || convert_to(t.text, 'UTF8')) AS fits,
       t.text::jsonb AS entry
     FROM chain c JOIN entry_text t ON t.id = c.entry_id WHERE c.position = 1`,
  );
  expect(first).toMatchObject({ fits: true, entry: { kind: "top_up" } });
});

test("the text of each entry is canonical: sorted keys, no blanks", async () => {
  const rows = await club.query("SELECT text FROM entry_text");
  for (const { text } of rows) {
    const sorted = (value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          )
        : value;
    expect(text).toBe(JSON.stringify(sorted(JSON.parse(text))));
  }
});
