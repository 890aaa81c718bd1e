import type { ConsoleMessages } from "@club/i18n/console";
import type { AnyIconName } from "@club/ui/console";
import type { ComponentType } from "react";
import type { PageName } from "../core/paths.ts";

type Page = () => Promise<{ readonly default: ComponentType }>;

type GroupKey = Extract<keyof ConsoleMessages, `nav.${string}`> | "foot";

export interface Route {
  readonly icon: AnyIconName;
  /** Where it stands in the rail; none: it belongs under `parent`. */
  readonly group?: GroupKey;
  readonly parent?: PageName;
  readonly load: Page;
}

/** What every page is called, where it stands, and how its code comes; in the order of the rail. */
export const ROUTES: Readonly<Record<PageName, Route>> = {
  sheet: {
    icon: "grid",
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/run-sheet/RunSheetPage.tsx")).RunSheetPage,
    }),
  },
  races: {
    icon: "flag",
    group: "nav.day",
    load: async () => ({ default: (await import("../day/races/RacesPage.tsx")).RacesPage }),
  },
  race: {
    icon: "flag",
    parent: "races",
    load: async () => ({ default: (await import("../day/races/RacePage.tsx")).RacePage }),
  },
  cards: {
    icon: "card-file",
    group: "nav.day",
    load: async () => ({ default: (await import("../day/cards/CardsPage.tsx")).CardsPage }),
  },
  incidents: {
    icon: "alert",
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/incidents/IncidentsPage.tsx")).IncidentsPage,
    }),
  },
  sports: {
    icon: "ball",
    group: "nav.day",
    load: async () => ({ default: (await import("../sport/board/SportsPage.tsx")).SportsPage }),
  },
  sportNew: {
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/NewEventPage.tsx")).NewEventPage,
    }),
  },
  sportImport: {
    icon: "ball",
    parent: "sports",
    load: async () => ({ default: (await import("../sport/feeds/ImportPage.tsx")).ImportPage }),
  },
  sportReport: {
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/report/SportReportPage.tsx")).SportReportPage,
    }),
  },
  sport: {
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/SportEventPage.tsx")).SportEventPage,
    }),
  },
  approvals: {
    icon: "inbox",
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/approvals/ApprovalsPage.tsx")).ApprovalsPage,
    }),
  },
  ledger: {
    icon: "book",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/ledger/LedgerPage.tsx")).LedgerPage }),
  },
  bank: {
    icon: "scales",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/bank/BankPage.tsx")).BankPage }),
  },
  payments: {
    icon: "activity",
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/payments/PaymentsPage.tsx")).PaymentsPage,
    }),
  },
  reports: {
    icon: "chart",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/reports/ReportsPage.tsx")).ReportsPage }),
  },
  players: {
    icon: "users",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/players/PlayersPage.tsx")).PlayersPage,
    }),
  },
  player: {
    icon: "users",
    parent: "players",
    load: async () => ({ default: (await import("../people/players/PlayerPage.tsx")).PlayerPage }),
  },
  cases: {
    icon: "scales",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/complaints/ReviewsPage.tsx")).ReviewsPage,
    }),
  },
  invitations: {
    icon: "invite",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/invitations/InvitationsPage.tsx")).InvitationsPage,
    }),
  },
  channels: {
    icon: "live",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/channels/ChannelsPage.tsx")).ChannelsPage,
    }),
  },
  shop: {
    icon: "shop",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/shop/ShopPage.tsx")).ShopPage }),
  },
  content: {
    icon: "book",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/content/ContentPage.tsx")).ContentPage }),
  },
  rules: {
    icon: "sliders",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/rules/RulesPage.tsx")).RulesPage }),
  },
  operators: {
    icon: "key",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/operators/OperatorsPage.tsx")).OperatorsPage,
    }),
  },
  doors: {
    icon: "share",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/integrations/IntegrationsPage.tsx")).IntegrationsPage,
    }),
  },
  connections: {
    icon: "activity",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/connections/ConnectionsPage.tsx")).ConnectionsPage,
    }),
  },
  clubSettings: {
    icon: "flag",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/settings/ClubSettingsPage.tsx")).ClubSettingsPage,
    }),
  },
  outbox: {
    icon: "message",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/logs/OutboxPage.tsx")).OutboxPage }),
  },
  audit: {
    icon: "history",
    group: "foot",
    load: async () => ({ default: (await import("../club/logs/AuditPage.tsx")).AuditPage }),
  },
  goingLive: {
    icon: "shield",
    group: "foot",
    load: async () => ({
      default: (await import("../club/settings/GoingLivePage.tsx")).GoingLivePage,
    }),
  },
  settings: {
    icon: "gear",
    group: "foot",
    load: async () => ({ default: (await import("./SettingsPage.tsx")).SettingsPage }),
  },
};
