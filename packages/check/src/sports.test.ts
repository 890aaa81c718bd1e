import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  type CheckLine,
  type EventFile,
  type SportDay,
  allEqual,
  checkSportDay,
  readEventFile,
} from "@club/domain";
import { describe, expect, test } from "vitest";
import { KEY, sha256, signed } from "../test/signed-club.ts";
import { signedSports } from "../test/signed-sports.ts";
import { checkValue } from "./check-value.ts";
import { NODE_TOOLS } from "./node-tools.ts";

const { event, receipt, day, root } = signedSports();
const trust = { keys: [KEY], tools: NODE_TOOLS };
type Changing<T> = { -readonly [Key in keyof T]: Changing<T[Key]> };

const namesOf = (lines: readonly CheckLine[]): string[] => [
  ...new Set(lines.filter(({ verdict }) => verdict !== "equal").map(({ check }) => check)),
];

async function afterEvent(change: (file: Changing<EventFile>) => void): Promise<string[]> {
  const file = structuredClone(event) as Changing<EventFile>;
  change(file);
  return namesOf(await checkValue("event", file, trust));
}

function afterDay(change: (file: Changing<SportDay>) => void): string[] {
  const file = structuredClone(day) as Changing<SportDay>;
  change(file);
  return namesOf(checkSportDay(file, { hash: sha256 }));
}

describe("the public file of an event", () => {
  test("is equal", async () => {
    const lines = await checkValue("event", event, trust);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(lines.length).toBeGreaterThan(50);
  });

  test.each<[string, (file: Changing<EventFile>) => void, string[]]>([
    ["a score", (file) => (file.results[0]!.score!.away = 2), ["outcome"]],
    [
      "a result",
      (file) => (file.markets[0]!.outcomes[0]!.result = { status: "lost" }),
      ["outcome", "tickets", "paid"],
    ],
    ["a payout", (file) => (file.markets[0]!.outcomes[0]!.paid_cents += 1), ["paid"]],
    [
      "a refund",
      (file) => (file.markets[3]!.outcomes[0]!.refunded_cents -= 10),
      ["refunded_of_bets"],
    ],
    ["a price", (file) => (file.markets[0]!.prices[0]!.odds_milli[0]! -= 10), ["price", "paid"]],
    [
      "a ticket",
      (file) => (file.markets[0]!.outcomes[0]!.tickets[0]![3] += 1),
      ["tickets", "paid"],
    ],
    ["a stake", (file) => (file.markets[0]!.outcomes[2]!.stakes_cents += 100), ["root_stakes"]],
    ["a bet", (file) => (file.multiples.bets += 1), ["bets_of_receipt"]],
    ["the close", (file) => (file.event.closed_at = "2026-11-20T19:05:00.000Z"), ["root_close"]],
    ["another event", (file) => (file.event.event_id = "x"), ["root_race"]],
    ["no root", (file) => (file.root = null), ["frozen"]],
    ["a name", (file) => (file.club = "Another"), []],
  ])("%s that was changed is found, and the signature no longer fits", async (_, change, names) => {
    expect(await afterEvent(change)).toEqual(expect.arrayContaining([...names, "file_signature"]));
  });

  test("one whose signed list names no stakes is not known to be whole", async () => {
    const { signature: _, ...old } = root;
    const { signature: __, ...bare } = event;
    const file = signed({ ...bare, root: signed({ ...old, pools: {} }) });
    expect(namesOf(await checkValue("event", file, trust))).toEqual(["root_stakes"]);
    expect(allEqual(await checkValue("event", file, trust))).toBe(false);
  });

  test("the published schema and the reader agree on what it is", () => {
    const path = join(import.meta.dirname, "../../../docs/rules/event-file.schema.json");
    const ajv = new Ajv2020({ strict: true, strictTuples: false });
    const isValid = ajv.compile(JSON.parse(readFileSync(path, "utf8")) as object);
    const plain = JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
    expect(isValid(plain), ajv.errorsText(isValid.errors)).toBe(true);
    for (const key of Object.keys(plain)) {
      const { [key]: _, ...less } = plain;
      if (key === "key_id" || key === "signature") expect(isValid(less)).toBe(true);
      else {
        expect(isValid(less), key).toBe(false);
        expect(() => readEventFile(less), key).toThrow();
      }
      expect(isValid({ ...plain, [`${key}2`]: 1 }), key).toBe(false);
      expect(isValid({ ...plain, [key]: {} }), key).toBe(false);
    }
  });
});

