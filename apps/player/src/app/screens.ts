import type { ComponentType } from "react";
import type { Overlay } from "../core/overlays.ts";
import type { RouteId } from "../core/routes.ts";

type Load = () => Promise<{ readonly default: ComponentType }>;

function the<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Load {
  return async () => ({ default: (await load())[name] });
}

/** The code of each screen, loaded when it is opened; home is in the entry. */
export const SCREENS: Readonly<Record<Exclude<RouteId, "home">, Load>> = {
  login: the(() => import("../screens/sign-in/LoginScreen.tsx"), "LoginScreen"),
  register: the(() => import("../screens/sign-in/RegisterScreen.tsx"), "RegisterScreen"),
  forgot: the(() => import("../screens/sign-in/ForgotScreen.tsx"), "ForgotScreen"),
  topUp: the(() => import("../screens/money/TopUpScreen.tsx"), "TopUpScreen"),
  topUps: the(() => import("../screens/money/TopUpHistoryScreen.tsx"), "TopUpHistoryScreen"),
  about: the(() => import("../screens/about/AboutScreen.tsx"), "AboutScreen"),
  books: the(() => import("../screens/about/BooksScreen.tsx"), "BooksScreen"),
  detail: the(() => import("../screens/race/RaceScreen.tsx"), "RaceScreen"),
  orders: the(() => import("../orders/OrderListScreen.tsx"), "OrderListScreen"),
  sportOrders: the(() => import("../orders/OrderListScreen.tsx"), "SportOrderListScreen"),
  shop: the(() => import("../screens/shop/ShopScreen.tsx"), "ShopScreen"),
  statement: the(() => import("../screens/statement/StatementScreen.tsx"), "StatementScreen"),
  changePassword: the(
    () => import("../screens/account/ChangePasswordScreen.tsx"),
    "ChangePasswordScreen",
  ),
  rules: the(() => import("../screens/rules/RuleScreen.tsx"), "RuleScreen"),
  protection: the(() => import("../screens/protection/ProtectionScreen.tsx"), "ProtectionScreen"),
  cases: the(() => import("../screens/disputes/DisputesScreen.tsx"), "DisputesScreen"),
  bankCard: the(() => import("../screens/money/BankCardScreen.tsx"), "BankCardScreen"),
  withdraw: the(() => import("../screens/money/WithdrawScreen.tsx"), "WithdrawScreen"),
  withdrawals: the(
    () => import("../screens/money/WithdrawRecordScreen.tsx"),
    "WithdrawRecordScreen",
  ),
  account: the(() => import("../screens/account/AccountScreen.tsx"), "AccountScreen"),
  sports: the(() => import("../screens/sport/SportScreen.tsx"), "SportScreen"),
  sportDetail: the(() => import("../screens/sport/SportDetailScreen.tsx"), "SportDetailScreen"),
  invite: the(() => import("../screens/invite/InviteScreen.tsx"), "InviteScreen"),
  live: the(() => import("../screens/live/LiveScreen.tsx"), "LiveScreen"),
};

/** Overlays above every screen: their code loads at the first use. */
export const OVERLAYS: Readonly<Record<Overlay, Load>> = {
  sportSlip: the(() => import("../slip/sport/SportSheets.tsx"), "SportSheets"),
  pauses: the(() => import("../shell/ClubBars.tsx"), "PauseBar"),
  readOnly: the(() => import("../shell/ClubBars.tsx"), "ReadOnlyBar"),
  reality: the(() => import("../screens/protection/RealityCheck.tsx"), "RealityCheck"),
};

/** The panes of a tablet or a desk. */
export const WIDE = async () => ({
  default: (await import("./WideLayout.tsx")).WideLayout,
});

/** The bet form, and the outcome of the last bet. */
export const BET_SHEETS: Load = the(() => import("../slip/race/BetSheets.tsx"), "BetSheets");
