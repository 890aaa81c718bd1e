import * as contract from "@club/contract";
import type { Call, Role } from "@club/contract";
import { expect, test } from "vitest";
import type { PageName } from "../core/paths.ts";
import type { Session } from "../core/session.ts";
import { mayOpen, ROUTES } from "./routes.ts";

const CALLS = (Object.values(contract) as readonly Partial<Call>[]).filter(
  (each): each is Call => typeof each.path === "string" && Array.isArray(each.access),
);
const nameOf = ({ method, path }: Call): string => `${method} ${path}`;
const PAGES = Object.keys(ROUTES) as PageName[];

const sessionWith = (calls: readonly string[]): Session => ({
  token: "",
  refreshToken: "",
  name: "",
  operatorId: "",
  roles: [],
  ownRoles: [],
  calls,
});
const pagesOf = (calls: readonly string[]): PageName[] =>
  PAGES.filter((page) => mayOpen(sessionWith(calls), page));
const callsOf = (role: Role): string[] =>
  CALLS.filter(({ access }) => access.includes(role as never)).map(nameOf);

/** What every operator sees. */
const OWN = ["alerts", "settings"];
const DAY = ["sheet", "races", "race", "cards", "incidents", "sports", "sportReport", "sport"];

test.each<[Role, readonly string[]]>([
  ["card_clerk", [...DAY, "sportNew", "sportImport", "rules"]],
  [
    "cashier",
    [
      "approvals",
      "ledger",
      "bank",
      "payments",
      "club",
      "reports",
      "players",
      "player",
      "cases",
      "invitations",
      "shop",
      "rules",
    ],
  ],
  ["auditor", PAGES.filter((page) => !["sportNew", "sportImport", "outbox"].includes(page))],
])("%s sees these pages", (role, pages) => {
  expect(new Set(pagesOf(callsOf(role)))).toEqual(new Set([...OWN, ...pages]));
});

test("a page is open to whoever may make one of its calls, and to nobody else", () => {
  const known = CALLS.map(nameOf);
  for (const page of PAGES) {
    const { opens } = ROUTES[page];
    if (opens === "all") continue;
    for (const call of opens) {
      expect(known, page).toContain(call);
      expect(pagesOf([call]), page).toContain(page);
    }
    expect(pagesOf(known.filter((call) => !opens.includes(call as never))), page).not.toContain(
      page,
    );
  }
});
