import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { sendNotice, StandardPaymentsDouble, type DoublePayment } from "@club/doubles";
import { expireTopUps } from "../apps/server/src/money/top-ups/submit-top-up.ts";
import { PAYMENT_KEY, PAYMENT_SECRET, paymentEnv } from "../apps/server/src/test/payment-env.ts";
import { PASSWORD, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { violationsOf } from "./lib/axe.ts";
import { signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* A player's money in and out, in a browser on the real server. */

let club: TestClub;
let provider: StandardPaymentsDouble;
const windows: Window[] = [];

beforeAll(async () => {
  provider = await new StandardPaymentsDouble({ key: PAYMENT_KEY, secret: PAYMENT_SECRET }).start();
  club = await startClub({ env: paymentEnv("standard", provider.http.url) });
  provider.hookUrl = `${club.url}/api/hooks/payments/standard`;
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
  await provider?.close();
});
afterEach(async ({ task }) => {
  for (const [at, window] of windows.splice(0).entries()) {
    if (task.result?.state === "fail") await keepScreen(window.page, `failed-money-${at}`);
    await window.close();
  }
});

async function open(stored?: Record<string, string>, options: WindowOptions = {}): Promise<Window> {
  const window = await openWindow(club.url, { ...options, ...(stored && { stored }) });
  windows.push(window);
  return window;
}

const TALL_PX = 2400;
const CARD = {
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  account_number: "1184 4417",
  branch_code: "999-204",
  swift_bic: "",
  currency: "AUD",
};

async function addCard(token: string): Promise<void> {
  await club.call("POST", "/api/user/bank_card", { token, body: CARD });
}

/** A picture as a phone's camera takes it. */
async function photo(): Promise<Buffer> {
  const paper = { width: 3000, height: 4000, channels: 3, background: "#e8ecea" } as const;
  const stripe = { width: 2400, height: 500, channels: 3, background: "#14284b" } as const;
  const head = await sharp({ create: stripe }).png().toBuffer();
  return await sharp({ create: paper })
    .composite([{ input: head, top: 400, left: 300 }])
    .jpeg()
    .toBuffer();
}

test("a transfer: amount, reference, receipt, sent, approved before the player's eyes", async () => {
  const player = await makePlayer(club, 0);
  const phone = await open(player.stored);
  const { page } = phone;
  await openScreen(page, "/pages/recharge/recharge");
  await page.getByRole("button", { name: "$200", exact: true }).click();
  const make = page.getByRole("button", { name: /^Top up/ });
  // A double tap is one top-up.
  await make.dblclick();
  await page.getByText("Reference, must be in the transfer").waitFor();
  // What the bank's app asks for can be copied, each for itself.
  const [made] = (await club.call("GET", "/api/recharge/list", player)).body.list;
  await phone.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (): Promise<string> =>
    await page.evaluate(async () => await navigator.clipboard.readText());
  await page.locator(".copy-board").getByRole("button").click();
  await expect.poll(copied).toBe(made.reference);
  const rows = page.locator(".copy-row");
  expect(await rows.count()).toBeGreaterThanOrEqual(2);
  for (const row of await rows.all()) {
    await row.getByRole("button").click();
    await expect.poll(copied).toBe(await row.locator("b").innerText());
  }
  const list = await club.call("GET", "/api/recharge/list", player);
  expect(list.body.list).toHaveLength(1);
  await page.locator('input[type="file"]').setInputFiles({
    name: "receipt.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(),
  });
  await page.getByRole("img", { name: "Receipt 1" }).waitFor();
  await settle(page);
  await keepScreen(page, "money-top-up");
  const [row] = (await club.call("GET", "/api/recharge/list", player)).body.list;
  expect(row).toMatchObject({ status: "submitted" });
  const response = await fetch(
    `${club.url}/api/recharge/${row.topup_id}/receipts/${row.receipts[0]}`,
    {
      headers: { authorization: `Bearer ${player.token}` },
    },
  );
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1500, 2000]);

  const operator = await club.newOperator("cashier");
  const desk = await open(undefined, { size: DESK });
  // A cashier may not read the run sheet: what waits for approval is the first page.
  await signInOperator(desk.page, operator.name);
  await desk.page.getByRole("img", { name: "Receipt" }).waitFor();
  await settle(desk.page);
  await keepScreen(desk.page, "money-console-receipt");
  await desk.page.keyboard.press("a");
  await desk.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("in your balance", { exact: true }).waitFor();
  expect(await cashOf(club, player)).toBe(20_000);
  expectNoTrouble(phone, desk);
});