describe("the receipt of a sport bet", () => {
  test("is proven; one that was changed, of another event or too late is not", async () => {
    expect(namesOf(await checkValue("receipt", receipt, trust))).toEqual([]);
    const [proof] = receipt.proofs;
    const { signature: _, ...bare } = root;
    const late = signed({ ...bare, closed_at: receipt.leaf.accepted_at });
    for (const [changed, name] of [
      [{ ...receipt, leaf: { ...receipt.leaf, cost_cents: 1 } }, "receipt_hash"],
      [{ ...receipt, proofs: [{ ...proof, index: 3 }] }, "path"],
      [{ ...receipt, proofs: [] }, "frozen"],
      [{ ...receipt, proofs: [proof, proof] }, "root_race"],
      [{ ...receipt, proofs: [{ ...proof, signed_root: late }] }, "in_time"],
      [{ ...receipt, proofs: [{ ...proof, signed_root: { ...root, race_id: "x" } }] }, "root_race"],
      [{ ...receipt, keys: [] }, "key"],
    ] as const) {
      expect(namesOf(await checkValue("receipt", changed, trust))).toContain(name);
    }
  });
});

describe("the sports of a day", () => {
  test("are equal", () => expect(afterDay(() => undefined)).toEqual([]));

  test.each<[string, (file: Changing<SportDay>) => void, string[]]>([
    ["a payout", (file) => (file.bets[0]!.payout_cents += 1), ["payout", "paid_of_bets", "books"]],
    [
      "a bet removed",
      (file) => file.bets.splice(3, 1),
      ["root_of_bets", "bets_of_receipt", "stakes_of_bets", "books"],
    ],
    [
      "a bet added",
      (file) => file.bets.push(structuredClone(file.bets[3]!)),
      ["root_of_bets", "stakes_of_bets"],
    ],
    [
      "a bet changed",
      (file) => (file.bets[3]!.leaf.legs[0]!.outcome_id = "m1 home"),
      ["root_of_bets", "payout"],
    ],
    [
      "odds that were never shown",
      (file) => (file.bets[3]!.leaf.legs[0]!.odds_milli = 2900),
      ["price", "root_of_bets"],
    ],
    [
      "a bet after the close",
      (file) => (file.bets[3]!.leaf.accepted_at = CLOSE),
      ["in_time", "root_of_bets"],
    ],
    ["more printed than it pays", (file) => (file.bets[3]!.max_payout_cents += 1), ["payout"]],
    ["a cost", (file) => (file.bets[9]!.leaf.cost_cents += 1), ["payout", "stakes_of_bets"]],
    ["a leg elsewhere", (file) => (file.elsewhere[0]!.result = { status: "void" }), ["payout"]],
    ["the books", (file) => (file.books.returned_cents += 1), ["books"]],
    [
      "a bet cancelled afterwards",
      (file) => (file.bets[0]!.void = true),
      ["payout", "stakes_of_bets"],
    ],
  ])("%s is found", (_, change, names) => {
    expect(afterDay(change)).toEqual(expect.arrayContaining(names));
  });

  test("a multiple with a leg that is still open is paid nothing yet", () => {
    const open = afterDay((file) => {
      file.elsewhere[0]!.result = null;
      const paid = file.bets[9]!.payout_cents;
      file.books.returned_cents -= paid;
      file.bets[9]!.payout_cents = 0;
    });
    expect(open).toEqual([]);
  });
});

const CLOSE = "2026-11-20T19:00:00.000Z";
