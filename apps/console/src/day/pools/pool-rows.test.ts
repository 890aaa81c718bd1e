import type { PoolNumbers } from "@club/contract";
import { expect, test } from "vitest";
import { identityOf, partsOf, sumsOf } from "./pool-rows.ts";

function pool(numbers: Partial<PoolNumbers>): PoolNumbers {
  return {
    pool: "WIN",
    pool_id: "p",
    race_id: "r",
    race_id2: null,
    status: "PAID",
    gross_cents: 0,
    refunded_cents: 0,
    jackpot_in_cents: 0,
    takeout_cents: 0,
    net_cents: 0,
    dividends_cents: {},
    winning_tickets: {},
    paid_cents: 0,
    breakage_cents: 0,
    house_topup_cents: 0,
    jackpot_out_cents: 0,
    book_result_cents: 0,
    missing_dividends: [],
    ...numbers,
  };
}

// rules.md section 4, `race-1-00`.
const WIN = pool({
  gross_cents: 11700,
  takeout_cents: 1697,
  net_cents: 10003,
  paid_cents: 10000,
  breakage_cents: 3,
});

test("what came in is where it went", () => {
  expect(identityOf([WIN])).toEqual({ left: 11700n, right: 11700n });
});

test("a jackpot out, a house top-up and a book result are on their sides", () => {
  const jackpot = pool({
    gross_cents: 1000,
    takeout_cents: 210,
    net_cents: 790,
    jackpot_out_cents: 790,
  });
  const topUp = pool({
    gross_cents: 100,
    takeout_cents: 20,
    paid_cents: 90,
    house_topup_cents: 10,
  });
  const declared = pool({ gross_cents: 500, paid_cents: 620, book_result_cents: -120 });
  for (const one of [jackpot, topUp, declared]) {
    const { left, right } = identityOf([one]);
    expect(right).toBe(left);
  }
});

test("a cent that is lost shows", () => {
  const { left, right } = identityOf([WIN, pool({ ...WIN, paid_cents: 9999 })]);
  expect(left - right).toBe(1n);
});

test("sums are exact beyond what a float holds", () => {
  const large = pool({ gross_cents: Number.MAX_SAFE_INTEGER });
  expect(sumsOf([large, large]).gross_cents).toBe(2n * BigInt(Number.MAX_SAFE_INTEGER));
});

test("a combination in cloths; the field of a void leg is a letter", () => {
  expect(partsOf("7-3-1")).toEqual([{ number: 7 }, { number: 3 }, { number: 1 }]);
  expect(partsOf("4-F")).toEqual([{ number: 4 }, { text: "F" }]);
});
