import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { sendNotice, signedNotice } from "@club/doubles";
import { codeOfStep, stepOf } from "../apps/server/src/desk/operators/totp.ts";
import { PASSWORD } from "../apps/server/src/test/club.ts";
import { ZONE } from "../apps/server/src/test/zone.ts";
import { openPage } from "./lib/console-app.ts";
import { SECRET, startHouse, type House } from "./lib/house.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { tick } from "./lib/tick.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * docs/opening.md, step by step: from an empty club to every line of "Going live" green and a
 * member's 1.00 in and out. Providers are doubles; whatever a keeper does beside the browser is in
 * lib/house.ts.
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PHONE_NUMBER = "400123456";
const ADDRESS = "noor@example.org";
const MEMBER_PASSWORD = "seven copper gates";

let house: House;
/** The owner at the desk, the second person beside, the first member's phone. */
let desk: Window;
let second: Window;
let phone: Window;

beforeAll(async () => {
  house = await startHouse(ZONE);
  const atDesk = { size: DESK, withoutWorker: true } as const;
  desk = await openWindow(house.deskUrl, atDesk);
  second = await openWindow(house.deskUrl, atDesk);
  phone = await openWindow(house.clubUrl, { withoutWorker: true });
  // Before the second factor is there, the console is refused what it would show.
  for (const window of [desk, second]) window.expectTrouble(/403|401.*\/stream/);
});
stepsInOrder(async () => {
  const windows = { desk, second, phone };
  for (const [name, { page }] of Object.entries(windows)) {
    await keepScreen(page, `opening-failed-${name}`);
  }
});
afterAll(async () => {
  await closeBrowser();
  await house?.close();
});

const dialog = ({ page }: Window) => page.getByRole("dialog");
const region = ({ page }: Window, name: string) => page.getByRole("region", { name, exact: true });

/** The lines of "Going live" that are not green. */
async function openLines(): Promise<string[]> {
  const { page } = desk;
  await openPage(page, "/going-live");
  await page.locator(".going-live li").first().waitFor();
  const looked = page.waitForResponse(/\/api\/operator\/going-live$/);
  await page.getByRole("button", { name: "Check again" }).click();
  await looked;
  return await page.locator('.going-live li[data-done="false"] h3').allInnerTexts();
}

async function expectGreen(...names: string[]): Promise<void> {
  const red = async () => (await openLines()).filter((name) => names.includes(name));
  await expect.poll(red).toEqual([]);
}

/** As an authenticator works out the code from the key; each step of half a minute once. */
function codesOf(secret: string): () => string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  let last = 0;
  return () => {
    last = Math.max(last + 1, stepOf(Date.now() / 1000));
    return codeOfStep(Buffer.from(bytes), last);
  };
}

