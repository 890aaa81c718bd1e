import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";

/* One page per player: search, notes, devices, papers, complaints, export and erasure at the desk. */

let club: TestClub;
let owner: TestOperator;
let support: TestOperator;
let jpeg: Buffer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  owner = await club.operator();
  support = await club.newOperator("support");
  jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#0d5b41" } })
    .withExif({ IFD0: { Artist: "CANARY-ARTIST" } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => await club.close());

const desk = async (method: string, path: string, body?: object, who = support): Promise<Answer> =>
  await club.call(method, `/api/operator/${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  });
const fileOf = async (player: TestPlayer) => ok(await desk("GET", `players/${player.id}/file`));
const lastAct = async (action: string, target: string) =>
  (await desk("GET", `audit?action=${action}&target=${target}`, undefined, owner)).body.list[0];

async function complain(player: TestPlayer, body: object = {}, key = newId()): Promise<Answer> {
  return await club.call("POST", "/api/complaint/create", {
    token: player.token,
    headers: { "idempotency-key": key },
    body: { topic: "money", text: "My payout is short.", ...body },
  });
}

async function sendPaper(player: TestPlayer, kind: string, file = jpeg): Promise<Answer> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(file)], { type: "image/jpeg" }), "paper.jpg");
  const response = await fetch(`${club.url}/api/user/documents?kind=${kind}`, {
    method: "POST",
    headers: { authorization: `Bearer ${player.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

describe("search", () => {
  const find = async (q: string): Promise<string[]> =>
    (await desk("GET", `players?q=${encodeURIComponent(q)}`)).body.list.map(
      (player: { player_id: string }) => player.player_id,
    );

  test("by phone, however it is spaced, and by nothing that is only like it", async () => {
    const player = await club.signUp();
    const spaced = `${player.phone.slice(0, 3)} ${player.phone.slice(3, 6)}-${player.phone.slice(6)}`;
    expect(await find(player.phone)).toEqual([player.id]);
    expect(await find(spaced)).toEqual([player.id]);
    expect(await find(player.phone.slice(0, -1))).toEqual([]);
  });

  test("by the id of a bet and by the number on its receipt, of races and of sports", async () => {
    const [one, other] = [await club.signUp(), await club.signUp()];
    // Its receipt is ABCDE-FGHJK: with a space between its halves nothing marks it as a number.
    const [bet, sportBet] = [newId(), `${newId().slice(0, 22)}1-4b635cf84653`];
    expect(receiptNo(sportBet)).toBe("ABCDE-FGHJK");
    // The view of all bets stands in for both tables: only the id is looked up.
    await club.asAdmin("ALTER VIEW wager RENAME TO wager_kept");
    await club.asAdmin(
      `CREATE VIEW wager AS SELECT * FROM wager_kept UNION ALL
       SELECT * FROM (VALUES ('${bet}'::uuid, '${one.id}'::uuid, 100::bigint, now()),
         ('${sportBet}'::uuid, '${other.id}'::uuid, 100::bigint, now())) v`,
    );
    await club.asAdmin("GRANT SELECT ON wager TO club_app");
    try {
      expect(await find(bet)).toEqual([one.id]);
      expect(await find(receiptNo(bet))).toEqual([one.id]);
      expect(await find(receiptNo(sportBet).toLowerCase().replace("-", " "))).toEqual([other.id]);
      expect(await find(receiptNo(newId()))).toEqual([]);
    } finally {
      await club.asAdmin("DROP VIEW wager");
      await club.asAdmin("ALTER VIEW wager_kept RENAME TO wager");
    }
  });
});

describe("the file", () => {
  test("phone, devices, who was seen on the same device, and a row in the log", async () => {
    const [player, other] = [await club.signUp(), await club.signUp()];
    const hash = randomBytes(32);
    for (const { id } of [player, other]) {
      await club.asAdmin(
        "INSERT INTO player_trace (player_id, kind, hash) VALUES ($1, 'device', $2)",
        [id, hash],
      );
    }
    const file = await fileOf(player);
    expect(file.phone).toBe(player.phone);
    expect(file.devices).toHaveLength(1);
    expect(file.devices[0]).toMatchObject({ ended_at: null, end_reason: null });
    const seen = file.seen_with.find((each: { player_id: string }) => each.player_id === other.id);
    expect(seen.user_name).toBe(other.name);
    expect(seen.shares).toContain("device");
    expect(await lastAct("player.file.read", player.id)).toMatchObject({ operator_id: support.id });
    expect((await desk("GET", `players/${newId()}/file`)).status).toBe(404);
  });

  test("a note stands as it was written: nobody rewords or removes it", async () => {
    const player = await club.signUp();
    ok(await desk("POST", `players/${player.id}/notes`, { text: "Called about a late bet." }));
    ok(await desk("POST", `players/${player.id}/notes`, { text: "Called again." }, owner));
    const { notes } = await fileOf(player);
    expect(
      notes.map((note: { text: string; operator: string }) => [note.text, note.operator]),
    ).toEqual([
      ["Called again.", "owner"],
      ["Called about a late bet.", support.name],
    ]);
    for (const sql of ["UPDATE player_note SET text = 'x'", "DELETE FROM player_note"]) {
      await expect(club.query(sql)).rejects.toThrow(/permission denied/);
    }
    expect((await lastAct("player.note", player.id)).after).toEqual({ note_id: notes[0].note_id });
  });
});

describe("complaints", () => {
  test("filed once for a key, due after ten working days, taken, answered once", async () => {
    const player = await club.signUp();
    const key = newId();
    const [first, again] = [
      ok(await complain(player, {}, key)),
      ok(await complain(player, {}, key)),
    ];
    expect(again.complaint_id).toBe(first.complaint_id);
    const days = (Date.parse(first.due_at) - Date.parse(first.filed_at)) / 86_400_000;
    expect(days).toBeGreaterThan(11.9);
    expect(days).toBeLessThan(15.1);

    const path = `complaints/${first.complaint_id}`;
    expect(ok(await desk("POST", `${path}/take`, {}))).toMatchObject({
      status: "in_work",
      taken_by: support.name,
    });
    const body = { outcome: "upheld", answer: "You are right: it was paid today." };
    const answers = await Promise.all([
      desk("POST", `${path}/answer`, body),
      desk("POST", `${path}/answer`, { ...body, outcome: "declined" }, owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.code).toBe("complaint.state");
    const { list } = (await club.call("GET", "/api/complaint/list", { token: player.token })).body;
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ status: "answered", answer: body.answer });
    expect(list[0]).not.toHaveProperty("taken_by");
    await expect(
      club.query("UPDATE complaint SET answer = 'other' WHERE id = $1", [first.complaint_id]),
    ).rejects.toThrow(/is answered/);
    expect((await desk("POST", `${path}/take`, {})).body.code).toBe("complaint.state");
  });

  test("a bet of somebody else is not found; the sixth open one waits; who is barred may complain", async () => {
    const player = await club.signUp();
    expect((await complain(player, { order_id: newId() })).status).toBe(404);
    const body = { days: 3 };
    ok(await club.call("POST", "/api/user/time-out", { token: player.token, body }));
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await complain(player)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
  });

  test("the desk reads the one due first, page by page", async () => {
    const player = await club.signUp();
    const made = [
      ok(await complain(player)),
      ok(await complain(player)),
      ok(await complain(player)),
    ];
    await club.asAdmin(
      "UPDATE complaint SET filed_at = filed_at - interval '40 days', due_at = due_at - interval '40 days' WHERE id = $1",
      [made[1].complaint_id],
    );
    const first = (await desk("GET", "complaints?limit=1")).body;
    expect(first.list[0].complaint_id).toBe(made[1].complaint_id);
    const seen: string[] = [first.list[0].due_at];
    let cursor = first.data.next_cursor;
    while (cursor !== null) {
      const { data, list } = (await desk("GET", `complaints?limit=1&cursor=${cursor}`)).body;
      seen.push(list[0].due_at);
      cursor = data.next_cursor;
    }
    const [row] = await club.query(
      "SELECT count(*)::int AS n FROM complaint WHERE status <> 'answered'",
    );
    expect(seen).toHaveLength(row?.["n"]);
    expect(seen).toEqual(seen.toSorted((a, b) => Date.parse(a) - Date.parse(b)));
  });
});

describe("papers", () => {
  const picture = async (id: string, token: string): Promise<Response> =>
    await fetch(`${club.url}/api/operator/documents/${id}/picture`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test("written anew, sealed, seen by the desk alone, and one that is accepted makes the identity checked", async () => {
    const player = await club.signUp();
    const { document_id: id } = ok(await sendPaper(player, "passport"));
    const [row] = await club.query("SELECT cipher FROM identity_document WHERE id = $1", [id]);
    const response = await picture(id, support.token);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes("CANARY-ARTIST")).toBe(false);
    expect((await sharp(bytes).metadata()).width).toBe(300);
    const sealed = row?.["cipher"] as Buffer | undefined;
    expect(sealed?.includes(bytes.toString("base64").slice(0, 40))).toBe(false);
    expect((await lastAct("document.read", player.id)).after).toEqual({ document_id: id });
    const clerk = await club.newOperator("card_clerk");
    expect((await picture(id, clerk.token)).status).toBe(403);
    const { list } = (
      await desk("GET", `audit?operator_id=${clerk.id}&action=GET`, undefined, owner)
    ).body;
    expect(list[0].after).toEqual({ refused: "operator.not_allowed" });
    expect((await picture(id, player.token)).status).toBe(401);

    const waiting = (await desk("GET", "documents")).body.list;
    expect(waiting.find((each: { document_id: string }) => each.document_id === id)).toMatchObject({
      kind: "passport",
      date_of_birth: "1990-05-17",
    });
    const answers = await Promise.all([
      desk("POST", `documents/${id}/accept`, {}),
      desk("POST", `documents/${id}/accept`, {}, owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const own = (await club.call("GET", "/api/user/documents", { token: player.token })).body;
    expect(own.data.identity_checked_at).not.toBeNull();
    expect(own.list[0].status).toBe("accepted");
    expect((await lastAct("player.identity", player.id)).reason).toBe(`passport ${id}`);
  });

  test("accepted for the name and date of birth that the operator saw, and for no other", async () => {
    const player = await club.signUp();
    const rename = async (full_name: string) =>
      ok(await club.call("PUT", "/api/user/profile", { token: player.token, body: { full_name } }));
    await rename("Ann Archer");
    const { document_id: id } = ok(await sendPaper(player, "passport"));
    const { list } = (await desk("GET", "documents")).body;
    const seen = list.find((each: { document_id: string }) => each.document_id === id);
    const shown = { full_name: seen.full_name, date_of_birth: seen.date_of_birth };
    expect(shown.full_name).toBe("Ann Archer");
    await rename("Bea Baker");
    const late = await desk("POST", `documents/${id}/accept`, { shown });
    expect([late.status, late.body.code]).toEqual([409, "document.stale"]);
    const own = async () =>
      (await club.call("GET", "/api/user/documents", { token: player.token })).body;
    expect(await own()).toMatchObject({
      data: { identity_checked_at: null },
      list: [{ status: "waiting" }],
    });
    const born = { full_name: "Bea Baker", date_of_birth: "1990-05-18" };
    expect((await desk("POST", `documents/${id}/accept`, { shown: born })).body.code).toBe(
      "document.stale",
    );
    ok(
      await desk("POST", `documents/${id}/accept`, { shown: { ...shown, full_name: "Bea Baker" } }),
    );
    expect((await own()).data.identity_checked_at).not.toBeNull();
  });

  test("where somebody lives shows nobody's identity; what is refused says why; four wait at most", async () => {
    const player = await club.signUp();
    const { document_id: address } = ok(await sendPaper(player, "proof_of_address"));
    ok(await desk("POST", `documents/${address}/accept`, {}));
    const { document_id: blurred } = ok(await sendPaper(player, "identity_card"));
    ok(await desk("POST", `documents/${blurred}/refuse`, { reason: "The date is not readable." }));
    const own = (await club.call("GET", "/api/user/documents", { token: player.token })).body;
    expect(own.data.identity_checked_at).toBeNull();
    expect(own.list[0]).toMatchObject({ status: "refused", reason: "The date is not readable." });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await sendPaper(player, "passport")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 409]);
    const svg = await sendPaper(await club.signUp(), "passport", Buffer.from("<svg/>"));
    expect(svg.body.code).toBe("receipt.type");
    expect((await sendPaper(player, "library_card")).status).toBe(422);
  });
});

describe("export and erasure at the desk", () => {
  test("the file of everything, in the log, for owner and support alone", async () => {
    const player = await club.signUp();
    ok(await complain(player, { text: "CANARY-COMPLAINT" }));
    ok(await desk("POST", `players/${player.id}/notes`, { text: "CANARY-NOTE" }));
    const exported = await desk("GET", `players/${player.id}/export?format=json`);
    expect(exported.status).toBe(200);
    expect(JSON.stringify(exported.body)).toContain("CANARY-COMPLAINT");
    expect(JSON.stringify(exported.body)).toContain("CANARY-NOTE");
    expect(exported.body.player[0].id).toBe(player.id);
    expect(await lastAct("player.export", player.id)).toMatchObject({ operator_id: support.id });
    const cashier = await club.newOperator("cashier");
    expect((await desk("GET", `players/${player.id}/export`, undefined, cashier)).status).toBe(403);
    expect((await desk("GET", `players/${player.id}/export?format=pdf`)).status).toBe(422);
  });

  test("an empty account alone, by its own name; papers and words go, the complaint's end stays", async () => {
    const player = await club.signUp();
    const { complaint_id: id } = ok(await complain(player, { text: "CANARY-ERASED" }));
    ok(await desk("POST", `complaints/${id}/answer`, { outcome: "partly", answer: "CANARY-WORD" }));
    ok(await sendPaper(player, "passport"));
    ok(await desk("POST", `players/${player.id}/notes`, { text: "CANARY-NOTED" }));
    await club.fund(player, 5000);
    const erase = async (body: object, who = owner): Promise<Answer> =>
      await desk("POST", `players/${player.id}/erase`, { reason: "by letter", ...body }, who);
    expect((await erase({ user_name: player.name }, support)).status).toBe(403);
    expect((await erase({ user_name: "somebody" })).status).toBe(422);
    expect((await erase({ user_name: player.name })).body.code).toBe("account.not_empty");
    const adjust = { kind: "write_off", amount_cents: -5000, reason: "paid out in cash" };
    ok(await desk("POST", `players/${player.id}/adjust`, adjust, owner));
    ok(await erase({ user_name: player.name }));

    const [kept] = await club.query("SELECT body, answer, outcome FROM complaint WHERE id = $1", [
      id,
    ]);
    expect(kept).toEqual({ body: "", answer: "", outcome: "partly" });
    for (const table of ["player_note", "identity_document"]) {
      const rows = await club.asAdmin(`SELECT FROM ${table} WHERE player_id = $1`, [player.id]);
      expect(rows, table).toHaveLength(0);
    }
    expect((await club.call("GET", "/api/user/documents", { token: player.token })).status).toBe(
      401,
    );
    expect((await erase({ user_name: player.name })).status).toBe(404);
    const lines = await club.query(
      "SELECT sum(p.amount_cents)::int AS cents FROM posting p JOIN account a ON a.id = p.account_id WHERE a.player_id = $1",
      [player.id],
    );
    expect(lines[0]?.["cents"]).toBe(0);
  });
});
