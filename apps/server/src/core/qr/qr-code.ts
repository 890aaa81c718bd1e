import { assert } from "@club/domain";
import { errorCorrection } from "./reed-solomon.ts";

/**
 * QR codes of short texts: byte mode, error correction M, versions 1 to 9 (180 bytes). As ISO/IEC
 * 18004 says; the eight masks are tried and the one with the least penalty is taken.
 */

/** A square of modules, true is dark. */
export type Modules = readonly (readonly boolean[])[];

interface Version {
  /** Codewords of error correction per block. */
  readonly ec: number;
  /** Codewords of data, block by block. */
  readonly blocks: readonly number[];
  /** Centres of the alignment patterns, in both directions. */
  readonly centres: readonly number[];
}

const VERSIONS: readonly Version[] = [
  { ec: 10, blocks: [16], centres: [] },
  { ec: 16, blocks: [28], centres: [6, 18] },
  { ec: 26, blocks: [44], centres: [6, 22] },
  { ec: 18, blocks: [32, 32], centres: [6, 26] },
  { ec: 24, blocks: [43, 43], centres: [6, 30] },
  { ec: 16, blocks: [27, 27, 27, 27], centres: [6, 34] },
  { ec: 18, blocks: [31, 31, 31, 31], centres: [6, 22, 38] },
  { ec: 22, blocks: [38, 38, 39, 39], centres: [6, 24, 42] },
  { ec: 22, blocks: [36, 36, 36, 37, 37], centres: [6, 26, 46] },
];

const BYTE_MODE = 0b0100;
const HEAD_BITS = 12;
const PADS = [0xec, 0x11];

/** The modules of a text. @throws Error for more than 180 bytes */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(({ blocks }) => fits(bytes.length, blocks));
  const version = VERSIONS[index];
  assert(version !== undefined, "the text fits into a code");
  const canvas = new Canvas(index + 1, version.centres);
  canvas.fill(codewordsOf(bytes, version));
  return canvas.best();
}

function fits(length: number, blocks: readonly number[]): boolean {
  return length * 8 + HEAD_BITS <= sum(blocks) * 8;
}

/** Data with its padding, cut into blocks, each with its correction, interleaved. */
function codewordsOf(bytes: Uint8Array, { ec, blocks }: Version): number[] {
  const capacity = sum(blocks);
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, 8)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  const end = Math.min(4, capacity * 8 - bits.length);
  bits.push(...Array.from({ length: end }, () => false));
  while (bits.length % 8 !== 0) bits.push(false);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(toNumber(bits.slice(at, at + 8)));
  for (let pad = 0; words.length < capacity; pad += 1) words.push(PADS[pad % 2] ?? 0);
  let from = 0;
  const data = blocks.map((size) => words.slice(from, (from += size)));
  return [...interleave(data), ...interleave(data.map((block) => errorCorrection(block, ec)))];
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  const columns = Array.from({ length: longest }, (_, at) => blocks.map((block) => block[at]));
  return columns.flat().filter((word) => word !== undefined);
}

const FORMAT_GENERATOR = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_GENERATOR = 0x1f25;
const FIRST_WITH_VERSION = 7;

class Canvas {
  readonly #version: number;
  readonly #size: number;
  readonly #dark: boolean[][];
  /** Modules that are not data. */
  readonly #fixed: boolean[][];

  constructor(version: number, centres: readonly number[]) {
    this.#version = version;
    this.#size = 17 + 4 * version;
    const empty = () => Array.from({ length: this.#size }, () => this.#row());
    this.#dark = empty();
    this.#fixed = empty();
    this.#drawTiming();
    for (const [x, y] of [
      [3, 3],
      [this.#size - 4, 3],
      [3, this.#size - 4],
    ] as const) {
      this.#drawSquares(x, y, 4);
    }
    this.#drawAlignment(centres);
    this.#drawFormat(0);
    if (version >= FIRST_WITH_VERSION) this.#drawVersion();
  }

  #row(): boolean[] {
    return Array.from({ length: this.#size }, () => false);
  }

  #set(x: number, y: number, isDark: boolean): void {
    const [dark, fixed] = [this.#dark[y], this.#fixed[y]];
    if (dark === undefined || fixed === undefined || x < 0 || x >= this.#size) return;
    dark[x] = isDark;
    fixed[x] = true;
  }

  #drawTiming(): void {
    for (let at = 0; at < this.#size; at += 1) {
      this.#set(6, at, at % 2 === 0);
      this.#set(at, 6, at % 2 === 0);
    }
  }

  /** Squares in one another: the finders with their quiet ring (4), the alignment patterns (2). */
  #drawSquares(centreX: number, centreY: number, radius: number): void {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        const isDark = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
        this.#set(centreX + dx, centreY + dy, isDark);
      }
    }
  }

  #drawAlignment(centres: readonly number[]): void {
    const last = centres.at(-1);
    for (const y of centres) {
      for (const x of centres) {
        const isAtFinder =
          (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isAtFinder) this.#drawSquares(x, y, 2);
      }
    }
  }

  /** Level M is 00, so the mask alone is what the 15 bits say. They stand there twice. */
  #drawFormat(mask: number): void {
    const bits = ((mask << 10) | remainder(mask << 10, FORMAT_GENERATOR, 10)) ^ FORMAT_MASK;
    const bit = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.#set(8, at, bit(at));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let at = 9; at < 15; at += 1) this.#set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at += 1) this.#set(this.#size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at += 1) this.#set(8, this.#size - 15 + at, bit(at));
    this.#set(8, this.#size - 8, true);
  }

