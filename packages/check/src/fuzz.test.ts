import { allEqual } from "@club/domain";
import { describe, expect, test } from "vitest";
import { KEY, logOf, signed, signedDay } from "../test/signed-club.ts";
import { signedSports } from "../test/signed-sports.ts";
import { type Kind, checkValue } from "./check-value.ts";
import { NODE_TOOLS } from "./node-tools.ts";

const SEED = Number(process.env["SEED"] ?? "7");
const CASES = 10_000;
const club = signedDay();
const sports = signedSports();

/** The day with more in it, signed again. */
function dayWith(more: object): object {
  const { signature: _, ...bare } = club.day;
  return signed({ ...bare, ...more });
}
const FILES: [Kind, object][] = [
  ["race", club.race],
  ["receipt", club.receipt],
  ["day", dayWith({ sports: sports.day, log_elsewhere: [logOf("2026-11-19", [], [sports.root])] })],
  ["event", sports.event],
  ["receipt", sports.receipt],
];
const trust = { keys: [KEY], tools: NODE_TOOLS };

/** Repeatable random numbers: mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Box = Record<string, unknown>;

/** Every place of a value: the object or list that holds it, and its key. */
function placesIn(value: unknown): { box: Box; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const box = value as Box;
  return Object.keys(box).flatMap((key) => [{ box, key }, ...placesIn(box[key])]);
}

const STRANGE = [null, true, -1, 0, 1e300, 2 ** 53, "", "x", "\ud800", [], {}, [[]], "__proto__"];

/** Breaks one place of a file. */
function breakOne(file: object, random: (below: number) => number): void {
  const places = placesIn(file);
  const { box, key } = places[random(places.length)]!;
  const value = box[key];
  const way = random(5);
  if (way === 0) delete box[key];
  else if (way === 1) box[key] = STRANGE[random(STRANGE.length)];
  else if (way === 2) box[`${key}x`] = value;
  else if (way === 3 && Array.isArray(value)) box[key] = [...value, ...value.slice(0, 1)].reverse();
  else if (typeof value === "number") box[key] = value + 1 + random(9);
  else if (typeof value === "string" && value.length > 0) {
    const at = random(value.length);
    const other = String.fromCharCode(value.charCodeAt(at) ^ (1 + random(7)));
    box[key] = value.slice(0, at) + other + value.slice(at + 1);
  } else box[key] = STRANGE[random(STRANGE.length)];
}

describe("broken files", () => {
  test.each(FILES)("a whole %s is equal", async (kind, file) => {
    expect(allEqual(await checkValue(kind, structuredClone(file), trust))).toBe(true);
  });

  test(`${CASES} of them: never a crash, never equal`, { timeout: 1_800_000 }, async () => {
    const random = randomOf(SEED);
    let broken = 0;
    for (let i = 0; i < CASES; i += 1) {
      const [kind, file] = FILES[i % FILES.length]!;
      const copy = structuredClone(file);
      breakOne(copy, random);
      const now = JSON.stringify(copy);
      if (now === JSON.stringify(file)) continue;
      broken += 1;
      const lines = await checkValue(kind, JSON.parse(now), trust);
      if (allEqual(lines))
        expect.fail(`SEED=${SEED}, case ${i}: equal though ${diffOf(file, copy)}`);
    }
    expect(broken).toBeGreaterThan(CASES * 0.9);
  });
});

function diffOf(a: object, b: object): string {
  const [before, after] = [JSON.stringify(a), JSON.stringify(b)];
  let at = 0;
  while (before[at] === after[at]) at += 1;
  return `${before.slice(at - 40, at + 40)} became ${after.slice(at - 40, at + 40)}`;
}
