import { MailDouble } from "@club/doubles";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { deliverDue } from "../apps/server/src/tell/delivery/deliver.ts";
import { mailChannel } from "../apps/server/src/tell/outbox/message-channel.ts";
import { queueMessage } from "../apps/server/src/tell/outbox/queue-message.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The owner sees what crosses the club's walls, tests it, sets it, turns it off and on. In order. */

let club: TestClub;
let post: MailDouble;
let desk: Window;
let hasFailed = false;

beforeAll(async () => {
  post = await new MailDouble().start();
  const env = { CLUB_SMTP_URL: post.url, CLUB_MAIL_FROM: "Club <club@club.example>" };
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", ...env } });
  const owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
  await openPage(desk.page, "/connections");
});
beforeEach(({ skip }) => skip(hasFailed, "a step before it failed"));
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  hasFailed = true;
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

test("it fits a wide desk and a narrow column, and axe finds nothing", async () => {
  const { page } = desk;
  for (const size of [DESK, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await settle(page);
    await keepScreen(page, `connections-${size.width}`);
    expect([...(await violationsOf(page)), ...(await faultsOf(page))]).toEqual([]);
  }
  // The rail of the console takes half of a phone; the cards fit what it leaves.
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
