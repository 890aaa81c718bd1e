import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makePdf } from "./make-pdf.ts";
import type { PdfTable } from "./make-pdf.ts";
import { setTable } from "./set-pdf.ts";

const TABLE: PdfTable = {
  title: "Statement",
  club: "Saltwater Turf",
  ground: "#4a1030",
  logo: null,
  lines: [],
  sums: [],
  head: ["Day", "Amount"],
  columns: [
    { share: 1, isRight: false },
    { share: 1, isRight: true },
  ],
  isWide: false,
  rows: [["2026-11-20", "50.00"]],
  page: "Page {n} of {of}",
};

/** What a paper draws, without its fonts and pictures. */
function drawn(pdf: Buffer): string {
  const starts = [...pdf.toString("latin1").matchAll(/stream\r?\n/g)];
  return starts
    .map((match) => {
      const start = match.index + match[0].length;
      try {
        return inflateSync(pdf.subarray(start, pdf.indexOf("endstream", start))).toString("latin1");
      } catch {
        return "";
      }
    })
    .join("\n");
}

const pictures = (pdf: Buffer): number =>
  pdf.toString("latin1").split("/Subtype /Image\n").length - 1;

test("the head of a paper has the club's colour, and no picture while there is no logo", async () => {
  const pdf = await setTable(TABLE);
  const [red, green, blue] = [0x4a, 0x10, 0x30].map((part) => part / 255);
  const grounds = [...drawn(pdf).matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g)];
  const isGround = ([, ...parts]: readonly string[]): boolean =>
    [red, green, blue].every((part, i) => Math.abs(Number(parts[i]) - (part ?? 0)) < 0.001);
  expect(grounds.filter(isGround)).not.toEqual([]);
  expect(pictures(pdf)).toBe(0);
});

test("a text of several lines is one, so that it does not run into the next row", async () => {
  const row = async (text: string) => drawn(await setTable({ ...TABLE, rows: [[text, "50.00"]] }));
  expect(await row("he asked\r\nfor it\ttwice")).toBe(await row("he asked for it twice"));
});

test("a name of any length ends at the edge of the paper", async () => {
  const line = async (name: string) => drawn(await setTable({ ...TABLE, lines: [name] }));
  expect(await line("a".repeat(4000))).toBe(await line("a".repeat(4001)));
});

const picture = (channels: 3 | 4, background: string | { r: number }) =>
  sharp({ create: { width: 40, height: 20, channels, background } });
const SEE_THROUGH = { r: 255, g: 255, b: 255, alpha: 0.5 };

test.each<[string, () => Promise<Buffer>]>([
  ["of plain colours", () => picture(3, "#ffffff").png().toBuffer()],
  ["that is seen through", () => picture(4, SEE_THROUGH).png().toBuffer()],
  ["with a palette", () => picture(4, SEE_THROUGH).png({ palette: true }).toBuffer()],
  ["in grey", () => picture(3, "#777777").toColourspace("b-w").png().toBuffer()],
  ["of 16 bits", () => picture(3, "#777777").toColourspace("rgb16").png().toBuffer()],
  ["in seven passes", () => picture(4, SEE_THROUGH).png({ progressive: true }).toBuffer()],
])("a logo %s stands at the head", async (_what, logo) => {
  expect(pictures(await setTable({ ...TABLE, logo: await logo() }))).toBeGreaterThan(0);
});

test("a logo that cannot be drawn is left out", async () => {
  const good = await picture(4, SEE_THROUGH).png().toBuffer();
  const at = good.indexOf("IDAT") + "IDAT".length;
  const logo = Buffer.concat([good.subarray(0, at), Buffer.alloc(8), good.subarray(at + 8)]);
  expect(pictures(await makePdf({ ...TABLE, logo }))).toBe(0);
  expect(pictures(await makePdf({ ...TABLE, logo: good }))).toBeGreaterThan(0);
});
