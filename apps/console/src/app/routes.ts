import type { ConsoleMessages } from "@club/i18n/console";
import type { AnyIconName } from "@club/ui/console";
import type { ComponentType } from "react";
import type { Address } from "../core/calls.ts";
import type { PageName } from "../core/paths.ts";
import { mayCall, type Session } from "../core/session.ts";

type Page = () => Promise<{ readonly default: ComponentType }>;

type GroupKey = Extract<keyof ConsoleMessages, `nav.${string}`> | "foot";

export interface Route {
  readonly icon: AnyIconName;
  /** What it reads, or is there to do: whoever may make one of these calls may open it. */
  readonly opens: readonly Address[] | "all";
  /** Where it stands in the rail; none: it belongs under `parent`. */
  readonly group?: GroupKey;
  readonly parent?: PageName;
  readonly load: Page;
}

/** What every page is called, where it stands, and how its code comes; in the order of the rail. */
export const ROUTES: Readonly<Record<PageName, Route>> = {
  sheet: {
    icon: "grid",
    opens: ["GET /api/operator/meetings"],
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/run-sheet/RunSheetPage.tsx")).RunSheetPage,
    }),
  },
  races: {
    icon: "flag",
    opens: ["GET /api/operator/meetings"],
    group: "nav.day",
    load: async () => ({ default: (await import("../day/races/RacesPage.tsx")).RacesPage }),
  },
  race: {
    icon: "flag",
    opens: ["GET /api/operator/races/:race_id"],
    parent: "races",
    load: async () => ({ default: (await import("../day/races/RacePage.tsx")).RacePage }),
  },
  cards: {
    icon: "card-file",
    opens: ["GET /api/operator/cards/arrivals"],
    group: "nav.day",
    load: async () => ({ default: (await import("../day/cards/CardsPage.tsx")).CardsPage }),
  },
  incidents: {
    icon: "alert",
    opens: ["GET /api/operator/incidents"],
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/incidents/IncidentsPage.tsx")).IncidentsPage,
    }),
  },
  sports: {
    icon: "ball",
    opens: ["GET /api/operator/sports/board"],
    group: "nav.day",
    load: async () => ({ default: (await import("../sport/board/SportsPage.tsx")).SportsPage }),
  },
  sportNew: {
    icon: "ball",
    opens: ["POST /api/operator/sports/events"],
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/NewEventPage.tsx")).NewEventPage,
    }),
  },
  sportImport: {
    icon: "ball",
    opens: ["POST /api/operator/sports/events/import"],
    parent: "sports",
    load: async () => ({ default: (await import("../sport/feeds/ImportPage.tsx")).ImportPage }),
  },
  sportReport: {
    icon: "ball",
    opens: ["GET /api/operator/sports/report"],
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/report/SportReportPage.tsx")).SportReportPage,
    }),
  },
  sport: {
    icon: "ball",
    opens: ["GET /api/operator/sports/events/:event_id"],
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/SportEventPage.tsx")).SportEventPage,
    }),
  },
  approvals: {
    icon: "inbox",
    opens: [
      "GET /api/operator/approvals",
      "GET /api/operator/topups",
      "GET /api/operator/withdrawals",
    ],
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/approvals/ApprovalsPage.tsx")).ApprovalsPage,
    }),
  },
  ledger: {
    icon: "book",
    opens: ["GET /api/operator/ledger/trial-balance"],
    group: "nav.money",
    load: async () => ({ default: (await import("../money/ledger/LedgerPage.tsx")).LedgerPage }),
  },
  bank: {
    icon: "scales",
    opens: ["GET /api/operator/bank/lines"],
    group: "nav.money",
    load: async () => ({ default: (await import("../money/bank/BankPage.tsx")).BankPage }),
  },
  payments: {
    icon: "activity",
    opens: ["GET /api/operator/payments"],
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/payments/PaymentsPage.tsx")).PaymentsPage,
    }),
  },
  club: {
    icon: "trend",
    opens: ["GET /api/operator/reports/:report_id"],
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/reports/ClubHomePage.tsx")).ClubHomePage,
    }),
  },
  reports: {
    icon: "chart",
    opens: ["GET /api/operator/reports/day", "GET /api/operator/reports/:report_id"],
    group: "nav.money",
    load: async () => ({ default: (await import("../money/reports/ReportsPage.tsx")).ReportsPage }),
  },
  players: {
    icon: "users",
    opens: ["GET /api/operator/players"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/players/PlayersPage.tsx")).PlayersPage,
    }),
  },
  player: {
    icon: "users",
    opens: ["GET /api/operator/players/:player_id"],
    parent: "players",
    load: async () => ({ default: (await import("../people/players/PlayerPage.tsx")).PlayerPage }),
  },
  segments: {
    icon: "users",
    opens: ["GET /api/operator/segments/players"],
    parent: "players",
    load: async () => ({
      default: (await import("../people/segments/SegmentsPage.tsx")).SegmentsPage,
    }),
  },
  cases: {
    icon: "scales",
    opens: ["GET /api/operator/complaints", "GET /api/operator/documents"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/complaints/ReviewsPage.tsx")).ReviewsPage,
    }),
  },
  invitations: {
    icon: "invite",
    opens: ["GET /api/operator/invitations"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/invitations/InvitationsPage.tsx")).InvitationsPage,
    }),
  },
  channels: {
    icon: "live",
    opens: ["GET /api/operator/channels"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/channels/ChannelsPage.tsx")).ChannelsPage,
    }),
  },
  shop: {
    icon: "shop",
    opens: ["GET /api/operator/shop/orders"],
    group: "nav.club",
    load: async () => ({ default: (await import("../club/shop/ShopPage.tsx")).ShopPage }),
  },
  content: {
    icon: "book",
    opens: ["GET /api/operator/content/pages"],
    group: "nav.club",
    load: async () => ({ default: (await import("../club/content/ContentPage.tsx")).ContentPage }),
  },
  rules: {
    icon: "sliders",
    opens: ["GET /api/operator/rule-sets"],
    group: "nav.club",
    load: async () => ({ default: (await import("../club/rules/RulesPage.tsx")).RulesPage }),
  },
  operators: {
    icon: "key",
    opens: ["GET /api/operator/operators"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/operators/OperatorsPage.tsx")).OperatorsPage,
    }),
  },
  roles: {
    icon: "key",
    opens: ["GET /api/operator/roles"],
    parent: "operators",
    load: async () => ({ default: (await import("../people/roles/RolesPage.tsx")).RolesPage }),
  },
  doors: {
    icon: "share",
    opens: ["GET /api/operator/webhooks", "GET /api/operator/api-keys"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/integrations/IntegrationsPage.tsx")).IntegrationsPage,
    }),
  },
  connections: {
    icon: "activity",
    opens: ["GET /api/operator/connections"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/connections/ConnectionsPage.tsx")).ConnectionsPage,
    }),
  },
  clubSettings: {
    icon: "flag",
    opens: ["GET /api/operator/club-settings"],
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/settings/ClubSettingsPage.tsx")).ClubSettingsPage,
    }),
  },
  alerts: {
    icon: "bell",
    opens: "all",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/alerts/AlertsPage.tsx")).AlertsPage }),
  },
  outbox: {
    icon: "message",
    opens: ["GET /api/operator/outbox"],
    group: "nav.club",
    load: async () => ({ default: (await import("../club/logs/OutboxPage.tsx")).OutboxPage }),
  },
  audit: {
    icon: "history",
    opens: ["GET /api/operator/audit"],
    group: "foot",
    load: async () => ({ default: (await import("../club/logs/AuditPage.tsx")).AuditPage }),
  },
  jobs: {
    icon: "clock",
    opens: ["GET /api/operator/jobs"],
    group: "foot",
    load: async () => ({ default: (await import("../club/jobs/JobsPage.tsx")).JobsPage }),
  },
  goingLive: {
    icon: "shield",
    opens: ["GET /api/operator/going-live"],
    group: "foot",
    load: async () => ({
      default: (await import("../club/settings/GoingLivePage.tsx")).GoingLivePage,
    }),
  },
  settings: {
    icon: "gear",
    opens: "all",
    group: "foot",
    load: async () => ({ default: (await import("./SettingsPage.tsx")).SettingsPage }),
  },
};

/** Whether the session's roles open a page. */
export function mayOpen(session: Session | null, page: PageName): boolean {
  const { opens } = ROUTES[page];
  return opens === "all" || mayCall(session, ...opens);
}
