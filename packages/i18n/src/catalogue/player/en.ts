import type { Messages } from "../../translate.ts";

/** Texts of the player alone. Keys begin with the area or the screen: "home.next". */
export const en = {
  // Titles of the twenty routes, as the product specification names them.
  "route.home": "Horse Club",
  "route.login": "Login",
  "route.register": "Sign Up",
  "route.topUp": "Player top up",
  "route.topUps": "TopUp History",
  "route.about": "About",
  "route.detail": "Detail",
  "route.orders": "Order",
  "route.sportOrders": "SportOrder",
  "route.shop": "Shop",
  "route.statement": "Statement",
  "route.changePassword": "Change Password",
  "route.rules": "Rules",
  "route.bankCard": "Bank account management",
  "route.withdraw": "Withdraw",
  "route.withdrawals": "Withdraw Record",
  "route.account": "Account",
  "route.sports": "Sports",
  "route.sportDetail": "Sport-Detail",
  "route.invite": "Invite",
  // Around the screens.
  "shell.balance": "Balance {amount}, open the account",
  "shell.openBets.one": "{n} open bet",
  "shell.openBets.other": "{n} open bets",
  "coming.title": "This page is on its way",
  "coming.text": "It is not built yet. Nothing is missing from your account.",
  "coming.act": "To the races",
  "notFound.title": "No such page",
  "notFound.text": "The address leads nowhere in the club.",
  // Home.
  "home.bet": "Bet",
  "home.kinds": "Kind of event",
  "home.days": "Race day",
  "home.favourite": "{name} first",
  "home.failed": "The meetings did not load.",
  "home.empty": "No meetings on this day",
  "home.emptyText": "Try another day or another kind of event.",
  "home.nextFailed": "The next races did not load.",
  "home.nextNone": "No race is open for betting now.",
  "home.install": "It opens at once, also without a connection.",
  "home.installIos": "Tap Share, then Add to Home Screen.",
  "home.chipLabel": "Race {n}, {status}, {time}",
  "home.chip.closed": "Closed",
  "home.chip.interim": "Interim",
  "home.chip.final": "Result",
  "home.chip.settled": "Result",
  "home.chip.abandoned": "Off",
  "race.priceLabel": "{n}, {name}, {pool} {price}",
  "race.noPrice": "no price yet",
} as const satisfies Messages;

export type PlayerOwnMessages = typeof en;
export type PlayerKey = keyof typeof en;
