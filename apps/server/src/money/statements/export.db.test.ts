import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openMeeting, place, someBets } from "../../test/db/race-day.ts";
import { unzip } from "../../test/unzip.ts";

let club: TestClub;
let player: TestPlayer;
const EVIL = '=HYPERLINK("https://evil.example","陳大文")';

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 200_000);
  const body = { full_name: EVIL };
  ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
  const meeting = await openMeeting(club, 2);
  for (const bet of someBets(meeting)) ok(await place(club, player, bet));
});
afterAll(async () => await club.close());

async function load(
  query: string,
  { token }: { token: string } = player,
  language = "en",
): Promise<{ response: Response; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${token}`, "accept-language": language };
  const response = await fetch(`${club.url}/api/statement/export?${query}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

interface Line {
  amount_cents: number;
  balance_cents: number;
  entry_id: string;
}

async function shown(query = ""): Promise<Line[]> {
  const lines: Line[] = [];
  let cursor = "";
  do {
    const { body } = await club.call("GET", `/api/statement/list?limit=7${query}${cursor}`, player);
    lines.push(...body.list);
    cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
  } while (cursor !== "");
  return lines;
}

const amount = (cents: number): string => (cents / 100).toFixed(2);

// Promise P10: the files and the screen read the same query.
test("CSV: every line of the screen, in order, with its amount and balance", async () => {
  const { response, bytes } = await load("format=csv");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="statement.csv"');
  expect(response.headers.get("cache-control")).toBe("no-store");
  const text = bytes.toString("utf8");
  expect(
    text.startsWith("\uFEFFDay,Time,Kind,Details,Reference,Amount,Balance,Ledger entry\r\n"),
  ).toBe(true);
  const rows = text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",").slice(-3));
  const lines = await shown();
  expect(rows).toEqual(
    lines.map((line) => [amount(line.amount_cents), amount(line.balance_cents), line.entry_id]),
  );
  expect(lines.length).toBeGreaterThan(7);
});

test("the same kind and days as the screen; a pager's limits do not matter", async () => {
  const { bytes } = await load("format=csv&type=bet&from=2020-01-01&to=2099-12-31");
  const lines = await shown("&type=bet&from=2020-01-01&to=2099-12-31");
  const ids = bytes
    .toString()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",").at(-1));
  expect(ids).toEqual(lines.map((line) => line.entry_id));
  const { bytes: none } = await load("format=csv&from=2020-01-01&to=2020-01-02");
  expect(none.toString().trimEnd().split("\r\n").length).toBe(1);
});

test("XLSX: a workbook with numbers as numbers and texts as texts", async () => {
  const { response, bytes } = await load("format=xlsx", player, "zh-Hant");
  expect(response.headers.get("content-type")).toContain("spreadsheetml.sheet");
  const files = unzip(bytes);
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  const lines = await shown();
  const values = [...sheet.matchAll(/<c s="2"><v>(-?\d+\.\d{2})<\/v><\/c>/g)].map(
    ([, value]) => value,
  );
  expect(values).toEqual(
    lines.flatMap((line) => [amount(line.amount_cents), amount(line.balance_cents)]),
  );
  expect(sheet).toContain("結餘");
  expect(sheet).not.toContain("<f>");
  expect([...files.keys()]).toContain("[Content_Types].xml");
});

function streamsOf(pdf: Buffer): Buffer[] {
  return [...pdf.toString("latin1").matchAll(/stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length;
    try {
      return inflateSync(pdf.subarray(start, pdf.indexOf("endstream", start)));
    } catch {
      return Buffer.alloc(0);
    }
  });
}

