import { readFileSync } from "node:fs";
import { MailDouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ok,
  startClub,
  type TestClub,
  type TestOperator,
  type TestPlayer,
} from "../apps/server/src/test/club.ts";
import { openRaceDay } from "../apps/server/src/test/race-day.ts";
import { encrypt } from "../apps/server/src/core/kit/cipher.ts";
import { runMailings } from "../apps/server/src/people/players/run-mailings.ts";
import { deliverDue } from "../apps/server/src/tell/delivery/deliver.ts";
import { emailPlace } from "../apps/server/src/tell/messages/tell-player.ts";
import { mailChannel } from "../apps/server/src/tell/outbox/message-channel.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The desk looks over days: tables as files, sorted and kept as views, players by rules, bets of a race. In order. */

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
  await keepScreen(desk.page, "tables-failed");
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

/** Presses the table's CSV and reads what came. */
async function csvOf(table: string): Promise<{ name: string; text: string; lines: string[] }> {
  const coming = desk.page.waitForEvent("download");
  await desk.page.getByRole("button", { name: `CSV: ${table}` }).click();
  const file = await coming;
  const text = readFileSync(await file.path(), "utf8");
  return { name: file.suggestedFilename(), text, lines: text.trimEnd().split("\r\n") };
}

test("a table as a file has all rows of the filter, and never a formula", async () => {
  const { page } = desk;
  const names = Array.from({ length: 60 }, (_, n) => `member${n}`);
  for (const name of names) await club.signUp(name);
  const [one] = await club.query("SELECT id FROM player WHERE user_name = 'member7'");
  await club.asAdmin(`UPDATE player SET full_name = '=1+1' WHERE id = '${one?.["id"]}'`);
  await openPage(page, "/players");
  const table = page.getByRole("table", { name: "Players" });
  await table.getByRole("row").filter({ hasText: "member59" }).waitFor();
  const file = await csvOf("Players");
  expect(file.lines).toHaveLength(61);
  expect(file.lines[0]).toBe("\uFEFFUser name,Name,Status,Player cash,Player held,Member since");
  expect(file.text).toContain("member7,'=1+1,");
  expect(file.name).toMatch(/^Players \d{4}-\d\d-\d\d\.csv$/);
  await page.getByLabel("Find a player").fill("member5");
  await expect.poll(async () => await table.getByRole("row").count()).toBe(12);
  expect((await csvOf("Players")).lines).toHaveLength(12);
});

test("columns are chosen and a view is kept: both are there after a reload, and for nobody else", async () => {
  const { page } = desk;
  const heads = async () => await page.locator("main th").allTextContents();
  await page.getByRole("button", { name: "Columns and views: Players" }).click();
  await dialog().getByLabel("Player held").click();
  expect(await dialog().getByLabel("Player held").isChecked()).toBe(false);
  await dialog().getByLabel("Name of a view").fill("Fifties");
  await keepScreen(page, "table-views-1280");
  await page.keyboard.press("Enter");
  await dialog().getByRole("button", { name: "Fifties", exact: true }).waitFor();
  await look("table-views");
  await page.keyboard.press("Escape");
  expect(await heads()).not.toContain("Player held");
  expect((await csvOf("Players")).lines[0]).not.toContain("Player held");
  await page.getByLabel("Find a player").fill("");
  await page.reload();
  await page.getByRole("row").filter({ hasText: "member59" }).waitFor();
  expect(await heads()).not.toContain("Player held");
  await page.getByRole("button", { name: "Columns and views: Players" }).click();
  await dialog().getByRole("button", { name: "Fifties", exact: true }).click();
  await expect
    .poll(async () => await page.getByLabel("Find a player").inputValue())
    .toBe("member5");
  await look("players-view");
  expectNoTrouble(desk);
});