test("'I have sent' tells the club; files that are no pictures are refused with the reason", async () => {
  const player = await makePlayer(club, 0);
  const phone = await open(player.stored);
  phone.expectTrouble(/422/);
  const { page } = phone;
  await openScreen(page, "/pages/recharge/record");
  await page.getByRole("link", { name: "Top up" }).click();
  await page.getByRole("button", { name: "$50", exact: true }).click();
  await page.getByRole("button", { name: /^Top up/ }).click();
  const input = page.locator('input[type="file"]');
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
  const noPicture = "Send a picture: JPEG, PNG or WebP.";
  const bad: readonly (readonly [name: string, mimeType: string, file: Buffer, said: string])[] = [
    ["receipt.jpg", "image/jpeg", Buffer.from(svg), noPicture],
    ["receipt.svg", "image/svg+xml", Buffer.from(svg), noPicture],
    ["nothing.jpg", "image/jpeg", Buffer.alloc(0), noPicture],
    ["receipt.pdf", "application/pdf", Buffer.from("%PDF-1.7\n%%EOF"), noPicture],
  ];
  let sent = 0;
  page.on("request", (request) => (sent += request.url().endsWith("/receipt") ? 1 : 0));
  for (const [at, [name, mimeType, buffer, said]] of bad.entries()) {
    await input.setInputFiles({ name, mimeType, buffer });
    await expect.poll(() => sent).toBe(at + 1);
    await page.getByRole("alert").getByText(said).waitFor();
  }
  // What is too large is not even sent. By its path: the browser's driver is slow with large buffers.
  const folder = await mkdtemp(join(tmpdir(), "club-receipt-"));
  try {
    await writeFile(join(folder, "large.jpg"), Buffer.alloc(30 * 1024 * 1024, 7));
    await input.setInputFiles(join(folder, "large.jpg"));
    await page.getByRole("alert").getByText("This is too large.").waitFor();
    expect(sent).toBe(bad.length);
  } finally {
    await rm(folder, { recursive: true });
  }
  await page.getByRole("button", { name: /^I have sent/ }).click();
  await page.getByText("being checked").first().waitFor();
  const [row] = (await club.call("GET", "/api/recharge/list", player)).body.list;
  expect(row).toMatchObject({ status: "submitted", receipts: [] });
  // Back and on again in the middle of it announces nothing anew.
  await page.goBack();
  await page.goForward();
  await page.getByText("being checked").first().waitFor();
  // A picture with a page behind it: what is sent was drawn anew on the phone.
  await input.setInputFiles({
    name: "both.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.concat([await photo(), Buffer.from(svg)]),
  });
  await page.getByRole("img", { name: "Receipt 1" }).waitFor();
  expect((await club.call("GET", "/api/recharge/list", player)).body.list).toHaveLength(1);
  expectNoTrouble(phone);
});

/** From the app to the provider's page; returns what the provider has. */
async function toProvider(phone: Window): Promise<DoublePayment> {
  const { page } = phone;
  // The provider is somebody else's host, as it is in life.
  phone.expectTrouble(/another host: http:\/\/127\.0\.0\.1:\d+\/pay\/pay_/);
  await openScreen(page, "/pages/recharge/recharge");
  await tick(page.getByRole("radio", { name: "Card or wallet" }));
  await page.getByText("Arrives at once, seldom later").waitFor();
  await page.getByRole("button", { name: "$100", exact: true }).click();
  await page.getByRole("button", { name: /^Top up/ }).click();
  await page.getByText("This page stands in for a payment provider").waitFor();
  const payment = provider.list.at(-1);
  if (payment === undefined) throw new Error("the provider was asked");
  return payment;
}

const truth = (phone: Window) => phone.page.locator("[data-truth]");