/** Signs in, sets up the second factor, and shows it again whenever the console asks. */
async function comeIn(window: Window, name: string, password: string): Promise<void> {
  const { page } = window;
  await page.goto(`${house.deskUrl}/console/`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Set it up" }).click();
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByAltText("QR code for your authenticator").waitFor();
  const code = codesOf((await page.locator("code.mono").innerText()).replaceAll(/\s/g, ""));
  await page.getByLabel("Code of your authenticator").fill(code());
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("Recovery codes left").waitFor();
  const again = page.getByRole("dialog", { name: "Show your second factor again" });
  await page.addLocatorHandler(again, async () => {
    await again.getByLabel("Code of your authenticator").fill(code());
    await again.getByRole("button", { name: /^Go on/ }).click();
  });
}

/** The second person agrees to what the owner asked for, with its facts before the eyes. */
async function agree(kind: string, ...facts: string[]): Promise<void> {
  const { page } = second;
  await openPage(page, "/approvals?tab=second");
  const shown = region(second, kind);
  for (const fact of facts) await shown.getByText(fact).first().waitFor();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await dialog(second)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("Approved and booked.").waitFor();
}

test("1. the start prints the addresses and, this once, the owner's password", () => {
  expect(house.lines.join("\n")).toMatch(/user owner, password \S+ \(shown this once\)/);
});

test("2. the owner's second factor, and a second person with one", async () => {
  const password = /password (\S+)/.exec(house.lines.join("\n"))?.[1] ?? "";
  await comeIn(desk, "owner", password);
  const { page } = desk;
  await openPage(page, "/operators");
  await page.getByRole("button", { name: "New operator" }).click();
  await dialog(desk).getByLabel("User name").fill("mira");
  await dialog(desk)
    .getByRole("checkbox", { name: /^owner/ })
    .check();
  await dialog(desk)
    .getByRole("button", { name: /^Make operator/ })
    .click();
  const link = await dialog(desk).getByText("#/set-password?token=").innerText();
  await dialog(desk)
    .getByRole("button", { name: /^I have handed it over/ })
    .click();
  await page.getByRole("row", { name: /mira/ }).waitFor();
  expect(await openLines()).toContain("Second factor required");
  // By the link nobody but mira knows the password.
  await second.page.goto(link);
  await second.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await second.page.getByLabel("New password again").fill(PASSWORD);
  await second.page.getByRole("button", { name: "Set the password" }).click();
  await second.page.getByText("Your new password is set.").waitFor();
  await comeIn(second, "mira", PASSWORD);
  await expectGreen(
    "Second factor required",
    "Four eyes",
    "Demo off",
    "Two database roles",
    "Own PostgreSQL server",
    "Encrypted connection",
    "Console on a host of its own",
    "A synchronous standby of the database",
  );
});

/** Presses Test at a connection. */
async function tryOut(kind: string, to?: { label: string; value: string }): Promise<void> {
  await openPage(desk.page, "/connections");
  await region(desk, kind).getByRole("button", { name: "Test" }).click();
  if (to !== undefined) await dialog(desk).getByLabel(to.label).fill(to.value);
  await dialog(desk).getByRole("button", { name: "Test" }).click();
  await dialog(desk).getByText("It went through.").waitFor();
  await dialog(desk).getByRole("button", { name: "Cancel" }).click();
}

test("3. messages and alerts: each is tested, and arrives", async () => {
  await tryOut("E-mail", { label: "To which address", value: "owner@club.example" });
  await tryOut("Text messages", { label: "To which phone", value: "+61400000001" });
  await tryOut("Alerts");
  const { mail, sms } = house.providers;
  await expect
    .poll(() => mail.mails.map(({ to }) => to).toSorted())
    .toEqual(["keeper@club.example", "owner@club.example"]);
  expect(sms.texts.map(({ to }) => to)).toEqual(["+61400000001"]);
  await expectGreen("E-mail arrives", "Text messages arrive", "Alerts are heard");
});

test("4. where players pay to: a wrong BSB is refused, a second person agrees to the account", async () => {
  const { page } = desk;
  desk.expectTrouble(/422.*receiving-accounts/);
  await openPage(page, "/bank?tab=accounts");
  await page.getByText("Without an open one the app offers no transfer.").waitFor();
  await page.getByRole("button", { name: "New account" }).click();
  const form = dialog(desk);
  await form.getByLabel("Bank", { exact: true }).fill("Bank of Sydney");
  await form.getByLabel("Name on the account").fill("Fern Creek Racing Trust");
  await form.getByLabel("BSB, sort code or branch").fill("06200");
  await form.getByLabel("Account number").fill("1234 5678");
  await form.getByRole("button", { name: /^Keep/ }).click();
  await form.getByRole("alert").waitFor();
  await form.getByLabel("BSB, sort code or branch").fill("062-000");
  await form.getByRole("button", { name: /^Keep/ }).click();
  await page.getByText("Asked: another operator agrees to it.").waitFor();
  await agree("Receiving accounts", "Bank of Sydney", "062-000", "Fern Creek Racing Trust");
  await page.reload();
  await page.getByText("shown to players").first().waitFor();
  await tryOut("Payments in");
  await expectGreen("Money can come in");
});

test("5. how withdrawals leave: by the provider, and the first one without waiting a day", async () => {
  await tryOut("Payouts");
  await expectGreen("Money can go out");
  await setAccountHours("0");
});

async function setAccountHours(hours: string): Promise<void> {
  await openPage(desk.page, "/club-settings");
  const group = region(desk, "Withdrawals");
  await group.getByLabel("Hours before a new account is paid").fill(hours);
  await group.getByRole("button", { name: /^Keep/ }).click();
  await desk.page.getByText("Asked: another owner agrees to it.").waitFor();
  await agree("Club settings");
}

test("6. identity is chosen, and the register of excluded people answers", async () => {
  const { page } = desk;
  await openPage(page, "/settings");
  await page.getByLabel("Identity must have been checked").selectOption("before_withdrawal");
  await page.getByText("It holds from now on").waitFor();
  await tryOut("Identity checks");
  await tryOut("Register of excluded people");
  await expectGreen("When identities are checked is chosen", "Register of excluded people");
});

test("7. the first backup", async () => {
  expect(await openLines()).toContain("Backup within a day");
  await house.backUp();
  await expectGreen("Backup within a day");
});

test("8.1 the first member signs up by a code that comes to the phone alone", async () => {
  const { page } = phone;
  await page.goto(`${house.clubUrl}/app/#/pages/login/register`);
  await page.getByLabel("User name").fill("noor");
  await page.getByLabel("Password", { exact: true }).fill(MEMBER_PASSWORD);
  await page.getByLabel("E-mail, if you like").fill(ADDRESS);
  await page.getByLabel("Phone").fill(PHONE_NUMBER);
  await page.getByRole("button", { name: "Send the code" }).click();
  const code = await textTo(`+61${PHONE_NUMBER}`, /\b\d{6}\b/);
  // Nobody at the desk reads it.
  await openPage(desk.page, "/outbox");
  await desk.page.getByLabel("To", { exact: true }).fill(`+61${PHONE_NUMBER}`);
  await desk.page.getByRole("button", { name: "Find" }).click();
  await desk.page.getByText("••••••").first().waitFor();
  expect(await desk.page.content()).not.toContain(code);
  await page.getByLabel("Code from the text message").fill(code);
  await page.getByRole("checkbox", { name: /^I am 18 or over and agree/ }).check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByLabel("Date of birth", { exact: true }).fill("1991-03-14");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // It cannot be changed, so it is read back.
  await page.getByRole("button", { name: "Yes, that is right" }).click();
  await page.getByRole("button", { name: "Go on without a limit" }).click();
  await page.waitForURL("**/app/#/");
});

/** What a text message says, once it is there. */
async function textTo(number: string, what: RegExp): Promise<string> {
  const found = (): string | undefined =>
    house.providers.sms.texts
      .filter(({ to }) => to === number)
      .map(({ text }) => what.exec(text)?.[0])
      .find((said) => said !== undefined);
  await expect.poll(found).toBeDefined();
  return found() ?? "";
}

test("8.2 name and home: the checker says verified at the player's file", async () => {
  const { page } = phone;
  await openScreen(page, "/pages/account/account");
  await page
    .locator(".list-group")
    .getByRole("button", { name: /^Name and phone/ })
    .click();
  const form = sheet(page);
  await form.getByLabel("Full name, as in your bank account").fill("Noor Haldane");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.getByLabel("Address", { exact: true }).fill("12 Fern Creek Road");
  await form.getByLabel("Postcode").fill("2000");
  await form.getByLabel(/^Country/).fill("AU");
  await form.getByRole("button", { name: "Keep the address" }).click();
  await openPage(desk.page, "/players");
  await desk.page.getByRole("row", { name: /noor/ }).dblclick();
  const checks = region(desk, "Identity checks");
  const isVerified = async (): Promise<boolean> => {
    await desk.page.reload();
    await tick(desk.page.getByRole("radio", { name: "File" }));
    await checks.waitFor();
    await checks.getByRole("row").last().waitFor();
    return (await checks.getByText("verified").count()) > 0;
  };
  await expect.poll(isVerified, { interval: 500 }).toBe(true);
});

test("8.3 1.00 in by card: to the provider's page and back to a page that says the truth", async () => {
  const { page } = phone;
  phone.expectTrouble(/another host: http:\/\/127\.0\.0\.1:\d+\/pay\/pay_/);
  await openScreen(page, "/pages/recharge/recharge");
  await tick(page.getByRole("radio", { name: "Card or wallet" }));
  await enterAmount(page);
  await page.getByRole("button", { name: /^Top up/ }).click();
  await page.getByRole("button", { name: "Pay by debit card" }).click();
  await page.locator("[data-truth]").getByText("The money is in your balance").waitFor();
  await keepScreen(page, "opening-top-up");
  await mailArrives("Your top-up has arrived");
  await expectGreen("1.00 came in");
});

async function enterAmount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Amount" }).first().click();
  await typeAmount(page, "1");
  await sheet(page).getByRole("button", { name: /^Done/ }).click();
}

