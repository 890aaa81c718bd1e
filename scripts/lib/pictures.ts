import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.ts";

export const PICTURES_FOLDER = join(ROOT, "docs/pictures");
/** What each picture was drawn from, written beside them. */
export const DRAWN_FROM = join(PICTURES_FOLDER, "drawn-from.json");

export interface Picture {
  readonly name: string;
  readonly text: string;
  readonly on: "phone" | "desk";
  /** The page that it shows, and the navigation around it: when these change, it is drawn anew. */
  readonly page: readonly string[];
}

const HOME = [
  "apps/player/src/screens/home/HomeScreen.tsx",
  "apps/player/src/screens/home/Home*.tsx",
];
const RAIL = "apps/console/src/app/routes.ts";

/** The pictures of the README, in its order. */
export const PICTURES: readonly Picture[] = [
  {
    name: "home-light",
    text: "Home: the next race with its shortest prices, and the meetings of the day",
    on: "phone",
    page: HOME,
  },
  { name: "home-dark", text: "The same in the dark", on: "phone", page: HOME },
  {
    name: "race-light",
    text: "A race: pools, runners and prices that move",
    on: "phone",
    page: ["apps/player/src/screens/race/{RaceScreen,RaceBoard,Runners}.tsx"],
  },
  {
    name: "form",
    text: "A runner: what it did before, run by run, in any order",
    on: "phone",
    page: ["apps/player/src/screens/race/{PastRuns,RunnerSheet}.tsx"],
  },
  {
    name: "slip",
    text: "The bet form: stand-outs in order, combinations, cost and estimate",
    on: "phone",
    page: ["apps/player/src/slip/race/Slip*.tsx"],
  },
  {
    name: "receipt",
    text: "The receipt with its number, the exact time and its hash",
    on: "phone",
    page: ["apps/player/src/slip/race/BetReceipt.tsx"],
  },
  {
    name: "orders",
    text: "Settled bets and what they paid",
    on: "phone",
    page: ["apps/player/src/orders/Order*.tsx"],
  },
  {
    name: "check",
    text: "The dividends of a race, computed again on the phone: equal to the cent",
    on: "phone",
    page: ["apps/player/src/proofs/Check*.tsx"],
  },
  {
    name: "sports",
    text: "Sports: the matches of the day with their prices",
    on: "phone",
    page: ["apps/player/src/screens/sport/{SportScreen,Board,BoardRow}.tsx"],
  },
  {
    name: "console-run-sheet",
    text: "The console: run sheet of the day",
    on: "desk",
    page: ["apps/console/src/day/run-sheet/*.tsx", RAIL],
  },
  {
    name: "console-result",
    text: "The console: a result with every number of its settlement",
    on: "desk",
    page: ["apps/console/src/day/races/RacePage.tsx", "apps/console/src/day/results/*.tsx", RAIL],
  },
  {
    name: "console-club",
    text: "The console: the club's week, compared with the one before",
    on: "desk",
    page: ["apps/console/src/money/reports/Club*.tsx", RAIL],
  },
  {
    name: "console-phone",
    text: "The run sheet on a phone",
    on: "phone",
    page: ["apps/console/src/day/run-sheet/*.tsx", "apps/console/src/app/Frame.tsx"],
  },
];

/** Of the files of a picture's page as they stand: another digest, an older picture. */
export function digestOf({ name, page }: Picture): string {
  const files = [
    ...new Set(page.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))),
  ].toSorted();
  if (files.length === 0) throw new Error(`The picture ${name} shows no page.`);
  const digest = createHash("sha256");
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return digest.digest("hex");
}