test("a card: to the provider's page and back to a page that says the truth", async () => {
  const player = await makePlayer(club, 0);
  const phone = await open(player.stored);
  const { page } = phone;
  await toProvider(phone);
  await keepScreen(page, "money-provider");
  await page.getByRole("button", { name: "Pay by debit card" }).click();
  await truth(phone).getByText("The money is in your balance").waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#\/pages\/recharge\/record\?topup=/);
  await settle(page);
  await keepScreen(page, "money-card-paid");
  expect(await cashOf(club, player)).toBe(10_000);

  await toProvider(phone);
  await page.getByRole("button", { name: "Let the bank decline" }).click();
  await truth(phone).getByText("This payment did not come about").waitFor();
  await toProvider(phone);
  await page.getByRole("button", { name: "Cancel" }).click();
  await truth(phone).getByText("This payment did not come about").waitFor();
  await toProvider(phone);
  await page.getByRole("button", { name: "Pay by credit card" }).click();
  await page.getByText("Credit cards are not taken here").waitFor();
  expect(await cashOf(club, player)).toBe(10_000);
  expectNoTrouble(phone);
});

test("a card that the bank tells late: the page waits, is found again after a reload, and says the end", async () => {
  const player = await makePlayer(club, 0);
  const phone = await open(player.stored);
  const { page } = phone;
  const payment = await toProvider(phone);
  await page.getByRole("button", { name: "Pay; the bank tells the club later" }).click();
  await truth(phone).getByText("We are asking the bank").waitFor();
  await settle(page);
  await keepScreen(page, "money-card-asking");
  expect(await cashOf(club, player)).toBe(0);
  await page.reload();
  await truth(phone).getByText("We are asking the bank").waitFor();
  await page.context().setOffline(true);
  await page.getByText("this is what we last knew").waitFor();
  await page.context().setOffline(false);
  await page.getByText("this is what we last knew").waitFor({ state: "detached" });
  // Long after it was asked for.
  await club.asAdmin("UPDATE top_up SET created_at = created_at - interval '5 minutes'");
  await truth(phone).getByText("The bank has not answered yet").waitFor();
  await provider.endLate(payment);
  await truth(phone).getByText("The money is in your balance").waitFor();
  expect(await cashOf(club, player)).toBe(10_000);
});

test("a card of which another amount comes, and one that nobody pays in time", async () => {
  const player = await makePlayer(club, 0);
  const phone = await open(player.stored);
  const { page } = phone;
  const payment = await toProvider(phone);
  await sendNotice(
    provider.hookUrl ?? "",
    provider.notice("succeeded", payment, { amountCents: 9000 }),
  );
  await page.goto(payment.returnUrl);
  await truth(phone).getByText("A person is looking at it").waitFor();
  await keepScreen(page, "money-card-held");
  const late = await toProvider(phone);
  await club.asAdmin(
    "UPDATE top_up SET created_at = created_at - interval '2 hours' WHERE reference = $1",
    [late.reference],
  );
  await expireTopUps(club.ctx);
  await page.goto(late.returnUrl);
  await truth(phone).getByText("The time to pay is over").waitFor();
  expect(await cashOf(club, player)).toBe(0);
  expectNoTrouble(phone);
});

test("the bank account: checked while it is typed, masked, changed with the password alone", async () => {
  const player = await makePlayer(club, 1000);
  const phone = await open(player.stored);
  phone.expectTrouble(/403/);
  const { page } = phone;
  await openScreen(page, "/pages/withdraw/withdraw");
  await page.getByRole("link", { name: "Add your bank account" }).click();
  await page.getByLabel("Name on the account").fill("Noor Haldane");
  await page.getByLabel("Bank", { exact: true }).fill("Harbour Mutual");
  await page.getByLabel("BSB").fill("99920");
  await page.getByLabel("Account number").fill("1184 4417");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A BSB has six digits").waitFor();
  await keepScreen(page, "money-bank-form");
  await page.getByLabel("BSB").fill("999-204");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••4417").waitFor();
  expect(await page.content()).not.toContain("11844417");
  await keepScreen(page, "money-bank-card");

  await page.getByRole("button", { name: "Change the account" }).click();
  await tick(page.getByRole("radio", { name: "IBAN" }));
  await page.getByLabel("Name on the account").fill("Noor Haldane");
  await page.getByLabel("Bank", { exact: true }).fill("Erste Bank");
  await page.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 01");
  await page.getByLabel("Your password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This IBAN is not right: check its digits").waitFor();
  await page.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 00");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The password is wrong.").waitFor();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••3000").waitFor();
  expectNoTrouble(phone);
});

