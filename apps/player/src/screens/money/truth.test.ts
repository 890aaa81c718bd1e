import type { TopUp } from "@club/contract";
import { expect, test } from "vitest";
import { isOpen, truthOf } from "./truth.ts";

const AT = "2026-05-01T10:00:00.000Z";
const topUp = (part: Partial<TopUp>): TopUp => ({
  topup_id: "a",
  method: "card",
  amount_cents: 100,
  status: "created",
  reference: "R",
  created_at: AT,
  submitted_at: null,
  decided_at: null,
  reason: null,
  receipts: [],
  is_looked_at: false,
  ...part,
});

test.each<[string, Partial<TopUp>, number, string, boolean]>([
  ["just back from the provider", {}, 1, "asking", true],
  ["unanswered for minutes", {}, 121, "slow", true],
  ["booked", { status: "approved" }, 1, "arrived", false],
  ["refused", { status: "rejected", reason: "declined" }, 1, "failed", false],
  ["too late", { status: "expired" }, 4000, "expired", false],
  ["of another amount", { is_looked_at: true }, 1, "held", false],
  ["of another amount, then late", { is_looked_at: true, status: "expired" }, 4000, "held", false],
  ["booked, whatever else is looked at", { is_looked_at: true, status: "approved" }, 1, "arrived", false],
])("a payment that is %s", (_, part, seconds, truth, open) => {
  const said = truthOf(topUp(part), Date.parse(AT) + seconds * 1000);
  expect([said, isOpen(said)]).toEqual([truth, open]);
});
