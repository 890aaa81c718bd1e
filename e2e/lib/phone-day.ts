import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import {
  ok,
  startClub,
  type TestClub,
  type TestOperator,
} from "../../apps/server/src/test/club.ts";
import { violationsOf } from "./axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./card.ts";
import { signInOperator } from "./console-app.ts";
import { faultsOf } from "./look.ts";
import { stepsInOrder } from "./steps-in-order.ts";
import { settle } from "./tour.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./window.ts";

/** The phone in an operator's hand. */
export const PHONE = { width: 390, height: 844 };
/** The least a finger gets. */
export const THUMB_PX = 44;

/** A club with open races and a top-up that waits, and its owner signed in to the console on a phone. */
export interface PhoneDay {
  readonly club: TestClub;
  readonly phone: Window;
  readonly owner: TestOperator;
  readonly races: readonly OpenRace[];
}

/** For the tests of one file, in order: made before the first test, closed after the last. */
export function phoneDay(): PhoneDay {
  const day = {} as PhoneDay;
  beforeAll(async () => {
    const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
    Object.assign(day, { club });
    const races = await openMeeting(club, { races: 4, runners: 8 });
    const [first] = races as [OpenRace];
    await fillPools(club, first);
    const { token } = await club.signUp();
    const body = { method: "bank_transfer", amount_cents: 2500 };
    const headers = { "idempotency-key": "waits-for-a-thumb" };
    ok(await club.call("POST", "/api/recharge/create", { token, body, headers }));
    const owner = await club.newOperator("owner");
    const phone = await openWindow(club.url, { size: PHONE, withoutPolicy: true });
    Object.assign(day, { races, owner, phone });
    await signInOperator(phone.page, owner.name);
  });
  stepsInOrder(async () => {
    await keepScreen(day.phone.page, "phone-failed");
  });
  afterAll(async () => {
    await closeBrowser();
    await day.club?.close();
  });
  return day;
}

/** What stands there is whole and free of faults, and is kept to be looked at. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await settle(page);
  await keepScreen(page, `phone-${name}`);
  expect(await faultsOf(page), name).toEqual([]);
  expect(await violationsOf(page), name).toEqual([]);
}

/** Each of them is on the screen as a whole, and a thumb meets it. */
export async function expectForThumb(acts: Locator): Promise<void> {
  await acts.first().waitFor();
  await settle(acts.page());
  const boxes = await acts.evaluateAll((all) =>
    all.map((act) => {
      const { left, right, top, bottom, width, height } = act.getBoundingClientRect();
      return { name: act.textContent, left, right, top, bottom, least: Math.min(width, height) };
    }),
  );
  for (const { name, ...box } of boxes) {
    expect(Math.round(box.least), name).toBeGreaterThanOrEqual(THUMB_PX);
    expect(Math.min(box.left, box.top), name).toBeGreaterThanOrEqual(0);
    expect(Math.ceil(box.right), name).toBeLessThanOrEqual(PHONE.width);
    expect(Math.ceil(box.bottom), name).toBeLessThanOrEqual(PHONE.height);
  }
}

/** What can be done about what is on the page, at its lower end. */
export const acts = (page: Page) => page.locator(".c-act-end .c-button");