test("a withdrawal: asked for, held, taken back for a day, asked for anew, paid at the desk", async () => {
  const player = await makePlayer(club, 126_450);
  await addCard(player.token);
  const phone = await open(player.stored);
  const { page } = phone;
  await openScreen(page, "/pages/withdraw/withdraw");
  await page.getByText("$1,264.50").first().waitFor();
  await page.getByRole("button", { name: "$300", exact: true }).click();
  await settle(page);
  await keepScreen(page, "money-withdraw");
  // What it costs, where it goes and when it arrives stand there before the act.
  const facts = await page.locator(".withdraw-facts").innerText();
  expect(facts.replaceAll(/\s+/g, " ")).toMatch(
    /Harbour Mutual •••4417 Fee \$0\.00 Arrives before/,
  );
  await page.getByRole("button", { name: /^Withdraw/ }).dblclick();
  await page.getByText("$300.00 on its way").waitFor();
  expect(await cashOf(club, player)).toBe(96_450);
  await settle(page);
  await keepScreen(page, "money-withdraw-asked");

  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await sheet(page).getByText("The money stays held for 24 hours").waitFor();
  await sheet(page).getByRole("button", { name: "Take it back" }).click();
  await page.getByText("$300.00 on its way").waitFor({ state: "detached" });
  // Held still, and all of it can be asked for at once.
  expect(await cashOf(club, player)).toBe(96_450);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: /^Withdraw \$1,264.50/ }).click();
  await page.getByText("$1,264.50 on its way").waitFor();
  expect(await cashOf(club, player)).toBe(0);

  await openScreen(page, "/pages/withdraw/record");
  await page.getByText("being checked").first().waitFor();
  await keepScreen(page, "money-withdrawals");
  await page.getByText("cancelled").first().click();
  await sheet(page).getByText("The money is back in your balance.").waitFor();
  await sheet(page).getByRole("button", { name: "Close" }).click();

  const operator = await club.newOperator("owner");
  const desk = await open(undefined, { size: DESK });
  desk.expectTrouble(/409/);
  await signInOperator(desk.page, operator.name, "/approvals?tab=withdrawals");
  await desk.page.getByText("$1,264.50").first().waitFor();
  await settle(desk.page);
  await keepScreen(desk.page, "money-console-withdrawals");
  await desk.page.keyboard.press("a");
  await desk.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await desk.page.getByRole("button", { name: /^Verify the account/ }).click();
  await desk.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Verify/ })
    .click();
  await desk.page.getByText("The account is verified.").waitFor();
  await club.query(
    "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
    [player.id],
  );
  await desk.page.reload();
  await desk.page.getByRole("button", { name: /^Mark as paid/ }).click();
  await keepScreen(desk.page, "money-console-paid");
  await desk.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Mark as paid/ })
    .click();
  await page.getByText("paid", { exact: true }).first().waitFor();
  expectNoTrouble(phone);
  expectNoTrouble(desk);
});

test("a lost answer: the app asks again with the same key, and nothing is doubled", async () => {
  const player = await makePlayer(club, 50_000);
  await addCard(player.token);
  const phone = await open(player.stored);
  phone.expectTrouble(/ERR_FAILED|Failed to load|no answer/);
  const { page } = phone;
  await openScreen(page, "/pages/withdraw/withdraw");
  let cut = 0;
  const keys: (string | undefined)[] = [];
  await page.route("**/api/withdraw/create", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    cut += 1;
    // The club gets it; the phone never hears of it.
    if (cut > 2) return await route.continue();
    await route.fetch();
    return await route.abort();
  });
  await page.getByRole("button", { name: "$100", exact: true }).click();
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  await page.getByText("$100.00 on its way").first().waitFor();
  await expect.poll(() => keys.length, { timeout: 15_000 }).toBe(3);
  expect(new Set(keys).size).toBe(1);
  expect(await cashOf(club, player)).toBe(40_000);
});

