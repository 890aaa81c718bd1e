import { priceBet, Refusal } from "@club/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expand, type Form, STANDOUTS } from "../../domain/test/reference/expand.ts";
import { LAWS } from "../../domain/test/laws.ts";
import { type HorseField, HORSE_FIELDS, parseBetForm } from "./bet-form.wire.ts";

// The bet form as any client may spell it, against the table of bet types written out plainly: whether it is
// taken, how many combinations it has and what it costs.

const RUNS = { ...LAWS, numRuns: LAWS.numRuns * 10 };
const LIMITS = { maxCostCents: 10n ** 15n, maxCombinations: 30_000 };
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** The ways in which clients write the same runners. */
const SPELLINGS: readonly ((runners: number[]) => unknown)[] = [
  (runners) => runners,
  (runners) => runners.map(String),
  (runners) => runners.map((runner) => `${runner}-Northern Tide`),
  (runners) => runners.map((runner) => `${runner}-Tide, the 2nd - of 3`),
  (runners) => runners.join(","),
  (runners) => runners.join(" , "),
  (runners) => runners.map((runner) => `${runner}-Quiet Thunder`).join(","),
  (runners) => (runners.length === 1 ? runners[0] : runners),
  (runners) => [...runners, "", null],
];
const EMPTY: readonly unknown[] = [null, "", [], undefined, [""], [null]];

const written = fc
  .tuple(
    fc.oneof(
      fc.constant<number[]>([]),
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 3 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 14 }),
    ),
    fc.constantFrom(...SPELLINGS),
    fc.constantFrom(...EMPTY),
  )
  .map(([runners, spell, empty]) => ({
    runners,
    wire: runners.length === 0 ? empty : spell(runners),
  }));

const betType = fc.integer({ min: 1, max: 23 });
/** Stand-outs as they are meant, so that not all of them are refused for two runners in one field. */
const forms = fc.tuple(
  betType,
  fc.record(Object.fromEntries(HORSE_FIELDS.map((name) => [name, written]))),
  fc.integer({ min: 0, max: 3 }),
  fc.bigInt(1n, 100_000n),
  fc.bigInt(1n, 100_000n),
  fc.integer({ min: 0, max: 60 }),
);

const amount = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

test("a form is taken, counted and priced as the rules say, or refused", () => {
  const taken = new Map<number, number>();
  fc.assert(
    fc.property(forms, ([type, fields, standouts, unit, unit2, scratched]) => {
      const entries = Object.entries(fields).map(([name, field]) => {
        const place = ["horse1st", "horse2nd", "horse3rd"].indexOf(name);
        if (!STANDOUTS.includes(type) || standouts === 0 || place === -1)
          return [name, field] as const;
        const runners = place < standouts ? field.runners.slice(0, 1) : [];
        return [name, { runners, wire: runners }] as const;
      });
      const plain: Form = Object.fromEntries(entries.map(([name, { runners }]) => [name, runners]));
      const wire = Object.fromEntries(
        entries.map(([name, field]) => [name as HorseField, field.wire]),
      );
      const legs = type === 10 || type === 11 ? 2 : 1;
      const open = upTo(14).filter((runner) => runner !== scratched);
      const expected = expand(type, plain, [open, open]);
      const form = { ...wire, bet_type: type, betAmount: amount(unit), betAmount2: amount(unit2) };
      const race = {
        runners: upTo(14),
        scratched: scratched <= 14 && scratched > 0 ? [scratched] : [],
      };
      const priced = priceOf(form, legs === 2 ? [race, race] : [race]);
      expect(priced?.combinations ?? 0).toBe(expected?.length ?? 0);
      const cost = (expected ?? []).map(({ pool }) =>
        type === 9 && pool === "PLACE" ? unit2 : unit,
      );
      expect(priced?.costCents ?? 0n).toBe(cost.reduce((sum, each) => sum + each, 0n));
      if (expected) taken.set(type, (taken.get(type) ?? 0) + 1);
    }),
    RUNS,
  );
  expect([...taken.keys()].toSorted((a, b) => a - b)).toEqual(upTo(23));
});

function priceOf(form: object, races: { runners: number[]; scratched: number[] }[]) {
  try {
    return priceBet(parseBetForm(form as Record<string, unknown>), races, LIMITS);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
