import type { PlayerMessages } from "@club/i18n/player";

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
}

/** The twenty routes of the product specification, section 2, and those beside them. Their screens are in app/screens.ts. */
const ROWS = [
  { id: "home", path: "/", alias: "/pages/index/index", bar: "own", tab: "races", pull: true },
  { id: "login", path: "/pages/login/login", bar: "own" },
  { id: "register", path: "/pages/login/register", bar: "own" },
  { id: "forgot", path: "/pages/login/forgot", bar: "own", extra: true },
  { id: "topUp", path: "/pages/recharge/recharge", bar: "plain", session: true },
  { id: "topUps", path: "/pages/recharge/record", bar: "plain", pull: true, session: true },
  { id: "about", path: "/pages/about/about", bar: "plain" },
  { id: "books", path: "/pages/books/books", bar: "plain", pull: true, extra: true },
  { id: "detail", path: "/pages/detail/detail", bar: "own", pull: true },
  { id: "orders", path: "/pages/order/list", bar: "plain", tab: "bets", pull: true, session: true },
  {
    id: "sportOrders",
    path: "/pages/order/sport_list",
    bar: "plain",
    tab: "bets",
    pull: true,
    session: true,
  },
  { id: "shop", path: "/pages/shop/shop", bar: "plain", tab: "account", pull: true, session: true },
  {
    id: "statement",
    path: "/pages/statement/statement",
    bar: "plain",
    tab: "account",
    pull: true,
    session: true,
  },
  {
    id: "changePassword",
    path: "/pages/changePassword/changePassword",
    bar: "plain",
    session: true,
  },
  { id: "rules", path: "/pages/rule/rule", bar: "plain" },
  {
    id: "protection",
    path: "/pages/protection/protection",
    bar: "plain",
    tab: "account",
    extra: true,
  },
  { id: "cases", path: "/pages/help/cases", bar: "plain", pull: true, session: true, extra: true },
  { id: "bankCard", path: "/pages/bankCard/bankCard", bar: "plain", session: true },
  { id: "withdraw", path: "/pages/withdraw/withdraw", bar: "plain", tab: "account", session: true },
  { id: "withdrawals", path: "/pages/withdraw/record", bar: "plain", pull: true, session: true },
  { id: "account", path: "/pages/account/account", bar: "own", tab: "account", session: true },
  { id: "sports", path: "/pages/sport/sport", bar: "own", tab: "sports", pull: true },
  { id: "sportDetail", path: "/pages/sport/detail", bar: "plain" },
  { id: "invite", path: "/pages/invitation/index", bar: "plain", pull: true, session: true },
  { id: "live", path: "/pages/live/live", bar: "plain", pull: true, extra: true },
] as const satisfies readonly Omit<Route, "title">[];

type Titled<Row> = Row extends { readonly id: infer Id extends string }
  ? Row & { readonly title: `route.${Id}` }
  : never;

export const ROUTES = ROWS.map((row) => ({ ...row, title: `route.${row.id}` })) as readonly Titled<
  (typeof ROWS)[number]
>[];

export type RouteId = (typeof ROWS)[number]["id"];

export type KnownRoute = Route & { readonly id: RouteId };

export function findRoute(path: string): KnownRoute | undefined {
  const routes: readonly KnownRoute[] = ROUTES;
  return routes.find((route) => route.path === path || route.alias === path);
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