test("amounts: typed, pasted, too much, none", async () => {
  const player = await makePlayer(club, 128_450);
  await addCard(player.token);
  const { page } = await open(player.stored);
  await openScreen(page, "/pages/withdraw/withdraw");
  const act = page.getByRole("button", { name: /^Withdraw/ });
  await page.getByText("Enter an amount").waitFor();
  await page.getByRole("button", { name: "Amount" }).first().click();
  const paste = async (text: string): Promise<void> =>
    await page.evaluate((data) => {
      const clipboard = new DataTransfer();
      clipboard.setData("text", data);
      const event = new ClipboardEvent("paste", {
        clipboardData: clipboard,
        bubbles: true,
        cancelable: true,
      });
      document.dispatchEvent(event);
    }, text);
  const shown = sheet(page).locator(".stake-value");
  await paste("1,284.50");
  await expect.poll(() => shown.innerText()).toContain("1284.50");
  for (const bad of ["-5", "1.234", "1e9", "abc", ""]) {
    await paste(bad);
    expect(await shown.innerText()).toContain("1284.50");
  }
  await paste("٢٥");
  await expect.poll(() => shown.innerText()).toContain("25");
  await typeAmount(page, "99999999");
  await sheet(page).getByRole("button", { name: /^Done/ }).click();
  await page.getByText("At most $1,284.50").waitFor();
  expect(await act.getAttribute("aria-disabled")).toBe("true");
  await act.click({ force: true });
  expect((await club.call("GET", "/api/withdraw/list", player)).body.list).toEqual([]);
});

test("the statement: two months of days, a plot of the range, saved as a file", async () => {
  const player = await makePlayer(club, 128_450);
  await addCard(player.token);
  const { page } = await open(player.stored);
  const headers = { "idempotency-key": "statement" };
  const body = { amount_cents: 5000 };
  await club.call("POST", "/api/withdraw/create", { token: player.token, body, headers });
  await openScreen(page, "/pages/statement/statement");
  await page.getByText("Withdrawal").first().waitFor();
  await settle(page);
  await keepScreen(page, "money-statement");
  await page.locator(".statement-top button").first().click();
  await sheet(page).waitFor();
  await settle(page);
  await keepScreen(page, "money-statement-days");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  for (const [name, ends] of [
    ["CSV", ".csv"],
    ["Excel", ".xlsx"],
    ["PDF", ".pdf"],
  ] as const) {
    await page.getByRole("button", { name: "Save the statement" }).click();
    await settle(page);
    if (name === "CSV") await keepScreen(page, "money-export");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      sheet(page)
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .click(),
    ]);
    expect(download.suggestedFilename().endsWith(ends)).toBe(true);
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
});

const LOOKS: [string, WindowOptions][] = [
  ["light", {}],
  ["dark", { theme: "dark" }],
  ["zh-Hant", { locale: "zh-TW" }],
  ["es at 320 px", { locale: "es-ES", size: SMALL_PHONE }],
  ["fr at 320 px", { locale: "fr-FR", size: SMALL_PHONE }],
];
test.each(LOOKS)(
  "every screen of money: whole, worded and for everybody: %s",
  async (name, options) => {
    const at = LOOKS.findIndex(([each]) => each === name);
    const player = await makePlayer(club, 126_450);
    await addCard(player.token);
    const headers = () => ({ "idempotency-key": crypto.randomUUID() });
    const { token } = player;
    const ask = { amount_cents: 15_000 };
    await club.call("POST", "/api/withdraw/create", { token, body: ask, headers: headers() });
    const announce = { method: "bank_transfer", amount_cents: 20_000 };
    const made = await club.call("POST", "/api/recharge/create", {
      token,
      body: announce,
      headers: headers(),
    });
    const { page } = await open(player.stored, { ...options, still: true, withoutPolicy: true });
    const stops: [string, string, string][] = [
      ["top-up", "/pages/recharge/recharge", ".stake-chips"],
      ["top-up-one", `/pages/recharge/recharge?topup=${made.body.data.topup_id}`, ".time-line"],
      ["top-ups", "/pages/recharge/record", ".list-row"],
      ["withdraw", "/pages/withdraw/withdraw", ".stake-chips"],
      ["withdrawals", "/pages/withdraw/record", ".list-row"],
      ["bank-card", "/pages/bankCard/bankCard", ".bank-card"],
      ["statement", "/pages/statement/statement", ".statement-row"],
    ];
    const faults: string[] = [];
    for (const [stop, path, ready] of shareOf(stops, at, LOOKS.length)) {
      await openScreen(page, path);
      await page.locator(ready).first().waitFor();
      await settle(page);
      await keepScreen(page, `money-${stop}-${name.replaceAll(" ", "-")}`);
      const layout = await faultsOf(page);
      // Nothing half under the tabs: what can be scrolled to is no target yet.
      const size = page.viewportSize() ?? SMALL_PHONE;
      await page.setViewportSize({ width: size.width, height: TALL_PX });
      const found = [...layout, ...(await violationsOf(page))];
      await page.setViewportSize(size);
      faults.push(...found.map((fault) => `${stop}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);
