import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { startClub, type TestClub } from "../../apps/server/src/test/club.ts";
import { makeClubDay, type ClubDay } from "./club-day.ts";
import type { Stop } from "./tour.ts";
import { closeBrowser, openWindow, type Window, type WindowOptions } from "./window.ts";

/** A club in the middle of a day, and windows of the player who bets there. */
export interface FullDay {
  readonly club: TestClub;
  /** The club under a name: an address of numbers has no passkeys. */
  readonly named: string;
  readonly day: ClubDay;
  /** A page that closes with its test, signed in unless the options say what is stored. */
  readonly open: (options?: WindowOptions, url?: string) => Promise<Page>;
}

/** For the tests of one file: made before the first test, closed after the last. */
export function fullDay(): FullDay {
  const windows: Window[] = [];
  const full = {
    open: async (options: WindowOptions = {}, url = full.club.url) => {
      const window = await openWindow(url, { stored: full.day.player.stored, ...options });
      windows.push(window);
      return window.page;
    },
  } as FullDay;
  beforeAll(async () => {
    const club = await startClub();
    Object.assign(full, { club, named: club.url.replace("127.0.0.1", "localhost") });
    Object.assign(full, { day: await makeClubDay(club) });
  });
  afterAll(async () => {
    await closeBrowser();
    await full.club?.close();
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close();
  });
  return full;
}

/** Goes to every stop and gathers what is wrong there. */
export async function walk(
  page: Page,
  stops: readonly Stop[],
  look: (at: Stop) => Promise<readonly string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const stop of stops) {
    await stop.go(page);
    faults.push(...(await look(stop)).map((fault) => `${stop.name}: ${fault}`));
  }
  return faults;
}
