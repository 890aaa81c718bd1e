import type { Call } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { isFull } from "../sample.ts";
import { fieldsOfCalls } from "./call-fields.ts";
import { startClub, type TestClub, type TestOperator, type TestPlayer } from "../club.ts";

/**
 * S18: the worst text that fits into a body costs only in proportion to its length. Every field of
 * every call is given 32 and 64 KiB of what backtracks, splits, nests or repeats. Twice the length
 * may take twice the time, with room for noise, never its square.
 */
let club: TestClub;
let player: TestPlayer;
let owner: TestOperator;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  owner = await club.operator();
});
afterAll(async () => await club.close());

const KIB = 1024;
/** Leaves room for the rest of the body within its limit of 64 KiB. */
const LONG = 63 * KIB;
const HALF = LONG / 2;
const MOST_TIMES = 3;
/** A smaller difference is due to the machine, not the text. */
const NOISE_MS = 8;
/** On a loaded machine few tries are undisturbed. */
const MOST_TRIES = 100;
/** In `npm test` each field gets one in so many of the texts, together all; the whole body all of them. */
const ONE_IN = isFull ? 1 : 6;

const repeat = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));
const list = (item: string, bytes: number): string =>
  `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(",")}]`;
const text = (unit: string) => (bytes: number) => JSON.stringify(repeat(unit, bytes));

/** JSON of roughly this many bytes. */
const WORST: Record<string, (bytes: number) => string> = {
  letters: text("a"),
  digits: text("1"),
  zeros: text("0"),
  spaces: text(" "),
  "spaces and an end": (bytes) => JSON.stringify(`${repeat(" ", bytes - 1)}x`),
  commas: text(","),
  "a list as text": text("1,"),
  "labels as text": text("1-A "),
  "signs and dots": text("+1."),
  dashes: text("2026-"),
  "combining marks": text("e\u0301\u0323"),
  "wide letters": text("ﷺ"),
  escapes: text("\\"),
  "a list of numbers": (bytes) => list("1", bytes),
  "a list of texts": (bytes) => list('"1"', bytes),
  "a list of lists": (bytes) => list("[1]", bytes),
  nested: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "many keys": (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 12) }, (_, i) => `"k${String(i).padStart(5, "0")}":1`).join(",")}}`,
};

/** Bodies that are valid except for the one field, to get as far as they can. */
const RIGHT: Record<string, Record<string, unknown>> = {
  "/api/order/place-order": { race_id: "ID", bet_type: 1, horse: [1], betAmount: 1 },
  "/api/order/quote": { race_id: "ID", bet_type: 7, horse: [1, 2, 3], betAmount: 1 },
  "/api/user/signin": { user_name: "somebody", password: "a password" },
  "/api/operator/cards/import": { format: "club", payload: {} },
};

interface Probe {
  readonly call: Call;
  /** "" replaces the whole body with the value. */
  readonly field: string;
  readonly worst: (bytes: number) => string;
}

async function send({ call, field, worst }: Probe, bytes: number): Promise<number> {
  const rest = RIGHT[call.path] ?? {};
  const value = worst(bytes - JSON.stringify(rest).length);
  const others = JSON.stringify({ ...rest, [field]: undefined }).replaceAll('"ID"', `"${newId()}"`);
  const body =
    field === ""
      ? value
      : `${others.slice(0, -1)}${others === "{}" ? "" : ","}${JSON.stringify(field)}:${value}}`;
  const path = call.path.replace(/:\w+/g, newId());
  const token = call.access === "player" ? player.token : owner.token;
  const started = performance.now();
  const answer = await club.call(call.method, path, { token, body });
  const ms = performance.now() - started;
  expect(answer.status, `${call.method} ${call.path} ${field}: ${body.slice(0, 60)}`).toBeLessThan(
    500,
  );
  expect(answer.status, "the text gets past the door").not.toBe(413);
  return ms;
}

const isTooMuch = (half: number, long: number): boolean => long > half * MOST_TIMES + NOISE_MS;

test("64 KiB of the worst cost at most three times what 32 KiB cost, in every field of every call", async () => {
  let [probes, nth] = [0, 0];
  const fields = (await fieldsOfCalls(club)).filter((field) => field.in === "body");
  for (const call of club.ctx.calls) {
    if (call.method === "GET" || /signout|sessions\//.test(call.path)) continue;
    const names = fields.filter((field) => field.call === call).map(({ name }) => name);
    for (const [at, field] of ["", ...names].entries()) {
      const turn = nth++;
      for (const [i, [name, worst]] of Object.entries(WORST).entries()) {
        if (at > 0 && (turn + i) % ONE_IN !== 0) continue;
        probes += 1;
        const probe = { call, field, worst };
        let long = await send(probe, LONG);
        if (!isTooMuch(0, long)) continue;
        let half = await send(probe, HALF);
        // The quickest of some tries is the cost of the work without the machine's noise.
        for (let tries = 0; isTooMuch(half, long) && tries < MOST_TRIES; tries += 1) {
          half = Math.min(half, await send(probe, HALF));
          long = Math.min(long, await send(probe, LONG));
        }
        const cost = `${half.toFixed(1)} ms, then ${long.toFixed(1)} ms`;
        expect(isTooMuch(half, long), `${call.path} ${field} ${name}: ${cost}`).toBe(false);
      }
    }
  }
  expect(probes).toBeGreaterThan(1000);
}, 300_000);
