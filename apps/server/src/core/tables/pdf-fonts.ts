import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** A part of the font, and the characters that are in it. */
interface Slice {
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Adjacent characters of one part of the font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, "../../../assets/noto-sans-sc");
const LATIN = "latin.ttf.br";
const slices = JSON.parse(readFileSync(join(FOLDER, "slices.json"), "utf8")) as Slice[];
const known = new Map<number, string>();

const parts = new Map<string, Buffer>();

/** A part of the font as TrueType, unpacked when it is first needed. */
export function fontBytes(font: string): Buffer {
  let bytes = parts.get(font);
  if (bytes === undefined) {
    bytes = brotliDecompressSync(readFileSync(join(FOLDER, font)));
    parts.set(font, bytes);
  }
  return bytes;
}

/**
 * Characters that formatting produces but the font lacks, with their replacements: French groups
 * digits with one.
 */
const STAND_INS: readonly (readonly [sign: RegExp, shown: string])[] = [
  [/[\u2009\u202F]/g, "\u00A0"],
  [/\u2011/g, "-"],
  [/\u2192/g, "\u203A"],
];

/**
 * Splits a text into runs of one part each. Noto Sans SC comes in a hundred parts of some two
 * hundred characters, and a statement reads only those that it needs. A character that no part has
 * becomes a question mark.
 */
export function runsOf(text: string): Run[] {
  const runs: { font: string; text: string }[] = [];
  const settable = STAND_INS.reduce((all, [sign, shown]) => all.replace(sign, shown), text);
  for (const sign of settable) {
    const font = partOf(sign.codePointAt(0) ?? 0);
    const shown = font === undefined ? "?" : sign;
    const last = runs.at(-1);
    if (last?.font === (font ?? LATIN)) last.text += shown;
    else runs.push({ font: font ?? LATIN, text: shown });
  }
  return runs;
}

function partOf(code: number): string | undefined {
  let part = known.get(code);
  if (part === undefined) {
    const has = ({ ranges }: Slice): boolean =>
      ranges.some(([first, last]) => code >= first && code <= last);
    // Latin is last in the list and used most.
    part = slices.findLast(has)?.file;
    if (part !== undefined) known.set(code, part);
  }
  return part;
}