  #drawVersion(): void {
    const bits = (this.#version << 12) | remainder(this.#version << 12, VERSION_GENERATOR, 12);
    for (let at = 0; at < 18; at += 1) {
      const isDark = ((bits >> at) & 1) === 1;
      const [near, far] = [Math.floor(at / 3), this.#size - 11 + (at % 3)];
      this.#set(far, near, isDark);
      this.#set(near, far, isDark);
    }
  }

  /** Writes the codewords in columns of two, up and down in turn, from the right. */
  fill(words: readonly number[]): void {
    const bits = words.flatMap((word) => bitsOf(word, 8));
    let next = 0;
    let isUp = true;
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.#size; step += 1) {
        const y = isUp ? this.#size - 1 - step : step;
        for (const x of [right, right - 1]) {
          const row = this.#dark[y];
          if (row === undefined || this.#fixed[y]?.[x] === true) continue;
          row[x] = bits[next] ?? false;
          next += 1;
        }
      }
      isUp = !isUp;
    }
  }

  best(): Modules {
    const all = MASKS.map((mask, index) => this.#masked(mask, index));
    const scores = all.map(penalty);
    return all[scores.indexOf(Math.min(...scores))] ?? [];
  }

  #masked(mask: Mask, index: number): Modules {
    this.#drawFormat(index);
    return this.#dark.map((row, y) =>
      row.map((isDark, x) => isDark !== (this.#fixed[y]?.[x] !== true && mask(x, y))),
    );
  }
}

type Mask = (x: number, y: number) => boolean;

const MASKS: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const LIKE_A_FINDER = ["10111010000", "00001011101"];

/** How hard a code is to read: runs, patterns like a finder, blocks, too dark or too light. */
function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  const lines = [...modules, ...columns].map((line) =>
    line.map((isDark) => (isDark ? "1" : "0")).join(""),
  );
  const dark = modules.flat().filter(Boolean).length;
  const imbalance = Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
  return sum(lines.map(linePenalty)) + blockPenalty(modules) + imbalance;
}

function linePenalty(line: string): number {
  const runs = line.match(/0{5,}|1{5,}/g) ?? [];
  const starts = Array.from({ length: Math.max(0, line.length - 10) }, (_, at) => at);
  const finders = starts.filter((at) => LIKE_A_FINDER.includes(line.slice(at, at + 11)));
  return sum(runs.map((run) => run.length - 2)) + finders.length * 40;
}

/** Three for each square of four that are alike. */
function blockPenalty(modules: Modules): number {
  let blocks = 0;
  for (const [y, row] of modules.entries()) {
    const above = modules[y - 1];
    if (above === undefined) continue;
    for (const [x, one] of row.entries()) {
      const others = [above[x], row[x - 1], above[x - 1]];
      if (others.every((other) => other === one)) blocks += 1;
    }
  }
  return blocks * 3;
}

function bitsOf(value: number, length: number): boolean[] {
  return Array.from({ length }, (_, at) => ((value >> (length - 1 - at)) & 1) === 1);
}

function toNumber(bits: readonly boolean[]): number {
  return bits.reduce((value, isSet) => value * 2 + (isSet ? 1 : 0), 0);
}

/** The remainder of a polynomial over two elements, as BCH codes take it. */
function remainder(value: number, generator: number, degree: number): number {
  let left = value;
  for (let at = 31 - Math.clz32(left); at >= degree; at = 31 - Math.clz32(left)) {
    left ^= generator << (at - degree);
    if (left === 0) break;
  }
  return left;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
