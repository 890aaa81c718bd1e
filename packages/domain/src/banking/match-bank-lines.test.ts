import { expect, test } from "vitest";
import { isSameName, matchBankLines } from "./match-bank-lines.ts";
import type { BankCandidate, LineToMatch } from "./match-bank-lines.ts";

const line = (id: string, amountCents: bigint, part: Partial<LineToMatch> = {}): LineToMatch => ({
  id,
  amountCents,
  reference: "",
  name: "",
  details: "",
  ...part,
});
const topUp = (
  id: string,
  amountCents: bigint,
  part: Partial<BankCandidate> = {},
): BankCandidate => ({
  kind: "top_up",
  id,
  amountCents,
  reference: `HC 40117${id} TQ`,
  names: ["Noor Haldane"],
  ...part,
});
const found = (lines: readonly LineToMatch[], candidates: readonly BankCandidate[]) =>
  matchBankLines(lines, candidates).map((match) => [
    match.lineId,
    match.candidate.id,
    match.strength,
  ]);

test.each([
  ["as the club wrote it", { reference: "HC 401171 TQ" }],
  ["without blanks, in small letters", { details: "transfer hc401171tq thanks" }],
  ["over two fields", { reference: "HC401171", details: "TQ" }],
])("reference %s and amount are certain", (_, part) => {
  expect(found([line("a", 20_000n, part)], [topUp("1", 20_000n)])).toEqual([["a", "1", "certain"]]);
});

test("the reference with another amount is to be looked at", () => {
  expect(found([line("a", 19_000n, { reference: "HC 401171 TQ" })], [topUp("1", 20_000n)])).toEqual(
    [["a", "1", "look"]],
  );
});

test.each([
  ["N HALDANE", true],
  ["Haldane, Noor", true],
  ["Nöör  haldane", true],
  ["HALDANE", false],
  ["Tom Haldane", false],
  ["", false],
])("amount and the name %j: %s", (name, isLikely) => {
  expect(found([line("a", 20_000n, { name })], [topUp("1", 20_000n)])).toEqual(
    isLikely ? [["a", "1", "likely"]] : [],
  );
});

test("a name in signs counts, two letters do not", () => {
  const named = (name: string) => [topUp("1", 5n, { names: [name] })];
  expect(found([line("a", 5n, { name: "張偉" })], named("張偉"))).toEqual([["a", "1", "likely"]]);
  expect(found([line("a", 5n, { name: "A B" })], named("A B"))).toEqual([]);
});

test("money that came is no withdrawal; what is certain goes first; each once", () => {
  const out = topUp("1", -20_000n, { kind: "withdrawal", reference: "WD 1" });
  expect(found([line("a", 20_000n, { name: "Noor Haldane" })], [out])).toEqual([]);
  expect(
    found(
      [
        line("a", 20_000n, { name: "Noor Haldane" }),
        line("b", 20_000n, { reference: "HC401171TQ" }),
      ],
      [topUp("1", 20_000n), topUp("2", 20_000n)],
    ),
  ).toEqual([
    ["b", "1", "certain"],
    ["a", "2", "likely"],
  ]);
});

test("one payment and two top-ups that it may be: nobody guesses; two equal payments are two", () => {
  const two = [topUp("1", 20_000n), topUp("2", 20_000n)];
  const paid = (id: string) => line(id, 20_000n, { name: "Noor Haldane" });
  expect(found([paid("a")], two)).toEqual([]);
  expect(found([paid("a"), paid("b")], two)).toEqual([
    ["a", "1", "likely"],
    ["b", "2", "likely"],
  ]);
});

test("thousands of lines are matched without comparing all with all", () => {
  const many = Array.from({ length: 5000 }, (_, at) => at);
  const lines = many.map((at) => line(String(at), BigInt(at + 1), { details: `x HC 9${at} AB y` }));
  const candidates = many.map((at) =>
    topUp(String(at), BigInt(at + 1), { reference: `HC 9${at} AB` }),
  );
  expect(
    matchBankLines(lines, candidates).every((match) => match.lineId === match.candidate.id),
  ).toBe(true);
});

test.each([
  ["Noor Haldane", "HALDANE noor", true],
  ["Zoë", "zoe", true],
  ["Noor Haldane", "Noor", false],
  ["Noor", null, null],
  ["", "Noor", null],
])("%j and %j: %s", (one, other, same) => expect(isSameName(one, other)).toBe(same));
