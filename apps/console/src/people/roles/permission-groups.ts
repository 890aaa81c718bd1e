import type { Permission } from "@club/contract";
import type { PageName } from "../../core/paths.ts";

/** Under which page a permission stands, by the first part of its path. */
const PAGES: Readonly<Record<string, PageName>> = {
  meetings: "races",
  races: "races",
  pools: "races",
  inquiries: "races",
  signs: "sheet",
  cards: "cards",
  incidents: "incidents",
  sports: "sports",
  approvals: "approvals",
  topups: "approvals",
  withdrawals: "approvals",
  ledger: "ledger",
  bank: "bank",
  payouts: "bank",
  "receiving-accounts": "bank",
  "find-money": "bank",
  payments: "payments",
  reports: "reports",
  players: "players",
  segments: "segments",
  mailings: "segments",
  orders: "players",
  complaints: "cases",
  documents: "cases",
  invitations: "invitations",
  channels: "channels",
  shop: "shop",
  content: "content",
  "rule-sets": "rules",
  "what-if": "rules",
  operators: "operators",
  roles: "operators",
  webhooks: "doors",
  "api-keys": "doors",
  connections: "connections",
  alerts: "alerts",
  messages: "outbox",
  outbox: "outbox",
  audit: "audit",
  jobs: "jobs",
  backups: "jobs",
  "going-live": "goingLive",
};

export interface PermissionGroup {
  readonly page: PageName;
  readonly permissions: readonly Permission[];
}

/** Permissions by page, in the order in which the pages come first; `q` is part of what they say. */
export function groupsOf(permissions: readonly Permission[], q: string): PermissionGroup[] {
  const wanted = q.trim().toLowerCase();
  const found = permissions.filter(({ name, summary }) =>
    `${summary} ${name}`.toLowerCase().includes(wanted),
  );
  const groups = Map.groupBy(
    found,
    ({ name }) => PAGES[name.split("/")[3] ?? ""] ?? "clubSettings",
  );
  return [...groups].map(([page, list]) => ({ page, permissions: list }));
}

/** What is chosen, with the reads that come along. */
export function withReads(
  permissions: readonly Permission[],
  chosen: ReadonlySet<string>,
): ReadonlySet<string> {
  const brought = permissions.flatMap(({ name, brings }) =>
    chosen.has(name) && brings !== null ? [brings] : [],
  );
  return new Set([...chosen, ...brought]);
}

export const isRead = (name: string): boolean => name.startsWith("GET ");
