import type { ConsoleMessages } from "@club/i18n/console";
import type { AnyIconName } from "@club/ui/console";
import type { ComponentType } from "react";

type Page = () => Promise<{ readonly default: ComponentType }>;
export type TitleKey = Extract<keyof ConsoleMessages, `route.${string}`>;
type GroupKey = Extract<keyof ConsoleMessages, `nav.${string}`>;

export interface Route {
  readonly id: string;
  /** With at most one id at its end: "/race/:id". */
  readonly path: string;
  readonly title: TitleKey;
  readonly icon: AnyIconName;
  /** Where it stands in the rail; none: it belongs under `parent`. */
  readonly group?: GroupKey | "foot";
  readonly parent?: string;
  readonly load: Page;
}

export const ROUTES = [
  {
    id: "sheet",
    path: "/",
    title: "route.sheet",
    icon: "grid",
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/run-sheet/RunSheetPage.tsx")).RunSheetPage,
    }),
  },
  {
    id: "races",
    path: "/races",
    title: "route.races",
    icon: "flag",
    group: "nav.day",
    load: async () => ({ default: (await import("../day/races/RacesPage.tsx")).RacesPage }),
  },
  {
    id: "race",
    path: "/race/:id",
    title: "route.race",
    icon: "flag",
    parent: "races",
    load: async () => ({ default: (await import("../day/races/RacePage.tsx")).RacePage }),
  },
  {
    id: "cards",
    path: "/cards",
    title: "route.cards",
    icon: "card-file",
    group: "nav.day",
    load: async () => ({ default: (await import("../day/cards/CardsPage.tsx")).CardsPage }),
  },
  {
    id: "incidents",
    path: "/incidents",
    title: "route.incidents",
    icon: "alert",
    group: "nav.day",
    load: async () => ({
      default: (await import("../day/incidents/IncidentsPage.tsx")).IncidentsPage,
    }),
  },
  {
    id: "sports",
    path: "/sports",
    title: "route.sports",
    icon: "ball",
    group: "nav.day",
    load: async () => ({ default: (await import("../sport/board/SportsPage.tsx")).SportsPage }),
  },
  {
    id: "sportNew",
    path: "/sports/new",
    title: "route.sportNew",
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/NewEventPage.tsx")).NewEventPage,
    }),
  },
  {
    id: "sportImport",
    path: "/sports/import",
    title: "route.sportImport",
    icon: "ball",
    parent: "sports",
    load: async () => ({ default: (await import("../sport/feeds/ImportPage.tsx")).ImportPage }),
  },
  {
    id: "sportReport",
    path: "/sports/report",
    title: "route.sportReport",
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/report/SportReportPage.tsx")).SportReportPage,
    }),
  },
  {
    id: "sport",
    path: "/sport/:id",
    title: "route.sport",
    icon: "ball",
    parent: "sports",
    load: async () => ({
      default: (await import("../sport/events/SportEventPage.tsx")).SportEventPage,
    }),
  },
  {
    id: "approvals",
    path: "/approvals",
    title: "route.approvals",
    icon: "inbox",
    group: "nav.money",
    load: async () => ({
      default: (await import("../money/approvals/ApprovalsPage.tsx")).ApprovalsPage,
    }),
  },
  {
    id: "ledger",
    path: "/ledger",
    title: "route.ledger",
    icon: "book",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/ledger/LedgerPage.tsx")).LedgerPage }),
  },
  {
    id: "bank",
    path: "/bank",
    title: "route.bank",
    icon: "scales",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/bank/BankPage.tsx")).BankPage }),
  },
  {
    id: "reports",
    path: "/reports",
    title: "route.reports",
    icon: "chart",
    group: "nav.money",
    load: async () => ({ default: (await import("../money/reports/ReportsPage.tsx")).ReportsPage }),
  },
  {
    id: "players",
    path: "/players",
    title: "route.players",
    icon: "users",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/players/PlayersPage.tsx")).PlayersPage,
    }),
  },
  {
    id: "player",
    path: "/player/:id",
    title: "route.player",
    icon: "users",
    parent: "players",
    load: async () => ({ default: (await import("../people/players/PlayerPage.tsx")).PlayerPage }),
  },
  {
    id: "cases",
    path: "/cases",
    title: "route.cases",
    icon: "scales",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/complaints/ReviewsPage.tsx")).CasesPage,
    }),
  },
  {
    id: "invitations",
    path: "/invitations",
    title: "route.invitations",
    icon: "invite",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/invitations/InvitationsPage.tsx")).InvitationsPage,
    }),
  },
  {
    id: "channels",
    path: "/channels",
    title: "route.channels",
    icon: "live",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/channels/ChannelsPage.tsx")).ChannelsPage,
    }),
  },
  {
    id: "shop",
    path: "/shop",
    title: "route.shop",
    icon: "shop",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/shop/ShopPage.tsx")).ShopPage }),
  },
  {
    id: "content",
    path: "/content",
    title: "route.content",
    icon: "book",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/content/ContentPage.tsx")).ContentPage }),
  },
  {
    id: "rules",
    path: "/rules",
    title: "route.rules",
    icon: "sliders",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/rules/RulesPage.tsx")).RulesPage }),
  },
  {
    id: "operators",
    path: "/operators",
    title: "route.operators",
    icon: "key",
    group: "nav.club",
    load: async () => ({
      default: (await import("../people/operators/OperatorsPage.tsx")).OperatorsPage,
    }),
  },
  {
    id: "doors",
    path: "/doors",
    title: "route.doors",
    icon: "share",
    group: "nav.club",
    load: async () => ({
      default: (await import("../club/integrations/IntegrationsPage.tsx")).DoorsPage,
    }),
  },
  {
    id: "outbox",
    path: "/outbox",
    title: "route.outbox",
    icon: "message",
    group: "nav.club",
    load: async () => ({ default: (await import("../club/logs/OutboxPage.tsx")).OutboxPage }),
  },
  {
    id: "audit",
    path: "/audit",
    title: "route.audit",
    icon: "history",
    group: "foot",
    load: async () => ({ default: (await import("../club/logs/AuditPage.tsx")).AuditPage }),
  },
  {
    id: "goingLive",
    path: "/going-live",
    title: "route.goingLive",
    icon: "shield",
    group: "foot",
    load: async () => ({
      default: (await import("../club/settings/GoingLivePage.tsx")).GoingLivePage,
    }),
  },
  {
    id: "settings",
    path: "/settings",
    title: "route.settings",
    icon: "gear",
    group: "foot",
    load: async () => ({ default: (await import("./SettingsPage.tsx")).SettingsPage }),
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof ROUTES)[number]["id"];

export interface Place {
  readonly route: Route;
  /** The id at the end of the path; "" where there is none. */
  readonly id: string;
}

/** The route of a path, with the id in it. */
export function findPlace(path: string): Place | undefined {
  for (const route of ROUTES as readonly Route[]) {
    const stem = route.path.replace(/:id$/, "");
    if (stem === route.path) {
      if (path === stem) return { route, id: "" };
    } else if (path.startsWith(stem) && path.length > stem.length) {
      return { route, id: decodeURIComponent(path.slice(stem.length)) };
    }
  }
  return undefined;
}

export function pathOf(routeId: RouteId, id = ""): string {
  const path = ROUTES.find((route) => route.id === routeId)?.path ?? "/";
  return path.replace(":id", encodeURIComponent(id));
}

export function hrefOf(routeId: RouteId, id = ""): string {
  return `#${pathOf(routeId, id)}`;
}
