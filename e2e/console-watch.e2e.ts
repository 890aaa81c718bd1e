import { MailDouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub, type TestOperator } from "../apps/server/src/test/club.ts";
import { watchAlerts } from "../apps/server/src/run/alerts/watch-alerts.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The owner keeps watch: alerts in the head and on their page, work of the clock, backups. In order. */

const PHONE = { width: 390, height: 844 };

let club: TestClub;
let desk: Window;
let post: MailDouble;
let owner: TestOperator;

beforeAll(async () => {
  post = await new MailDouble().start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Club <club@club.example>",
    },
  });
  owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "watch-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
  await post?.close();
});

const dialog = () => desk.page.getByRole("dialog");
const panel = (name: string) => desk.page.getByRole("region", { name, exact: true });

/** As a page shows it at a desk and on a phone: whole, and axe finds nothing. */
async function look(name: string): Promise<void> {
  const { page } = desk;
  for (const size of [{ width: 1440, height: 900 }, PHONE, DESK]) {
    await page.setViewportSize(size);
    await settle(page);
    await keepScreen(page, `${name}-${size.width}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
  }
}

test("nothing is wrong: the bell says so, and the page has nothing yet", async () => {
  const { page } = desk;
  await openPage(page, "/alerts");
  await panel("Now").getByText("Nothing is wrong").waitFor();
  await panel("Before").getByText("None yet").waitFor();
  await page.getByRole("button", { name: "Nothing is wrong" }).waitFor();
});

test("the owner says at which figure one begins, and whom it goes to", async () => {
  const { page } = desk;
  const figures = panel("When alerts begin");
  await figures.getByLabel("Hours without a proved backup").fill("0");
  await figures.getByText("This value is not possible").waitFor();
  await figures.getByLabel("Hours without a proved backup").fill("2");
  await figures.getByRole("button", { name: "Keep" }).click();
  await page.getByText("It holds from now on").first().waitFor();
  const receivers = panel("Who is told: roles and addresses, parted by commas");
  await receivers.getByLabel("Backup").fill("cashier, ann@example.org");
  await receivers.getByRole("button", { name: "Keep" }).click();
  await receivers.getByText(/^Last changed by/).waitFor();
});

test("what is wrong rings, is read by keyboard alone, and dismissed with a reason", async () => {
  const { page } = desk;
  await club.asAdmin("UPDATE schema_migration SET applied_at = applied_at - interval '3 hours'");
  await watchAlerts(club.ctx);
  await page.reload();
  const bell = page.getByRole("button", { name: "Alerts: 1" });
  await bell.focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("No backup was proved for too long").waitFor();
  await dialog()
    .getByText(/for owner, cashier/)
    .waitFor();
  await keepScreen(page, "alert-centre-1280");
  await dialog().getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await dialog().getByLabel("Reason").fill("The first night is still to come");
  await page.keyboard.press("Enter");
  await dialog()
    .getByText(/The first night is still to come/)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Nothing is wrong" }).waitFor();
  await panel("Now")
    .getByText(new RegExp(`^${owner.name}, .*The first night is still to come$`))
    .waitFor();
});

test("when it is over it stands below, with who said what; a role that it does not go to sees nothing", async () => {
  const { page } = desk;
  await look("alerts");
  await club.asAdmin("UPDATE schema_migration SET applied_at = applied_at + interval '3 hours'");
  await watchAlerts(club.ctx);
  await page.reload();
  await panel("Before")
    .getByRole("row")
    .filter({ hasText: "The first night is still to come" })
    .waitFor();
  await look("alerts-past");
  const clerk = await club.newOperator("card_clerk");
  const other = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(other.page, clerk.name);
  await openPage(other.page, "/alerts");
  await other.page.getByText("None yet").waitFor();
  expect(await other.page.getByLabel("Hours without a proved backup").count()).toBe(0);
  expectNoTrouble(other);
  await other.close();
  expectNoTrouble(desk);
});

test("the work of the clock: what failed first, and one is run now, by keyboard", async () => {
  const { page } = desk;
  await openPage(page, "/jobs");
  const rows = panel("Work of the clock").getByRole("row");
  await rows.filter({ hasText: "settle sports" }).getByText("well").waitFor();
  await look("jobs");
  await page.getByRole("button", { name: "Run now: verify the books" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("It runs within seconds.").waitFor();
  const asked = async () =>
    (await club.query("SELECT target FROM audit WHERE action = 'job.run'")).map(
      (row) => row["target"],
    );
  await expect.poll(asked).toEqual(["verify the books"]);
});

test("a club whose database has its own tools takes no backup, and says so", async () => {
  const { page } = desk;
  const backups = panel("Backups");
  await backups.getByText(/^This database is backed up by its own tools/).waitFor();
  await backups.getByText("No backup here yet").waitFor();
  expect(await backups.getByRole("button", { name: "Take one now" }).isDisabled()).toBe(true);
  expectNoTrouble(desk);
  await openPage(page, "/alerts");
});