/** What the member is told by mail. */
async function mailArrives(subject: string): Promise<void> {
  const { mail } = house.providers;
  const told = () => mail.mails.filter(({ to }) => to === ADDRESS).map((each) => each.subject);
  await expect.poll(told).toContain(subject);
}

test("8.4 1.00 out: the account is verified, the withdrawal approved, the provider pays it", async () => {
  const { page } = phone;
  await openScreen(page, "/pages/withdraw/withdraw");
  await page.getByRole("link", { name: "Add your bank account" }).click();
  await page.getByLabel("Name on the account").fill("Noor Haldane");
  await page.getByLabel("Bank", { exact: true }).fill("Harbour Mutual");
  await page.getByLabel("BSB").fill("999-204");
  await page.getByLabel("Account number").fill("1184 4417");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••4417").waitFor();
  await openScreen(page, "/pages/withdraw/withdraw");
  await enterAmount(page);
  await page.getByRole("button", { name: /^Withdraw \$1\.00/ }).click();
  await page.getByText("$1.00 on its way").waitFor();
  await openPage(desk.page, "/approvals?tab=withdrawals");
  await desk.page.getByText("$1.00").first().waitFor();
  await desk.page.getByRole("button", { name: /^Verify the account/ }).click();
  await dialog(desk)
    .getByRole("button", { name: /^Verify/ })
    .click();
  await desk.page.getByText("The account is verified.").waitFor();
  await desk.page.getByRole("button", { name: /^Approve/ }).click();
  await dialog(desk)
    .getByRole("button", { name: /^Approve/ })
    .click();
  const { payouts } = house.providers;
  await expect.poll(() => payouts.payouts.map((each) => each.amount_cents)).toEqual([100]);
  const [payout] = payouts.payouts;
  if (payout === undefined) throw new Error("the provider was asked");
  const notice = signedNotice(payouts.news(payout, "paid"), { secret: SECRET });
  const hook = `${house.serverUrl}/api/hooks/payouts/standard`;
  expect(await sendNotice(hook, notice)).toBe(200);
  await mailArrives("Your withdrawal was paid");
  await expectGreen("1.00 went out");
});

