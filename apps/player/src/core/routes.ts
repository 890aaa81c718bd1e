import type { PlayerMessages } from "@club/i18n/player";
import type { ComponentType } from "react";

type Screen = () => Promise<{ readonly default: ComponentType }>;
type TitleKey = Extract<keyof PlayerMessages, `route.${string}`>;
export type TabId = "races" | "sports" | "bets" | "account";

export interface Route {
  readonly id: string;
  readonly path: string;
  readonly alias?: string;
  readonly title: TitleKey;
  /** own: the dark green head that the screen draws itself; plain: a light bar with a back arrow. */
  readonly bar: "own" | "plain";
  /** Which of the four tabs it belongs to; none: no tab bar. */
  readonly tab?: TabId;
  /** Pull down to refresh, as the specification lists it. */
  readonly pull?: true;
  /** Needs a session: without one the login screen opens and comes back here. */
  readonly session?: true;
  /** Beside the specification's twenty. */
  readonly extra?: true;
  /** The code of the screen; none: home, which is in the entry. */
  readonly load?: Screen;
}

/** The twenty routes of the product specification, section 2. */
export const ROUTES = [
  {
    id: "home",
    path: "/",
    alias: "/pages/index/index",
    title: "route.home",
    bar: "own",
    tab: "races",
    pull: true,
  },
  {
    id: "login",
    path: "/pages/login/login",
    title: "route.login",
    bar: "own",
    load: async () => ({
      default: (await import("../screens/sign-in/LoginScreen.tsx")).LoginScreen,
    }),
  },
  {
    id: "register",
    path: "/pages/login/register",
    title: "route.register",
    bar: "own",
    load: async () => ({
      default: (await import("../screens/sign-in/RegisterScreen.tsx")).RegisterScreen,
    }),
  },
  {
    id: "forgot",
    path: "/pages/login/forgot",
    title: "route.forgot",
    bar: "own",
    extra: true,
    load: async () => ({
      default: (await import("../screens/sign-in/ForgotScreen.tsx")).ForgotScreen,
    }),
  },
  {
    id: "topUp",
    path: "/pages/recharge/recharge",
    title: "route.topUp",
    bar: "plain",
    session: true,
    load: async () => ({ default: (await import("../screens/money/TopUpScreen.tsx")).TopUpScreen }),
  },
  {
    id: "topUps",
    path: "/pages/recharge/record",
    title: "route.topUps",
    bar: "plain",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../screens/money/TopUpHistoryScreen.tsx")).TopUpHistoryScreen,
    }),
  },
  {
    id: "about",
    path: "/pages/about/about",
    title: "route.about",
    bar: "plain",
    load: async () => ({ default: (await import("../screens/about/AboutScreen.tsx")).AboutScreen }),
  },
  {
    id: "books",
    path: "/pages/books/books",
    title: "route.books",
    bar: "plain",
    pull: true,
    extra: true,
    load: async () => ({ default: (await import("../screens/about/BooksScreen.tsx")).BooksScreen }),
  },
  {
    id: "detail",
    path: "/pages/detail/detail",
    title: "route.detail",
    bar: "own",
    pull: true,
    load: async () => ({ default: (await import("../screens/race/RaceScreen.tsx")).DetailScreen }),
  },
  {
    id: "orders",
    path: "/pages/order/list",
    title: "route.orders",
    bar: "plain",
    tab: "bets",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../orders/OrderListScreen.tsx")).OrderListScreen,
    }),
  },
  {
    id: "sportOrders",
    path: "/pages/order/sport_list",
    title: "route.sportOrders",
    bar: "plain",
    tab: "bets",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../orders/SportOrderListScreen.tsx")).SportOrderListScreen,
    }),
  },
  {
    id: "shop",
    path: "/pages/shop/shop",
    title: "route.shop",
    bar: "plain",
    tab: "account",
    pull: true,
    session: true,
    load: async () => ({ default: (await import("../screens/shop/ShopScreen.tsx")).ShopScreen }),
  },
  {
    id: "statement",
    path: "/pages/statement/statement",
    title: "route.statement",
    bar: "plain",
    tab: "account",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../screens/statement/StatementScreen.tsx")).StatementScreen,
    }),
  },
  {
    id: "changePassword",
    path: "/pages/changePassword/changePassword",
    title: "route.changePassword",
    bar: "plain",
    session: true,
    load: async () => ({
      default: (await import("../screens/account/ChangePasswordScreen.tsx")).ChangePasswordScreen,
    }),
  },
  {
    id: "rules",
    path: "/pages/rule/rule",
    title: "route.rules",
    bar: "plain",
    load: async () => ({ default: (await import("../screens/rules/RuleScreen.tsx")).RuleScreen }),
  },
  {
    id: "protection",
    path: "/pages/protection/protection",
    title: "route.protection",
    bar: "plain",
    tab: "account",
    extra: true,
    load: async () => ({
      default: (await import("../screens/protection/ProtectionScreen.tsx")).ProtectionScreen,
    }),
  },
  {
    id: "cases",
    path: "/pages/help/cases",
    title: "route.cases",
    bar: "plain",
    pull: true,
    session: true,
    extra: true,
    load: async () => ({
      default: (await import("../screens/disputes/DisputesScreen.tsx")).CasesScreen,
    }),
  },
  {
    id: "bankCard",
    path: "/pages/bankCard/bankCard",
    title: "route.bankCard",
    bar: "plain",
    session: true,
    load: async () => ({
      default: (await import("../screens/money/BankCardScreen.tsx")).BankCardScreen,
    }),
  },
  {
    id: "withdraw",
    path: "/pages/withdraw/withdraw",
    title: "route.withdraw",
    bar: "plain",
    tab: "account",
    session: true,
    load: async () => ({
      default: (await import("../screens/money/WithdrawScreen.tsx")).WithdrawScreen,
    }),
  },
  {
    id: "withdrawals",
    path: "/pages/withdraw/record",
    title: "route.withdrawals",
    bar: "plain",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../screens/money/WithdrawRecordScreen.tsx")).WithdrawRecordScreen,
    }),
  },
  {
    id: "account",
    path: "/pages/account/account",
    title: "route.account",
    bar: "own",
    tab: "account",
    session: true,
    load: async () => ({
      default: (await import("../screens/account/AccountScreen.tsx")).AccountScreen,
    }),
  },
  {
    id: "sports",
    path: "/pages/sport/sport",
    title: "route.sports",
    bar: "own",
    tab: "sports",
    pull: true,
    load: async () => ({
      default: (await import("../screens/sport/SportScreen.tsx")).SportScreen,
    }),
  },
  {
    id: "sportDetail",
    path: "/pages/sport/detail",
    title: "route.sportDetail",
    bar: "plain",
    load: async () => ({
      default: (await import("../screens/sport/SportDetailScreen.tsx")).SportDetailScreen,
    }),
  },
  {
    id: "invite",
    path: "/pages/invitation/index",
    title: "route.invite",
    bar: "plain",
    pull: true,
    session: true,
    load: async () => ({
      default: (await import("../screens/invite/InviteScreen.tsx")).InviteScreen,
    }),
  },
  {
    id: "live",
    path: "/pages/live/live",
    title: "route.live",
    bar: "plain",
    pull: true,
    extra: true,
    load: async () => ({ default: (await import("../screens/live/LiveScreen.tsx")).LiveScreen }),
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof ROUTES)[number]["id"];

export function findRoute(path: string): Route | undefined {
  return (ROUTES as readonly Route[]).find((route) => route.path === path || route.alias === path);
}

/** The address of a screen inside the app, with its query: "/pages/detail/detail?race=7". */
export function pathOf(
  id: RouteId,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = ROUTES.find((route) => route.id === id)?.path ?? "/";
  const filled = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`;
}

/** The same as an `href`. */
export function hrefOf(
  id: RouteId,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  return `#${pathOf(id, query)}`;
}
