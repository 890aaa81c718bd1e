import { MailDouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub, type TestOperator } from "../apps/server/src/test/club.ts";
import { deliverDue } from "../apps/server/src/tell/delivery/deliver.ts";
import { mailChannel } from "../apps/server/src/tell/outbox/message-channel.ts";
import { queueMessage } from "../apps/server/src/tell/outbox/queue-message.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { tick } from "./lib/tick.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The owner sees what crosses the club's walls, tests it, sets it, turns it off and on. In order. */

let club: TestClub;
let post: MailDouble;
let desk: Window;
let owner: TestOperator;

beforeAll(async () => {
  post = await new MailDouble().start();
  const env = { CLUB_SMTP_URL: post.url, CLUB_MAIL_FROM: "Club <club@club.example>" };
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", ...env } });
  owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
  await openPage(desk.page, "/connections");
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "connections-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
  await post?.close();
});

const card = (name: string) => desk.page.getByRole("region", { name, exact: true });
const dialog = () => desk.page.getByRole("dialog");

test("every kind has a card; what the machine sets is changed there alone", async () => {
  await card("E-mail").getByText("It has not been used yet").waitFor();
  expect(await desk.page.locator(".connection-cards > section").count()).toBe(7);
  await card("Text messages").getByText("No provider is set.").waitFor();
  expect(
    await card("E-mail")
      .getByRole("button", { name: /^Change/ })
      .isDisabled(),
  ).toBe(true);
  expect(await card("Text messages").getByRole("button", { name: /^Test/ }).isDisabled()).toBe(
    true,
  );
});

test("a test sends a mail, really, and says what became of it", async () => {
  await card("E-mail").getByRole("button", { name: "Test" }).click();
  await dialog().getByLabel("To which address").fill("ann@example.org");
  await dialog().getByRole("button", { name: "Test" }).click();
  await dialog().getByText("It went through.").waitFor();
  expect(post.mails.map(({ to }) => to)).toEqual(["ann@example.org"]);
  post.failNext(550);
  desk.expectTrouble(/409.*connections\/mail\/test/);
  await dialog().getByRole("button", { name: "Test" }).click();
  await dialog().getByRole("alert").waitFor();
  expect(await dialog().getByText("It went through.").count()).toBe(0);
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await card("E-mail")
    .getByText(/^It failed the last time: the provider refused it/)
    .waitFor();
  await card("E-mail").getByText("1 went through, 1 failed").waitFor();
});

test("it is turned off and on", async () => {
  await card("E-mail").getByRole("button", { name: "Turn off" }).click();
  await card("E-mail").getByText("It is off: what is for it waits.").waitFor();
  await card("E-mail").getByRole("button", { name: "Turn on" }).click();
  await card("E-mail").getByText("on", { exact: true }).waitFor();
});

test("a provider is set; its secret is not shown again, and stays when its field is left empty", async () => {
  await card("Text messages").getByRole("button", { name: "Set up" }).click();
  const keep = dialog().getByRole("button", { name: /^Keep/ });
  await dialog().getByLabel("Provider").selectOption("twilio");
  await dialog().getByLabel("Token").fill("AC0:hush");
  expect(await keep.isDisabled()).toBe(true);
  await dialog().getByLabel("Sender").fill("+61400000000");
  await keep.click();
  await card("Text messages").getByText("twilio").waitFor();
  await card("Text messages").getByRole("button", { name: "Change" }).click();
  expect(await dialog().getByLabel("Token").inputValue()).toBe("");
  expect(await dialog().getByLabel("Sender").inputValue()).toBe("+61400000000");
  await dialog().getByLabel("Sender").fill("+61400000001");
  await keepScreen(desk.page, "connections-set");
  await keep.click();
  await dialog().waitFor({ state: "detached" });
  const row = await club.query("SELECT kind, settings, secrets FROM connection WHERE kind = 'sms'");
  expect(row).toMatchObject([{ settings: { from: "+61400000001" }, secrets: expect.anything() }]);
  expect(club.ctx.connections.secretsOf(row[0] as never)).toMatchObject({ token: "AC0:hush" });
});