/** The bounding boxes of all drawn glyphs of a TrueType font, in its thousandths. */
function boxesOf(font: Buffer): number[][] {
  const table = (name: string): number => {
    const at = font.indexOf(name, 12, "latin1");
    return font.readUInt32BE(at + 8);
  };
  const isLong = font.readInt16BE(table("head") + 50) === 1;
  const signs = font.readUInt16BE(table("maxp") + 4);
  const [loca, glyf] = [table("loca"), table("glyf")];
  const offset = (sign: number): number =>
    isLong ? font.readUInt32BE(loca + sign * 4) : font.readUInt16BE(loca + sign * 2) * 2;
  const boxes: number[][] = [];
  for (let sign = 0; sign < signs; sign += 1) {
    if (offset(sign) === offset(sign + 1)) continue;
    const at = glyf + offset(sign) + 2;
    boxes.push([0, 2, 4, 6].map((step) => font.readInt16BE(at + step)));
  }
  return boxes;
}

/** The text of a PDF: its strings are glyph numbers, decoded by the maps it has for copying. */
function textOf(pdf: Buffer): string {
  const streams = streamsOf(pdf).map((bytes) => bytes.toString("latin1"));
  const hex = streams.filter((text) => text.includes("beginbfrange")).join(" ");
  return [...hex.matchAll(/<([0-9a-f]{4,8})>/gi)]
    .map(([, code = ""]) =>
      String.fromCharCode(...(code.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    )
    .join("");
}

test("PDF: opens, holds the signs of a Chinese name, and has as many pages as it needs", async () => {
  const { response, bytes } = await load("format=pdf", player, "zh-Hans");
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(bytes.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(bytes.includes("%%EOF")).toBe(true);
  const signs = textOf(bytes);
  for (const sign of "陳大文余额账目") expect(signs).toContain(sign);
  // Real glyphs are drawn, not whatever their numbers happen to hit.
  const fonts = streamsOf(bytes).filter((font) => font.toString("latin1", 0, 4) === "true");
  const boxes = fonts.flatMap(boxesOf);
  expect(boxes.length).toBeGreaterThan(40);
  for (const [left = 0, bottom = 0, right = 0, top = 0] of boxes) {
    expect([left > -300, bottom > -400, right < 1300, top < 1200]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(right >= left && top >= bottom).toBe(true);
  }
});

test("PDF: bears the club's colour and its logo, once it has one", async () => {
  const { token } = await club.operator();
  const picture = { create: { width: 8, height: 8, channels: 3, background: "#ffffff" } } as const;
  const png = (await sharp(picture).png().toBuffer()).toString("base64");
  const look = async (version: number, values: object) => {
    const path = "/api/operator/club-settings/look";
    ok(await club.call("PUT", path, { token, body: { version, values } }));
    const { bytes } = await load("format=pdf");
    const ground = /0\.29\d* 0\.06\d* 0\.18\d* scn/;
    const isGround = streamsOf(bytes).some((each) => ground.test(each.toString("latin1")));
    return [isGround, bytes.includes("/Subtype /Image")];
  };
  expect(await look(0, { colour_header: "#4a1030", logo: "" })).toEqual([true, false]);
  const logo = `data:image/png;base64,${png}`;
  expect(await look(1, { colour_header: "#0d3b2e", logo })).toEqual([false, true]);
});

test("a name that is a formula runs nowhere", async () => {
  const own = await club.signUp(`=cmd${Date.now()}`).catch(() => null);
  expect(own).toBeNull();
  const { bytes } = await load("format=csv");
  expect(bytes.toString()).not.toMatch(/(^|,)[=+@]/m);
});

test("refuses what is no format, day or session, and somebody else's is empty", async () => {
  for (const query of ["format=doc", "from=2026-02-30", "type=gift"]) {
    expect((await load(query)).response.status).toBe(422);
  }
  expect((await load("format=csv", { token: "" })).response.status).toBe(401);
  const stranger = await club.signUp();
  expect((await load("format=csv", stranger)).bytes.toString().trimEnd().split("\r\n").length).toBe(
    1,
  );
});

test("exports have a limit per hour", async () => {
  const strict = await startClub();
  try {
    const { token } = await strict.signUp();
    const headers = { authorization: `Bearer ${token}` };
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      statuses.push(
        (await fetch(`${strict.url}/api/statement/export?format=csv`, { headers })).status,
      );
    }
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses[30]).toBe(429);
  } finally {
    await strict.close();
  }
});
