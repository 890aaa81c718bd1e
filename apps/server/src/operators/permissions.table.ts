import type { Role } from "@club/contract";

/** Every signed-in operator, whatever the role. */
export const EVERY_OPERATOR: readonly Role[] = [];

const CARDS: readonly Role[] = ["card_clerk", "pool_controller"];
const POOLS: readonly Role[] = ["pool_controller"];
const RESULTS: readonly Role[] = ["results_clerk"];
const CASH: readonly Role[] = ["cashier"];
const RISK: readonly Role[] = ["risk"];
const RACING_READ: readonly Role[] = [
  "card_clerk",
  "pool_controller",
  "results_clerk",
  "risk",
  "support",
  "auditor",
];
const PEOPLE_READ: readonly Role[] = ["cashier", "risk", "support", "auditor"];
const MONEY_READ: readonly Role[] = ["cashier", "auditor"];
const NOBODY: readonly Role[] = [];

/**
 * Who may make which operator call: the one table. The owner may make all; a call that is not listed
 * is refused to everybody else.
 */
export const PERMISSIONS: ReadonlyMap<string, readonly Role[]> = new Map<string, readonly Role[]>([
  ["POST /api/operator/signout", EVERY_OPERATOR],
  ["GET /api/operator/me", EVERY_OPERATOR],
  ["GET /api/operator/stream", EVERY_OPERATOR],

  // Cards and races.
  ["POST /api/operator/cards/import", CARDS],
  ["GET /api/operator/meetings", RACING_READ],
  ["GET /api/operator/races/:race_id", RACING_READ],
  ["POST /api/operator/races/:race_id/open", POOLS],
  ["POST /api/operator/races/:race_id/close", POOLS],
  ["POST /api/operator/races/:race_id/delay", POOLS],
  ["POST /api/operator/races/:race_id/abandon", POOLS],
  ["POST /api/operator/races/:race_id/scratch", POOLS],
  ["POST /api/operator/races/:race_id/result", RESULTS],
  ["POST /api/operator/races/:race_id/settle", RESULTS],
  ["POST /api/operator/races/:race_id/correct", RESULTS],
  ["POST /api/operator/orders/:order_id/void", POOLS],
  ["POST /api/operator/clock/confirm", POOLS],

  // Money and people.
  ["GET /api/operator/topups", MONEY_READ],
  ["POST /api/operator/topups/:topup_id/approve", CASH],
  ["POST /api/operator/topups/:topup_id/reject", CASH],
  ["GET /api/operator/withdrawals", MONEY_READ],
  ["POST /api/operator/withdrawals/:withdrawal_id/approve", CASH],
  ["POST /api/operator/withdrawals/:withdrawal_id/reject", CASH],
  ["POST /api/operator/withdrawals/:withdrawal_id/paid", CASH],
  ["GET /api/operator/players", PEOPLE_READ],
  ["GET /api/operator/players/:player_id", PEOPLE_READ],
  ["POST /api/operator/players/:player_id/adjust", CASH],
  ["POST /api/operator/players/:player_id/freeze", RISK],
  ["POST /api/operator/players/:player_id/unfreeze", RISK],
  ["POST /api/operator/players/:player_id/bank-card/verify", CASH],
  ["GET /api/operator/ledger/trial-balance", MONEY_READ],
  ["GET /api/operator/ledger/entries", MONEY_READ],
  ["POST /api/operator/ledger/verify", MONEY_READ],

  // The desk itself.
  ["GET /api/operator/outbox", ["support", "auditor"]],
  ["GET /api/operator/audit", ["auditor"]],
  ["GET /api/operator/operators", ["auditor"]],
  ["POST /api/operator/operators", NOBODY],
  ["GET /api/operator/approvals", ["cashier", "results_clerk", "risk", "auditor"]],
  ["POST /api/operator/approvals/:approval_id/approve", ["cashier", "results_clerk", "risk"]],
  ["POST /api/operator/approvals/:approval_id/reject", ["cashier", "results_clerk", "risk"]],
  ["GET /api/operator/reports/day", MONEY_READ],
]);
