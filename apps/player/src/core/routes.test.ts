import { expect, test } from "vitest";
import { playerStart } from "@club/i18n/player";
import { findRoute, hrefOf, pathOf, ROUTES } from "./routes.ts";

// The product specification, section 2: path, title, pull-down refresh.
const SPECIFIED = [
  ["/", "Horse Club", true],
  ["/pages/login/login", "Login", false],
  ["/pages/login/register", "Sign Up", false],
  ["/pages/recharge/recharge", "Player top up", false],
  ["/pages/recharge/record", "TopUp History", true],
  ["/pages/about/about", "About", false],
  ["/pages/detail/detail", "Detail", true],
  ["/pages/order/list", "Order", true],
  ["/pages/order/sport_list", "SportOrder", true],
  ["/pages/shop/shop", "Shop", true],
  ["/pages/statement/statement", "Statement", true],
  ["/pages/changePassword/changePassword", "Change Password", false],
  ["/pages/rule/rule", "Rules", false],
  ["/pages/bankCard/bankCard", "Bank account management", false],
  ["/pages/withdraw/withdraw", "Withdraw", false],
  ["/pages/withdraw/record", "Withdraw Record", true],
  ["/pages/account/account", "Account", false],
  ["/pages/sport/sport", "Sports", true],
  ["/pages/sport/detail", "Sport-Detail", false],
  ["/pages/invitation/index", "Invite", true],
] as const;

type SpecifiedRoute = Exclude<(typeof ROUTES)[number], { readonly extra: true }>;
const SPECIFIED_ROUTES = ROUTES.filter((route): route is SpecifiedRoute => !("extra" in route));

test("the routes, titles and refreshes are the specification's", () => {
  const ours = SPECIFIED_ROUTES.map((route) => [
    route.path,
    playerStart[route.title],
    "pull" in route,
  ]);
  expect(ours).toEqual(SPECIFIED);
});

test("six screens carry their own bar", () => {
  const own = SPECIFIED_ROUTES.filter(({ bar }) => bar === "own").map(({ id }) => id);
  expect(own).toEqual(["home", "login", "register", "detail", "account", "sports"]);
});

test("home has an alias, an unknown address no route", () => {
  expect(findRoute("/pages/index/index")?.id).toBe("home");
  expect(findRoute("/pages/nowhere")).toBeUndefined();
});

test("a query stands in the hash; what is empty is left out", () => {
  expect(pathOf("detail", { race: "a b" })).toBe("/pages/detail/detail?race=a+b");
  expect(hrefOf("orders", { tab: undefined })).toBe("#/pages/order/list");
});