test("a head sorts the whole list, by keys too; the file, a view and a reload keep the order", async () => {
  const { page } = desk;
  await openPage(page, "/players");
  const head = (name: string) => page.getByRole("columnheader", { name });
  const first = page.getByRole("table", { name: "Players" }).getByRole("row").nth(1);
  await head("User name").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await first.getByText("member0", { exact: true }).waitFor();
  expect(await head("User name").getAttribute("aria-sort")).toBe("ascending");
  await page.keyboard.press("Enter");
  await first.getByText("member9", { exact: true }).waitFor();
  expect(await head("User name").getAttribute("aria-sort")).toBe("descending");
  await look("players-sorted");
  const names = (await csvOf("Players")).lines.slice(1).map((line) => line.split(",")[0] ?? "");
  expect(names).toHaveLength(60);
  expect(names).toEqual(names.toSorted().toReversed());
  await page.getByRole("button", { name: "Columns and views: Players" }).click();
  await dialog().getByLabel("Name of a view").fill("By name");
  await page.keyboard.press("Enter");
  await dialog().getByRole("button", { name: "By name", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await head("Member since").getByRole("button").click();
  await first.getByText("member0", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Columns and views: Players" }).click();
  await dialog().getByRole("button", { name: "By name", exact: true }).click();
  await first.getByText("member9", { exact: true }).waitFor();
  await page.reload();
  await first.getByText("member9", { exact: true }).waitFor();
  expect(await head("User name").getAttribute("aria-sort")).toBe("descending");
  expectNoTrouble(desk);
});

test("a list that is here as a whole is sorted by its heads, its file as well, and a reload keeps it", async () => {
  const { page } = desk;
  await openPage(page, "/ledger");
  const table = page.getByRole("table", { name: "Trial balance" });
  const head = table.getByRole("columnheader", { name: "Credit" });
  await head.getByRole("button").click();
  await expect.poll(async () => await head.getAttribute("aria-sort")).toBe("descending");
  const credits = async () => {
    const { lines } = await csvOf("Trial balance");
    const at = (lines[0] ?? "").split(",").findIndex((name) => name.includes("Credit"));
    const cells = lines.slice(1).map((line) => line.split(",")[at] ?? "");
    return cells.filter((cell) => /\d/.test(cell)).map(Number);
  };
  const down = await credits();
  expect(down.length).toBeGreaterThan(1);
  expect(down.slice(0, -1)).toEqual(down.slice(0, -1).toSorted((one, other) => other - one));
  await look("ledger-sorted");
  await page.reload();
  await expect.poll(async () => await head.getAttribute("aria-sort")).toBe("descending");
  await head.getByRole("button").click();
  await head.getByRole("button").click();
  expect(await head.getAttribute("aria-sort")).toBeNull();
  const entries = page.getByRole("columnheader", { name: "Time" });
  await entries.getByRole("button").click();
  await expect.poll(async () => await entries.getAttribute("aria-sort")).toBe("ascending");
  expectNoTrouble(desk);
});

test("players by rules: how many at once, a name for the rules, who fits as a file", async () => {
  const { page } = desk;
  await club.asAdmin(
    "UPDATE player SET marketing = true WHERE user_name IN ('member3', 'member4')",
  );
  await openPage(page, "/players");
  await page.getByRole("link", { name: "Segments" }).click();
  const fit = panel("Players that fit");
  await fit.getByText("60 players").waitFor();
  const rules = panel("Rules");
  await rules.getByLabel("Staked from").fill("x");
  await rules.getByText("This value is not possible").waitFor();
  await rules.getByLabel("Staked from").fill("0.01");
  await fit.getByText("No player fits these rules.").waitFor();
  await rules.getByLabel("Staked from").fill("");
  await rules.getByLabel("Agrees to offers").selectOption("yes");
  await fit.getByText("2 players").waitFor();
  await rules.getByRole("button", { name: "Keep under a name" }).click();
  await dialog().getByLabel("Name").fill("Agreed");
  await page.keyboard.press("Enter");
  await page.getByText("Agreed is kept").first().waitFor();
  await look("segments");
  await openPage(page, "/segments");
  await fit.getByText("60 players").waitFor();
  await rules.getByLabel("Segment").selectOption({ label: "Agreed" });
  await fit.getByText("2 players").waitFor();
  const { lines } = await csvOf("Players that fit");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["member4", "member3"]);
  await rules.getByLabel("Member since, to").fill("2020-01-01");
  await fit.getByText("0 players").waitFor();
  await rules.getByRole("button", { name: "Change" }).click();
  await page.keyboard.press("Enter");
  await page.getByText("Agreed is kept").first().waitFor();
  await page.reload();
  await fit.getByText("0 players").waitFor();
  expect(await rules.getByLabel("Segment").locator("option:checked").textContent()).toBe("Agreed");
  await rules.getByRole("button", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Delete" }).click();
  await page.getByText("Agreed is deleted").first().waitFor();
  expectNoTrouble(desk);
});

test("who fits and agreed is written to in a language each; how far it is stands on the page", async () => {
  const { page } = desk;
  const members = await club.query(
    "SELECT id, user_name FROM player WHERE user_name IN ('member3', 'member4')",
  );
  for (const { id, user_name: name } of members) {
    const address = `${String(name)}@example.org`;
    const sealed = encrypt(club.ctx.secrets, emailPlace(String(id)), address);
    await club.asAdmin("UPDATE player SET email_cipher = $2 WHERE id = $1", [id, sealed]);
  }
  await openPage(page, "/segments?standing=frozen");
  await page.getByRole("button", { name: "Write to them" }).click();
  await dialog().getByText("0 players who fit").waitFor();
  await page.keyboard.press("Escape");
  await openPage(page, "/segments");
  await page.getByRole("button", { name: "Write to them" }).click();
  await dialog().getByText("2 players who fit agreed to offers and may play.").waitFor();
  await dialog().getByLabel("Subject").fill("Cup day");
  await dialog().getByLabel("Text").fill("Gates open at ten.\n\nCome early.");
  await dialog().getByLabel("Language").selectOption("fr");
  await dialog().getByLabel("Subject").fill("Jour de coupe");
  await dialog().getByLabel("Text").fill("Ouverture à dix heures.");
  await look("mailing");
  await dialog().getByRole("button", { name: "Look at it" }).click();
  await dialog().getByRole("heading", { name: "Jour de coupe" }).waitFor();
  await look("mailing-read");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(await dialog().getByLabel("Subject").inputValue()).toBe("Jour de coupe");
  await dialog().getByRole("button", { name: "Look at it" }).click();
  await dialog().getByRole("button", { name: "Send" }).click();
  const sent = panel("Messages to segments");
  await sent.getByText("being sent").waitFor();
  await dialog().waitFor({ state: "detached" });
  await look("mailings");
  for (const _ of [1, 2]) await runMailings(club.ctx);
  await deliverDue(club.ctx, [mailChannel]);
  await sent.getByText("2/2").waitFor();
  expect(post.mails.map(({ subject }) => subject)).toEqual(["Cup day", "Cup day"]);
  await page.getByRole("button", { name: "Write to them" }).click();
  await dialog().getByLabel("Subject").fill("Sunday");
  await dialog().getByLabel("Text").fill("Eight races.");
  await dialog().getByRole("button", { name: "Look at it" }).click();
  await dialog().getByRole("button", { name: "Send" }).click();
  await sent.getByRole("button", { name: "Stop" }).click();
  await dialog().getByRole("button", { name: "Stop" }).click();
  await sent.getByText("stopped").waitFor();
  expectNoTrouble(desk);
});

test("a race's bets and a player's, by state, pool and amount; the filter stays in the address", async () => {
  const { page } = desk;
  const [race] = await openRaceDay(club, { runners: 6 });
  const [ann, ben] = [await club.signUp("ann-b"), await club.signUp("ben-b")];
  for (const player of [ann, ben]) await club.fund(player, 100_000);
  const bet = async (player: TestPlayer, form: object) => {
    const body = { race_id: race?.race_id, ...form };
    ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  };
  await bet(ann, { bet_type: 1, horse: [1], betAmount: 2 });
  await bet(ben, { bet_type: 1, horse: [2], betAmount: 50 });
  await bet(ann, { bet_type: 9, horse: [3], betAmount: 5 });
  await openPage(page, `/race/${race?.race_id ?? ""}`);
  const list = panel("Bets");
  const rows = list.getByRole("row").filter({ hasNotText: "Receipt" });
  await expect.poll(async () => await rows.count()).toBe(3);
  await look("race-bets");
  await list.getByLabel("Pool").selectOption("PLACE");
  await expect.poll(async () => await rows.count()).toBe(1);
  await rows.getByText("Each Way").waitFor();
  await list.getByLabel("Pool").selectOption("");
  await list.getByLabel("Cost from").fill("10");
  await expect.poll(async () => await rows.count()).toBe(2);
  await list.getByLabel("Status").selectOption("won");
  await list.getByText("No such bet.").waitFor();
  await list.getByLabel("Status").selectOption("");
  expect((await csvOf("Bets")).lines).toHaveLength(3);
  await page.reload();
  await expect.poll(async () => await rows.count()).toBe(2);
  expect(await list.getByLabel("Cost from").inputValue()).toBe("10");
  await rows.getByRole("link", { name: "ann-b" }).click();
  await page.waitForURL(/\/player\//);
  await expect.poll(async () => await rows.count()).toBe(2);
  await list.getByLabel("Cost to").fill("5");
  await expect.poll(async () => await rows.count()).toBe(1);
  await look("player-bets");
  await rows.getByRole("button", { name: /^Void bet/ }).click();
  await dialog().getByLabel("Reason").fill("a mistake");
  await page.keyboard.press("Enter");
  await rows.getByText("void").waitFor();
  expectNoTrouble(desk);
});
