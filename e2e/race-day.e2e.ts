import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { openRaceDay, type TestRace } from "../apps/server/src/test/race-day.ts";
import { makePlayer } from "./lib/people.ts";
import { openRace, placeBet, type AppBet } from "./lib/player-app.ts";
import { closeBrowser, expectNoTrouble, keepScreen, openWindow } from "./lib/window.ts";

let club: TestClub;
let races: TestRace[];

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 2, runners: 10 });
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("explore", async () => {
  const player = await makePlayer(club, 100_000);
  const window = await openWindow(club.url, { stored: player.stored });
  const { page } = window;
  await openRace(page, races[0]!.race_id);
  await keepScreen(page, "race-light");
  const t = Date.now();
  const bets: AppBet[] = [
    { type: 1, columns: [[4]], stake: "5" },
    { type: 9, columns: [[4, 7]], stake: "2", placeStake: "3" },
    { type: 6, columns: [[4], [7, 9], [2, 3]], stake: "1.50" },
    { type: 10, columns: [[4], [7, 9]], stake: "1.50", race2: races[1]!.race_id },
    {
      type: 15,
      columns: [
        [4, 2],
        [7, 9, 3],
      ],
      stake: "1",
    },
  ];
  for (const bet of bets) {
    const receipt = await placeBet(page, bet);
    console.log(Date.now() - t, receipt);
  }
  expectNoTrouble(window);
});
