import { type CheckLine, type DayFile, type ProofTools, checkDay } from "@club/domain";
import { describe, expect, test } from "vitest";
import { KEY, logOf, nextKey, rootAfter, signed, signedDay } from "../test/signed-club.ts";
import { type Kind, checkValue } from "./check-value.ts";
import { NODE_TOOLS } from "./node-tools.ts";

type Changing<T> = { -readonly [Key in keyof T]: Changing<T[Key]> };

const club = signedDay();
const namesOf = (lines: readonly CheckLine[], verdict: CheckLine["verdict"] = "differs") => [
  ...new Set(lines.filter((line) => line.verdict === verdict).map(({ check }) => check)),
];

/** What a day shows that was signed again after a change. */
async function afterDay(day: DayFile, change: (file: Changing<DayFile>) => void) {
  const { signature: _, ...bare } = structuredClone(day) as Changing<DayFile>;
  change(bare as Changing<DayFile>);
  return await checkDay(signed(bare) as DayFile, NODE_TOOLS);
}

describe("the frozen pools of a day and the public log", () => {
  const { root } = club.race;
  const other = rootAfter(root!, "another race");

  test("one that the log has otherwise, or has replaced, is found", async () => {
    const forged = signed({ ...root!, previous: other.root, signature: undefined });
    expect(
      namesOf(await afterDay(club.day, (file) => void (file.races[0]!.root = forged))),
    ).toEqual(["in_log"]);
    const replaced = await afterDay(club.day, (file) => {
      file.log = logOf("2026-11-20", [], [root!, rootAfter(root!, root!.race_id)]) as never;
    });
    expect(namesOf(replaced)).toEqual(["in_log"]);
  });

  test("one of another day is looked for there; an older file that has no other days cannot tell", async () => {
    const withLogs = async (logs: readonly DayFile["log"][] | undefined) =>
      await afterDay(club.day, (file) => {
        const today = { ...other, previous: "0".repeat(64), signature: undefined };
        file.log = logOf("2026-11-20", [], [signed(today) as never]) as never;
        if (logs !== undefined) file.log_elsewhere = logs as never;
      });
    expect(namesOf(await withLogs(undefined))).toEqual([]);
    expect(namesOf(await withLogs(undefined), "unchecked")).toEqual(["in_log"]);
    const there = await withLogs([logOf("2026-11-19", [], [root!])]);
    expect(there.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(namesOf(await withLogs([]))).toEqual(["in_log"]);
  });
});

describe("a bet that was cancelled", () => {
  const day = signedDay(undefined, 1).day;

  test("gave back its cost, and left its pools with it", async () => {
    const lines = await checkDay(day, NODE_TOOLS);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(day.bets[1]).toMatchObject({ void: true, payout_cents: 0 });
  });

  test.each<[string, string, (file: Changing<DayFile>) => void]>([
    ["less", "payout", (file) => void (file.bets[1]!.refund_cents -= 1)],
    ["nothing", "payout", (file) => void (file.bets[1]!.refund_cents = 0)],
    [
      "more than its pool says",
      "refunded_of_bets",
      (file) => {
        const pool = file.races[0]!.pools.find(({ voided_cents }) => voided_cents > 0)!;
        pool.voided_cents -= 1;
      },
    ],
  ])("and gave back %s is found", async (_, name, change) => {
    expect(namesOf(await afterDay(day, change))).toContain(name);
  });
});

describe("a key that came after the first", () => {
  const second = nextKey();
  const alone = { ...second, signed_by: null, signature: null };
  const blind: ProofTools = { ...NODE_TOOLS, verify: async () => await Promise.resolve(null) };
  const { keys: _, ...receipt } = club.receipt;
  const check = async (kind: Kind, keys: (typeof KEY)[], tools = NODE_TOOLS) => {
    const value = kind === "receipt" ? { ...receipt, keys } : club.race;
    return await checkValue(kind, value, { keys: kind === "receipt" ? null : keys, tools });
  };

  test.each<Kind>(["receipt", "race"])(
    "is good for a %s if an older one signed it",
    async (kind) => {
      expect(namesOf(await check(kind, [KEY, second]))).toEqual([]);
      expect(namesOf(await check(kind, [KEY, alone]))).toEqual(["key"]);
      const forged = { ...second, jwk: KEY.jwk };
      expect(namesOf(await check(kind, [KEY, forged]))).toEqual(["key"]);
    },
  );

  test.each<Kind>(["receipt", "race"])(
    "is said not to be checked for a %s where there is no Ed25519",
    async (kind) => {
      const lines = await check(kind, [KEY, second], blind);
      expect(lines).toContainEqual(
        expect.objectContaining({ check: "key", item: "k2", verdict: "unchecked" }),
      );
    },
  );
});
