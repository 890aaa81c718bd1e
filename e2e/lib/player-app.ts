import type { Locator, Page } from "playwright-core";

/** A bet as it is made in the app: runners by column of the grid, stake by chip or keys. */
export interface AppBet {
  readonly type: number;
  readonly columns: readonly (readonly number[])[];
  /** In major units, typed on the keypad: "2.50". */
  readonly stake: string;
  /** Each Way: another stake for the place. */
  readonly placeStake?: string;
  /** Doubles: the id of the second race; its runners are the second column. */
  readonly race2?: string;
}

/** Opens a screen by its route, as a link does. */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (page.url().includes("/app/")) await page.evaluate((to) => void (location.hash = to), path);
  else await page.goto(`/app/#${path}`);
}

export async function openHome(page: Page): Promise<void> {
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
}

export async function openRace(page: Page, raceId: string): Promise<void> {
  await openScreen(page, `/pages/detail/detail?race=${raceId}`);
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
}

/** Fills in the bet form, and stops short of placing the bet. */
export async function fillSlip(page: Page, bet: AppBet): Promise<void> {
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await chooseType(page, bet.type);
  if (EACH.includes(bet.type)) await chooseRunners(page, bet.columns[0] ?? []);
  else await chooseInGrid(page, bet);
  await typeStakes(page, bet);
}

/** Win, Place, Each Way: after the first runner the grid is replaced by the chosen runners. */
const EACH: readonly number[] = [1, 2, 9];

async function chooseRunners(page: Page, [first, ...others]: readonly number[]): Promise<void> {
  if (first === undefined) return;
  await cellOf(page, first, 0).click();
  const more = sheet(page).getByRole("button", { name: "Add another runner" });
  await more.waitFor();
  if (others.length === 0) return;
  await more.click();
  for (const number of others) await tapCell(page, number, 0);
  await sheet(page).getByRole("button", { name: "Done" }).click();
}

async function chooseInGrid(page: Page, bet: AppBet): Promise<void> {
  for (const [column, numbers] of bet.columns.entries()) {
    if (bet.race2 !== undefined && column === 1) await chooseSecondRace(page, bet.race2);
    // A double shows one race at a time.
    const shown = bet.race2 === undefined ? column : 0;
    for (const number of numbers) await tapCell(page, number, shown);
  }
}

export async function chooseType(page: Page, type: number): Promise<void> {
  await sheet(page).locator(`.type-option[data-id="${type}"]`).click();
}

async function chooseSecondRace(page: Page, raceId: string): Promise<void> {
  await sheet(page)
    .getByRole("group", { name: "Second race" })
    .locator(`[data-id="${raceId}"]`)
    .click();
  // Its runners come by themselves.
  const legs = sheet(page).getByRole("group", { name: "Races of the double" }).getByRole("radio");
  await legs.nth(1).and(page.locator(":checked")).waitFor({ state: "attached" });
}

/** Rows are ordered by saddle number; a cell's position in its row is its column. */
export async function tapCell(page: Page, number: number, column: number): Promise<void> {
  await cellOf(page, number, column).click();
  await sheet(page)
    .locator(`[data-at="${number - 1}.${column}"][aria-pressed="true"]`)
    .waitFor();
}

function cellOf(page: Page, number: number, column: number): Locator {
  return sheet(page).locator(`[data-at="${number - 1}.${column}"]`);
}

/** A runner in a leg of a bet on several races; both from where they stand: leg 0, runner 1. */
export function cellOfLeg(page: Page, leg: number, runner: number): Locator {
  return sheet(page)
    .locator(".multi-leg")
    .nth(leg)
    .locator(`[data-at="${runner - 1}.0"]`);
}

async function typeStakes(page: Page, bet: AppBet): Promise<void> {
  if (EACH.includes(bet.type)) {
    const label = bet.type === 9 ? "Win stake" : "Stake per combination";
    await sheet(page).getByRole("button", { name: label }).click();
  } else {
    await sheet(page).getByRole("button", { name: "Per combination" }).click();
  }
  await typeAmount(page, bet.stake);
  if (bet.placeStake !== undefined) {
    await sheet(page).getByRole("button", { name: "Place stake" }).click();
    await typeAmount(page, bet.placeStake);
  }
}

export async function typeAmount(page: Page, amount: string): Promise<void> {
  const keys = page.getByRole("group", { name: "Amount keypad" });
  await keys.getByRole("button", { name: "Clear", exact: true }).click();
  for (const key of amount) await keys.getByRole("button", { name: key, exact: true }).click();
}

/** The button that shows the amount, with or without the keypad open. */
export function placeButton(page: Page): Locator {
  return sheet(page).getByRole("button", { name: /^Place (bet|it again)/ });
}

export interface ReceiptText {
  readonly number: string;
  readonly time: string;
  readonly text: string;
}

/** The receipt on the screen. */
export async function readReceipt(page: Page): Promise<ReceiptText> {
  const receipt = page.locator("article.receipt");
  await receipt.waitFor();
  return {
    number: await receipt.locator(".receipt-board b.fig").first().innerText(),
    time: await receipt.locator(".receipt-time").innerText(),
    text: await receipt.innerText(),
  };
}

/** Places a bet with the app's own form and leaves its receipt. */
export async function placeBet(page: Page, bet: AppBet): Promise<ReceiptText> {
  await fillSlip(page, bet);
  await placeButton(page).click();
  const receipt = await readReceipt(page);
  await sheet(page).getByRole("button", { name: "Back to the race" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  return receipt;
}

/** The sheet on top. */
export function sheet(page: Page): Locator {
  return page.locator("dialog[open], .sheet-beside").last();
}
