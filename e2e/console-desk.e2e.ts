import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedChannels } from "../apps/server/src/tell/channels/keep-channels.ts";
import { ok, PASSWORD, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { chainAudit } from "../apps/server/src/desk/operators/audit-chain.ts";
import { sendWebhooks } from "../apps/server/src/test/deliveries.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { makePlayer } from "./lib/people.ts";
import { openScreen } from "./lib/player-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* What players write and send to the club, and what the desk makes of it. In order. */

type Player = Awaited<ReturnType<typeof makePlayer>>;

let club: TestClub;
let player: Player;
let desk: Window;
let phone: Window;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await makePlayer(club, 5000, "noor.haddad");
  const owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK });
  phone = await openWindow(club.url, { stored: player.stored });
  await signInOperator(desk.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "desk-failed");
  await keepScreen(phone.page, "desk-failed-phone");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("a player complains and sends a paper", async () => {
  const { page } = phone;
  await openScreen(page, "/pages/account/account");
  await page.getByRole("link", { name: "Complaints and papers" }).click();
  await page.getByLabel("What it is about").selectOption("money");
  await page.getByLabel("What happened").fill("My payout of race 4 is short by $2.00.");
  await page.getByRole("button", { name: "Send complaint" }).click();
  await page.getByText("The club has your complaint").waitFor();
  await page.getByText("received", { exact: true }).waitFor();
  expect(await page.locator(".case-list").innerText()).toMatch(/Answer by \w/);
  expect(await page.getByLabel("What happened").inputValue()).toBe("");

  const paper = await sharp({
    create: { width: 640, height: 420, channels: 3, background: "#c9d8cf" },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg width="640" height="420"><rect x="36" y="60" width="170" height="220" fill="#8fa79b"/><g font-family="sans-serif" font-size="34" fill="#10201a"><text x="240" y="100">HADDAD, NOOR</text><text x="240" y="160">17 MAY 1990</text></g></svg>',
        ),
      },
    ])
    .png()
    .toBuffer();
  await page.getByLabel("Kind of paper").selectOption("identity_card");
  await page
    .getByLabel("Add a picture")
    .setInputFiles({ name: "paper.png", mimeType: "image/png", buffer: paper });
  await page.getByText("The club has your paper").waitFor();
  await page.locator(".list-row").filter({ hasText: "Identity card" }).waitFor();
  await settle(page);
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "cases-light");
  expectNoTrouble(phone);
});

test("the desk takes the complaint on and answers it; the player reads the answer", async () => {
  const { page } = desk;
  await openPage(page, "/cases");
  const panel = page.getByRole("region", { name: "Complaint", exact: true });
  await panel.getByText("My payout of race 4 is short by $2.00.").waitFor();
  await page.keyboard.press("t");
  await panel.getByText("in work").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "console-complaints");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Answer noor.haddad" });
  await dialog.getByLabel("Your answer").fill("You are right: $2.00 were booked to your account.");
  await keepScreen(page, "console-complaint-answer");
  await dialog.getByRole("button", { name: /^Answer/ }).click();
  await page.getByText("No complaint waits for an answer.").waitFor();

  await openScreen(phone.page, "/pages/account/account");
  await openScreen(phone.page, "/pages/help/cases");
  await phone.page.getByText("You are right: $2.00 were booked to your account.").waitFor();
  await phone.page.getByText("you were right", { exact: true }).waitFor();
  await settle(phone.page);
  await keepScreen(phone.page, "cases-answered");
});

test("a paper is looked at beside what the player told, and accepted with two keys", async () => {
  const { page } = desk;
  await openPage(page, "/cases?tab=papers");
  const picture = page.getByRole("img", { name: "Paper" });
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await page.getByText("17 May 1990").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "console-papers");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("the identity counts as checked").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("No paper waits to be looked at.").waitFor();
  await openScreen(phone.page, "/pages/account/account");
  await openScreen(phone.page, "/pages/help/cases");
  await phone.page.getByText("Your identity is checked").waitFor();
});

test("a player is found by phone; the file holds devices, notes, papers, complaints", async () => {
  const { page } = desk;
  await openPage(page, "/players");
  await page.getByLabel("Find a player").fill(player.phone);
  const rows = page.getByRole("table", { name: "Players" }).locator("tbody tr");
  await expect.poll(async () => await rows.count()).toBe(1);
  await page.getByLabel("Find a player").press("Enter");
  await page
    .getByRole("radio", { name: "File" })
    .or(page.getByRole("tab", { name: "File" }))
    .or(page.getByRole("button", { name: "File" }))
    .first()
    .click();
  await page.getByText(player.phone).waitFor();
  await page.getByLabel("New note").fill("Called about race 4; put right the same day.");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.locator(".note-list").getByText("put right the same day").waitFor();
  await page.getByRole("table", { name: "Papers" }).getByText("accepted").waitFor();
  await page.getByRole("table", { name: "Complaints" }).getByText("upheld").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "console-player-file");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`player-${player.id}.json`);
});