test("the outbox says how far each message has come, and why not further", async () => {
  const { page } = desk;
  const send = async (to: string): Promise<void> => {
    const message = { channel: "mail", purpose: "notice", to, text: "hello", code: null } as const;
    await queueMessage(club.ctx, club.ctx.db.jobs, message);
    await deliverDue(club.ctx, [mailChannel]);
  };
  await send("bob@example.org");
  post.failNext(451);
  await send("cy@example.org");
  await openPage(page, "/outbox");
  const row = (to: string) => page.getByRole("row").filter({ hasText: to });
  await row("bob@example.org").getByText("sent", { exact: true }).waitFor();
  await row("cy@example.org").getByText("waits", { exact: true }).waitFor();
  await row("cy@example.org").getByText("the provider has too much to do (tries: 1)").waitFor();
  await keepScreen(page, "outbox-states");
  await openPage(page, "/connections");
  await card("E-mail").getByText("It failed the last time").waitFor();
});

test("Going live says that the connection fails", async () => {
  await openPage(desk.page, "/going-live");
  const line = desk.page.getByRole("listitem").filter({ hasText: "E-mail arrives" });
  await line.getByText(/^Its connection fails now/).waitFor();
  await line.getByText("To do", { exact: true }).waitFor();
  await keepScreen(desk.page, "going-live-failing");
  await openPage(desk.page, "/connections");
});

test("a mail is looked at as its reader sees it: by night, on a phone, within the console's policy", async () => {
  // The policy of the console holds in this window.
  const strict = await openWindow(club.url, { size: DESK });
  const { page } = strict;
  await signInOperator(page, owner.name);
  await openPage(page, "/outbox");
  await page
    .getByRole("row")
    .filter({ hasText: "Your top-up has arrived" })
    .getByRole("button", { name: "Preview" })
    .click();
  const shown = page.getByRole("dialog", { name: "Your top-up has arrived" });
  await shown.getByText(/^Your top-up of \$50\.00 has arrived/).waitFor();
  await keepScreen(page, "mail-preview-light");
  const cardOf = async (): Promise<{ ground: string; width: number }> =>
    await shown.locator(".mail-preview h1").evaluate((title) => {
      const card = title.parentElement as HTMLElement;
      const { backgroundColor: ground } = getComputedStyle(card);
      return { ground, width: card.getBoundingClientRect().width };
    });
  const wide = await cardOf();
  expect(wide.ground).toBe("rgb(255, 255, 255)");
  await tick(shown.getByRole("radio", { name: "Dark" }));
  await tick(shown.getByRole("radio", { name: "On a phone" }));
  await expect.poll(async () => (await cardOf()).ground).toBe("rgb(22, 33, 28)");
  expect((await cardOf()).width).toBeLessThan(Math.min(wide.width, 375));
  await keepScreen(page, "mail-preview-dark-narrow");
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreen(page, "mail-preview-390");
  expectNoTrouble(strict);
  await strict.close();
});

test("it fits a wide desk and a narrow column, and axe finds nothing", async () => {
  const { page } = desk;
  for (const size of [DESK, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await settle(page);
    await keepScreen(page, `connections-${size.width}`);
    expect([...(await violationsOf(page)), ...(await faultsOf(page))]).toEqual([]);
  }
  // On a phone the rail is a sheet, and the cards fit the width of the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await card("Identity checks").scrollIntoViewIfNeeded();
  await keepScreen(page, "connections-390");
  const wide = await page
    .locator(".connection-cards > section")
    .evaluateAll((cards) =>
      cards
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.getAttribute("aria-label")),
    );
  expect(wide).toEqual([]);
  expectNoTrouble(desk);
});