test("a member's phone is changed by a code to the new one, and the old one is told", async () => {
  const { page } = phone;
  phone.expectTrouble(/422.*user\/phone\/confirm/);
  await openScreen(page, "/pages/account/account");
  await page
    .locator(".list-group")
    .getByRole("button", { name: /^Name and phone/ })
    .click();
  const form = sheet(page);
  await form.getByLabel("New phone number").fill("+61 400 765 432");
  await form.getByText("With its country: +61 ...").waitFor();
  await form.getByLabel("Password", { exact: true }).fill(MEMBER_PASSWORD);
  await keepScreen(page, "opening-new-phone");
  await form
    .locator("form", { has: page.getByLabel("New phone number") })
    .getByRole("button", { name: "Send a code there" })
    .click();
  const code = await textTo("+61400765432", /\b\d{6}\b/);
  const field = form.getByLabel("Code from the text message");
  const ofCode = form.locator("form", { has: page.getByLabel("Code from the text message") });
  const save = ofCode.getByRole("button", { name: "Save" });
  await field.fill(code === "000000" ? "000001" : "000000");
  await save.click();
  await form.getByRole("alert").getByText("The code is wrong or has expired.").waitFor();
  await field.fill(code);
  await save.click();
  await form.getByText("•••432").waitFor();
  await textTo(`+61${PHONE_NUMBER}`, /changed to •••432/);
  await mailArrives("Your phone number was changed");
});

test("every line is green, and the books are sound", async () => {
  await setAccountHours("24");
  await expect.poll(openLines).toEqual([]);
  await desk.page.getByText("all done").waitFor();
  await keepScreen(desk.page, "opening-going-live");
  await openPage(desk.page, "/ledger");
  await desk.page.getByRole("button", { name: /^Verify now/ }).click();
  await desk.page.getByText("The books verify.").waitFor();
  expectNoTrouble(desk, second, phone);
});