test("an account with money in it is not erased; an empty one is, by its name", async () => {
  const { page } = desk;
  desk.expectTrouble(/409/);
  const erase = async (): Promise<void> => {
    await page.getByRole("button", { name: "Close and erase" }).click();
    const dialog = page.getByRole("dialog", { name: "Close and erase noor.haddad" });
    await dialog.getByLabel("Type the user name").fill("noor.haddad");
    await dialog.getByLabel("Reason").fill("asked by letter");
    await dialog.getByRole("button", { name: /^Close and erase/ }).click();
  };
  await erase();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await keepScreen(page, "console-erase");
  await page.keyboard.press("Escape");
  const { token } = await club.operator();
  const body = { kind: "write_off", amount_cents: -5000, reason: "paid out in cash" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
  await erase();
  await page.getByText("The account is closed and erased").waitFor();
  const [row] = await club.query("SELECT status FROM player WHERE id = $1", [player.id]);
  expect(row?.["status"]).toBe("closed");
});

test("invitations show signs of abuse; rewards are turned on, one is refused", async () => {
  const inviter = await club.signUp("lena.brook");
  for (const name of ["milo.brook", "ana.ruiz"]) {
    const friend = await club.signUp(name);
    await club.asAdmin("INSERT INTO invitation (id, inviter_id) VALUES ($1, $2)", [
      friend.id,
      inviter.id,
    ]);
    await club.asAdmin("DELETE FROM player_trace WHERE player_id = $1", [friend.id]);
  }
  await club.asAdmin(
    `INSERT INTO player_trace (player_id, kind, hash)
     SELECT f.id, t.kind, t.hash FROM player f JOIN player_trace t ON t.player_id = $1 WHERE f.user_name = 'milo.brook'`,
    [inviter.id],
  );
  const { page } = desk;
  await openPage(page, "/invitations");
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
  await rowOf("milo.brook").getByText("same address, same device").waitFor();
  expect(await rowOf("ana.ruiz").innerText()).not.toContain("same");
  await page.getByLabel("A friend brings").fill("10");
  await page.getByLabel("Paid in a month at most").fill("3");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The rules hold from now on").waitFor();
  await rowOf("milo.brook").click();
  await keepScreen(page, "console-invitations");
  await page.getByRole("button", { name: "Refuse" }).click();
  const dialog = page.getByRole("dialog", { name: "No reward for milo.brook" });
  await dialog.getByLabel("Reason").fill("one person, two accounts");
  await dialog.getByRole("button", { name: /^Refuse/ }).click();
  await rowOf("milo.brook").getByText("refused").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("a channel is made, looked at in the player's app as a draft, and published", async () => {
  await seedChannels(club.ctx, { code: "WR", name: "Wattle Ridge" });
  const { page, context } = desk;
  await openPage(page, "/channels");
  const url = await page.locator(".c-facts .mono").first().innerText();
  await page.getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog", { name: "New channel" });
  await dialog.getByLabel("Name").fill("Back straight");
  await dialog.getByLabel("Address of the playlist").fill(url);
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByRole("row").filter({ hasText: "Back straight" }).click();
  await keepScreen(page, "console-channels");
  expect(await faultsOf(page)).toEqual([]);
  const [shown] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Look at it" }).click(),
  ]);
  await shown.locator("video").waitFor();
  await expect
    .poll(async () => (await shown.locator("#main").innerText()).includes("Back straight"))
    .toBe(true);
  await shown.close();
  expect((await club.call("GET", "/api/live/channels")).body.list).toHaveLength(1);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Withdraw" }).waitFor();
  expect((await club.call("GET", "/api/live/channels")).body.list).toHaveLength(2);
  expectNoTrouble(desk);
});

test("a program is told and another reads: secret and key are shown once", async () => {
  const { page } = desk;
  await openPage(page, "/doors");
  await page.getByText("No program is told of anything.").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("https://127.0.0.1/hook");
  desk.expectTrouble(/422/);
  await dialog.getByRole("button", { name: /^Make webhook/ }).click();
  await dialog.getByText("The club calls only https addresses").waitFor();
  await dialog.getByLabel("Address").fill("https://hooks.example.com/club");
  await dialog.getByRole("checkbox", { name: "withdrawal.paid" }).check();
  await keepScreen(page, "console-hook-new");
  await dialog.getByRole("button", { name: /^Make webhook/ }).click();
  const secret = await page
    .getByRole("dialog", { name: "Keep this secret" })
    .locator("pre")
    .innerText();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect
    .poll(async () => await page.getByRole("table", { name: "Delivery log" }).innerText())
    .toContain("waiting");
  await sendWebhooks(club.ctx, async () => ({ status: 503 }));
  await page.getByRole("table", { name: "Delivery log" }).getByText("503").waitFor();
  await keepScreen(page, "console-doors");
  expect(await faultsOf(page)).toEqual([]);

  await openPage(page, "/doors?tab=keys");
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabel("What it is for").fill("bookkeeping");
  await dialog.getByRole("checkbox", { name: "ledger" }).check();
  await dialog.getByRole("button", { name: /^Make key/ }).click();
  const key = await page.getByRole("dialog", { name: "Keep this key" }).locator("pre").innerText();
  await page.getByRole("button", { name: "I have kept it" }).click();
  const read = async () =>
    (await club.call("GET", "/api/operator/ledger/trial-balance", { token: key })).status;
  expect(await read()).toBe(200);
  await keepScreen(page, "console-keys");
  await page.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByText("revoked", { exact: true }).waitFor();
  expect(await read()).toBe(401);
  expect(await faultsOf(page)).toEqual([]);
});

test("what comes in between the first reading and the first news stands in its queue", async () => {
  const early = await openWindow(club.url, { size: DESK });
  const { page } = early;
  const mayHear = Promise.withResolvers<void>();
  await page.route(/\/api\/operator\/stream/, async (route) => {
    await mayHear.promise;
    await route.continue();
  });
  const { name } = await club.newOperator("cashier");
  await signInOperator(page, name, "/approvals?tab=topups");
  await page.getByText("Nothing waits").waitFor();
  const { token } = await club.signUp();
  const body = { method: "bank_transfer", amount_cents: 2500 };
  const headers = { "idempotency-key": "between-reading-and-news" };
  const { reference } = ok(
    await club.call("POST", "/api/recharge/create", { token, body, headers }),
  );
  const waiting = async () => await club.query("SELECT 1 FROM event_inbox");
  await expect.poll(waiting).toEqual([]);
  mayHear.resolve();
  // Sooner than by the calm reading every 20 s.
  await page.getByRole("cell", { name: reference, exact: true }).waitFor({ timeout: 15_000 });
  expectNoTrouble(early);
  await early.close();
});

test("the audit log says whether it is whole", async () => {
  while ((await chainAudit(club.ctx)) > 0);
  const { page } = desk;
  await openPage(page, "/audit");
  await page.getByRole("button", { name: "Check the log" }).click();
  await page.getByText(/^Whole: \d+ rows/).waitFor();
  await keepScreen(page, "console-audit-chain");
  // Acts alone are shown at first; reads and refusals on their own, and the address keeps the choice.
  const log = page.getByRole("table", { name: "Audit log" });
  await log.getByText("signed in").first().waitFor();
  expect(await log.getByText(/^GET /).count()).toBe(0);
  await page.getByLabel("Show", { exact: true }).selectOption("read");
  await log.getByText("signed in").first().waitFor({ state: "detached" });
  await page.waitForURL(/kind=read/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("audit-log.csv");
  expect(await faultsOf(page)).toEqual([]);
});

test("a setting is changed while the club runs; its history says who, when, before and after", async () => {
  const { page } = desk;
  await openPage(page, "/settings");
  await page.getByLabel("Identity must have been checked").selectOption("before_withdrawal");
  const history = page.getByRole("table", { name: "Changes" });
  const row = history.getByRole("row").filter({ hasText: "Identity check" });
  await expect.poll(async () => await row.innerText()).toMatch(/none\s+before_withdrawal\s+op-/);
  await history.getByRole("row").filter({ hasText: "reward_cents 1000" }).waitFor();
  await keepScreen(page, "console-settings");
  expect(await faultsOf(page)).toEqual([]);
});

test("every page is sound for those who do not see it, in the dark too; a role that may not act reads why", async () => {
  const auditor = await club.newOperator("auditor");
  expect(auditor.name).not.toBe(PASSWORD);
  const window = await openWindow(club.url, { size: DESK, theme: "dark", withoutPolicy: true });
  try {
    await signInOperator(window.page, auditor.name);
    for (const path of [
      "/cases",
      "/cases?tab=papers",
      "/invitations",
      "/channels",
      "/doors",
      "/doors?tab=keys",
    ]) {
      await openPage(window.page, path);
      await window.page.locator(".c-panel").first().waitFor();
      await settle(window.page);
      expect(await violationsOf(window.page), path).toEqual([]);
      await keepScreen(window.page, `console-dark-${path.replaceAll(/\W/g, "")}`);
    }
    expect(await window.page.getByRole("button", { name: "Publish" }).count()).toBe(0);
  } finally {
    await window.close();
  }
});
