import { afterAll, afterEach, beforeAll } from "vitest";
import { startClub, type TestClub } from "../../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./card.ts";
import { makePlayer } from "./people.ts";
import { expectNoTrouble } from "./trouble.ts";
import { closeBrowser, openWindow, type Window, type WindowOptions } from "./window.ts";

/** A club with an open meeting, money in its first race's pools, and a player's stored session. */
export interface OpenDay {
  readonly club: TestClub;
  readonly race: OpenRace;
  readonly stored: Record<string, string>;
  /** A window that closes with its test. The test fails if anything unexpected went wrong in it. */
  open(options?: WindowOptions): Promise<Window>;
}

/** For the tests of one file: made before the first test, closed after the last. */
export function openDay(): OpenDay {
  const windows: Window[] = [];
  const day = {
    open: async (options: WindowOptions = {}) => {
      const window = await openWindow(day.club.url, options);
      windows.push(window);
      return window;
    },
  } as OpenDay;
  beforeAll(async () => {
    const club = await startClub();
    Object.assign(day, { club });
    const [race] = await openMeeting(club, { races: 3 });
    if (race === undefined) throw new Error("a race is open");
    await fillPools(club, race);
    const { stored } = await makePlayer(club, 50_000);
    Object.assign(day, { race, stored });
  });
  afterAll(async () => {
    await closeBrowser();
    await day.club?.close();
  });
  afterEach(async () => {
    const opened = windows.splice(0);
    for (const window of opened) await window.close();
    expectNoTrouble(...opened);
  });
  return day;
}
