import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, type TestPlayer } from "../apps/server/src/test/club.ts";
import { PaymentDesk } from "../apps/server/src/test/payment-desk.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The cashier sees what a provider took, decides what does not fit, and gives back. In order. */

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let money: PaymentDesk;
let desk: Window;
let player: TestPlayer;

beforeAll(async () => {
  money = await PaymentDesk.open();
  player = await money.club.signUp("ann_payer");
  const cashier = await money.club.newOperator("cashier");
  desk = await openWindow(money.club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, cashier.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "console-payments-failed");
});
afterAll(async () => {
  await closeBrowser();
  await money?.close();
});

const dialog = () => desk.page.getByRole("dialog");
const row = (text: string) => desk.page.getByRole("row").filter({ hasText: text });

async function decide(button: string, reason: string): Promise<void> {
  await dialog().getByLabel("Reason").fill(reason);
  await dialog().getByRole("button", { name: button }).click();
  await dialog().waitFor({ state: "detached" });
}

test("a payment stands in the list with its provider's id, and is refunded", async () => {
  const { page } = desk;
  await openPage(page, "/payments");
  await page.getByText("No payment yet").waitFor();
  const { id, payment } = await money.ask(player);
  money.provider.choose(payment, "debit");
  ok(await money.tell("succeeded", payment));
  await openPage(page, "/payments");
  await page.reload();
  await row(payment.id).getByText("booked").waitFor();
  await row(payment.id).getByRole("button", { name: "Refund" }).click();
  await decide("Refund", "asked for by phone");
  await row(payment.id).getByText("refund under way").waitFor();
  await money.watchOnly(id, { isAsked: false });
  expect(await money.stateOf(id)).toBe("refunded");
});

test("what nobody asked for is given to a player who is found by name; the rest is put aside", async () => {
  const { page } = desk;
  const stray = money.provider.add({
    id: "pay_stray",
    reference: "NOBODY",
    amountCents: 1234,
    currency: "AUD",
    returnUrl: "",
  });
  money.provider.choose(stray, "debit");
  ok(await money.tell("succeeded", stray));
  const other = money.provider.add({ ...stray, id: "pay_other" });
  ok(await money.tell("failed", other));
  await openPage(page, "/payments?tab=arrivals");
  await page.reload();
  await row("pay_stray").getByRole("button", { name: "Book" }).click();
  await dialog().getByLabel("To which player").fill("ann_");
  await dialog().getByLabel("Player", { exact: true }).selectOption({ label: player.name });
  await keepScreen(page, "console-payments-book");
  await decide("Book", "his bank's paper");
  await row("pay_stray").getByText("booked").waitFor();
  expect(await money.cashOf(player)).toBe(1234);
  await row("pay_other").getByRole("button", { name: "Put aside" }).click();
  await decide("Put aside", "nothing came");
  await row("pay_other").getByText("put aside").waitFor();
});

test("a dispute that is won gives the money again", async () => {
  const { page } = desk;
  const { payment } = await money.ask(player, 2000);
  money.provider.choose(payment, "debit");
  ok(await money.tell("succeeded", payment));
  ok(await money.tell("disputed", payment));
  expect(await money.cashOf(player)).toBe(1234);
  await page.reload();
  await row(payment.id).getByText("the payer disputes it").waitFor();
  await row(payment.id).getByRole("button", { name: "We won" }).click();
  await decide("We won", "letter of the provider");
  await row(payment.id).getByText("booked").waitFor();
  expect(await money.cashOf(player)).toBe(3234);
});

test.each(["payments", "arrivals", "days"])("%s holds at a desk and on a phone", async (tab) => {
  const { page } = desk;
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await openPage(page, `/payments?tab=${tab}`);
    await settle(page);
    await keepScreen(page, `console-payments-${tab}-${size.width}`);
    // The console's own head and rail do not fit on a phone yet; the page within them does.
    if (size === WIDE) expect(await faultsOf(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize(DESK);
  expectNoTrouble(desk);
});
