import type { Withdrawal } from "@club/contract";
import { createT } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import { expect, test } from "vitest";
import { claimNote, stepsOf } from "./steps.ts";

const t = createT("en", await loadPlayerMessages("en"));

const BACK: Withdrawal = {
  withdrawal_id: "w",
  status: "cancelled",
  amount_cents: 50_00,
  fee_cents: 0,
  reference: "WD 401170 TQ",
  bank_name: "Bank",
  account_number: "•••5678",
  requested_at: "2026-11-21T12:00:00.000Z",
  approved_at: null,
  ended_at: "2026-11-21T13:00:00.000Z",
  reason: null,
  may_cancel: false,
  cooling_cents: 0,
  releases_at: null,
  claimed_cents: 34_00,
  method: "bank_transfer",
};
const endOf = (change: Partial<Withdrawal>) => stepsOf(t, { ...BACK, ...change }, "AUD").at(-1);

test("what a corrected result took of a withdrawal that came back is said where it came back", () => {
  const note = "$34.00 of it went to a corrected result.";
  expect(endOf({})?.note).toBe(`The money is back in your balance. · ${note}`);
  expect(endOf({ status: "rejected", reason: "wrong name" })?.note).toBe(`wrong name · ${note}`);
  expect(claimNote(t, BACK, "AUD")).toBe(note);
});

test("nothing is said where nothing was taken", () => {
  expect(endOf({ claimed_cents: 0 })?.note).toBe("The money is back in your balance.");
  expect(endOf({ claimed_cents: 0, status: "rejected" })?.note).toBeUndefined();
  expect(claimNote(t, { ...BACK, claimed_cents: 0 }, "AUD")).toBeUndefined();
});
