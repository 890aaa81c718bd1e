import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { PASSWORD, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { codeOfStep, stepOf } from "../apps/server/src/desk/operators/totp.ts";
import { IdentityProvider } from "../apps/server/src/test/identity-provider.ts";
import { addAuthenticator } from "./lib/authenticator.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * Operators: the second factor from the QR code to the next sign-in, passkeys, the identity provider, roles,
 * sessions, going live. In order.
 */

let club: TestClub;
let provider: IdentityProvider;
let desk: Window;
let owner: { readonly name: string; readonly id: string };
let secret = "";

beforeAll(async () => {
  provider = await IdentityProvider.start();
  club = await startClub({ env: provider.env });
  owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK });
  desk.expectTrouble(/403|401.*\/stream/);
  await signInOperator(desk.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "people-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
  await provider?.stop();
});

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** As an authenticator works out the code from the key. */
function codeAt(steps: number): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOfStep(Buffer.from(bytes), stepOf(Date.now() / 1000) + steps);
}

test("the console warns until the second factor is set up; the QR code leads there", async () => {
  const { page } = desk;
  await page.getByText("Your account has no two-factor sign-in").waitFor();
  await page.getByRole("link", { name: "Set it up" }).click();
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByAltText("QR code for your authenticator").waitFor();
  await keepScreen(page, "console-factor-scan");
  secret = (await page.locator("code.mono").innerText()).replaceAll(/\s/g, "");
  await page.getByLabel("Code of your authenticator").fill("000000x");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  await page.getByLabel("Code of your authenticator").fill(codeAt(0));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  expect(await page.getByRole("list", { name: "Recovery codes" }).locator("li").count()).toBe(10);
  await keepScreen(page, "console-factor-codes");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("Recovery codes left").waitFor();
  expect(await page.getByText("Your account has no two-factor sign-in").count()).toBe(0);
});

test("the next sign-in asks for the code", async () => {
  const { page } = desk;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("User name").fill(owner.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Second step" }).waitFor();
  await page.getByLabel("Code of your authenticator").fill("000000x");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  await keepScreen(page, "console-second-step");
  await page.getByLabel("Code of your authenticator").fill(codeAt(1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
});

test("an operator is made with two roles, gets others, and is signed out by the owner", async () => {
  const { page } = desk;
  await openPage(page, "/operators");
  await page.getByRole("button", { name: "New operator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("User name").fill("mira-desk");
  await dialog.getByRole("checkbox", { name: /^cashier/ }).check();
  await dialog.getByRole("checkbox", { name: /^risk/ }).check();
  await keepScreen(page, "console-operator-new");
  await dialog.getByRole("button", { name: /^Make operator/ }).click();
  const link = await dialog.getByText("#/set-password?token=").innerText();
  await keepScreen(page, "console-operator-invited");
  await dialog.getByRole("button", { name: /^I have handed it over/ }).click();
  const row = page.getByRole("row", { name: /mira-desk/ });
  await row.getByText("cashier, risk").waitFor();

  const other = await openWindow(club.url, { size: DESK });
  await other.page.goto(link);
  await other.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await other.page.getByLabel("New password again").fill(PASSWORD);
  await other.page.getByRole("button", { name: "Set the password" }).click();
  await other.page.getByText("Your new password is set.").waitFor();
  await signInOperator(other.page, "mira-desk");
  await openPage(other.page, "/audit");
  await other.page.getByText("This page is not for your roles").waitFor();
  await keepScreen(other.page, "console-forbidden");
  await row.click();
  await page.getByRole("button", { name: "Change roles" }).click();
  await dialog.getByRole("checkbox", { name: /^risk/ }).uncheck();
  await dialog.getByLabel("Reason").fill("moves to the counter");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await row.getByText("cashier", { exact: true }).waitFor();
  await keepScreen(page, "console-operators");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("Signed in nowhere").waitFor();
  other.expectTrouble(/401/);
  await openPage(other.page, "/players");
  await other.page.getByText("Your session has ended. Sign in again.").waitFor();
  await other.close();
});

/** Under a name: an address of numbers has no passkeys. */
const named = (): string => club.url.replace("127.0.0.1", "localhost");

test("a passkey is the second step of a sign-in, and is shown again before it is taken away", async () => {
  const one = await club.newOperator("risk");
  const window = await openWindow(named(), { size: DESK });
  const { page } = window;
  window.expectTrouble(/403|401.*\/stream/);
  await addAuthenticator(page);
  await signInOperator(page, one.name);
  await openPage(page, "/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Name of this device").fill("Desk key");
  await keepScreen(page, "console-passkey-add");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  const keys = page.getByRole("list", { name: "Passkeys" });
  await keys.getByText("Desk key").waitFor();
  await keepScreen(page, "console-passkeys");

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("User name").fill(one.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  await keepScreen(page, "console-second-step-passkey");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("navigation").first().waitFor();

  await club.asAdmin(
    "UPDATE session SET proved_at = proved_at - interval '6 minutes' WHERE operator_id = $1",
    [one.id],
  );
  club.ctx.sessions.forget(one.id);
  await openPage(page, "/settings");
  await keys.getByRole("button", { name: "Remove Desk key" }).click();
  const sure = page.getByRole("dialog", { name: "Remove Desk key" });
  await sure.getByRole("button", { name: /^Remove Desk key/ }).click();
  const again = page.getByRole("dialog", { name: "Show your second factor again" });
  await again.getByRole("button", { name: "Use a passkey" }).waitFor();
  await keepScreen(page, "console-proof-passkey");
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Desk key is removed").waitFor();
  await page.getByText("Only a password protects this account").waitFor();
  expectNoTrouble(window);
  await window.close();
});

test("who is known at the identity provider comes in by it; others are told why not", async () => {
  const one = await club.newOperator("support");
  const { page } = desk;
  await openPage(page, "/operators");
  await page.getByRole("button", { name: "New operator" }).waitFor();
  await page.reload();
  await page.getByRole("row", { name: new RegExp(one.name) }).click();
  await page.getByRole("button", { name: "Change address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email address; empty: none").fill("Nia@club.example");
  await dialog.getByLabel("Reason").fill("works here");
  await keepScreen(page, "console-oidc-address");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("nia@club.example, not used yet").waitFor();
  await keepScreen(page, "console-oidc-operator");

  const window = await openWindow(named(), { size: DESK });
  const other = window.page;
  window.expectTrouble(/403|another host|401.*\/stream/);
  provider.vouch({ sub: "nia", email: "nia@club.example", email_verified: true });
  await other.goto("/console/#/cases");
  await other.getByRole("button", { name: /^Sign in with localhost/ }).waitFor();
  await keepScreen(other, "console-signin-oidc");
  await other.getByRole("button", { name: /^Sign in with localhost/ }).click();
  await other.getByRole("navigation").first().waitFor();
  // The page that was open is found again, and nothing of the journey is left in the address.
  expect(new URL(other.url()).search).toBe("");
  expect(new URL(other.url()).hash).toBe("#/cases");
  await openPage(other, "/settings");
  await other.getByRole("button", { name: "Sign out" }).click();

  provider.vouch({ sub: "stranger", email: "stranger@club.example", email_verified: true });
  await other.getByRole("button", { name: /^Sign in with localhost/ }).click();
  await other.getByRole("alert").getByText("No open account of this club").waitFor();
  await keepScreen(other, "console-signin-unknown");
  // An answer that this tab did not ask for opens nothing.
  await other.goto("/console/?code=stolen&state=somebody");
  await other.getByRole("alert").getByText("took too long or was used already").waitFor();
  expectNoTrouble(window);
  await window.close();
  await page.reload();
  await page.getByRole("row", { name: new RegExp(one.name) }).click();
  await page.getByText("nia@club.example, signed in there").waitFor();
});

test("a password is changed by whom it is of, and set anew by a link that the owner hands over", async () => {
  const one = await club.newOperator("support");
  const window = await openWindow(club.url, { size: DESK });
  const other = window.page;
  window.expectTrouble(/403|422|401.*\/stream/);
  await signInOperator(other, one.name, "/settings");
  const change = other.getByRole("button", { name: "Change password" });
  await other.getByLabel("Current password").fill(PASSWORD);
  await other.getByLabel("New password", { exact: true }).fill("seven copper gates");
  await other.getByLabel("New password again").fill("seven copper gate");
  expect(await change.getAttribute("title")).toBe("The two are not the same");
  await other.getByLabel("New password again").fill("seven copper gates");
  await keepScreen(other, "console-own-password");
  await change.click();
  await other.getByText("Password changed").waitFor();

  const { page } = desk;
  await club.asAdmin("UPDATE session SET proved_at = club_now_ms() WHERE operator_id = $1", [
    owner.id,
  ]);
  club.ctx.sessions.forget(owner.id);
  await openPage(page, "/operators");
  await page.reload();
  await page.getByRole("row", { name: new RegExp(one.name) }).click();
  await page.getByRole("button", { name: "Reset password" }).click();
  const why = page.getByRole("dialog", { name: `Reset the password of ${one.name}` });
  await why.getByLabel("Reason").fill("forgotten over the holidays");
  await why.getByRole("button", { name: /^Reset password/ }).click();
  const shown = page.getByRole("dialog", { name: `Link for ${one.name}` });
  const link = await shown.locator("code").innerText();
  await keepScreen(page, "console-password-link");
  await shown.getByRole("button", { name: "I have handed it over" }).click();

  await openPage(other, "/settings");
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  const setAt = async (password: string): Promise<void> => {
    await other.goto(link);
    await other.getByLabel("New password", { exact: true }).fill(password);
    await other.getByLabel("New password again").fill(password);
    await other.getByRole("button", { name: "Set the password" }).click();
  };
  await setAt("password1");
  await other.getByRole("alert").waitFor();
  await other.getByLabel("New password", { exact: true }).fill("eight silver gates");
  await other.getByLabel("New password again").fill("eight silver gates");
  await keepScreen(other, "console-set-password");
  expect(await violationsOf(other), "a new password").toEqual([]);
  await other.getByRole("button", { name: "Set the password" }).click();
  await other.getByText("Your new password is set.").waitFor();
  // The link stays in no address, and opens nothing a second time.
  expect(other.url()).not.toContain("token");
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByLabel("User name").waitFor();
  await setAt("nine golden gates");
  await other.getByRole("alert").getByText("This link was used already").waitFor();
  await other.goto(`${club.url}/console/#/settings`);
  await other.getByLabel("User name").fill(one.name);
  await other.getByLabel("Password", { exact: true }).fill("eight silver gates");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("navigation").first().waitFor();
  expectNoTrouble(window);
  await window.close();
});

test("the page before real money finds what is open by itself", async () => {
  const { page } = desk;
  await openPage(page, "/going-live");
  await page.getByRole("heading", { name: "Four eyes" }).waitFor();
  const demo = page.getByRole("listitem").filter({ hasText: "Demo off" });
  expect(await demo.innerText()).toContain("Done");
  const eyes = page.getByRole("listitem").filter({ hasText: "CLUB_FOUR_EYES" });
  expect(await eyes.innerText()).toContain("To do");
  await keepScreen(page, "console-going-live");
});

test("where it is required, a weighty act asks for a fresh code in the middle and then goes on", async () => {
  const strict = await startClub({
    env: { CLUB_OPERATOR_2FA: "required" },
    database: club.database,
  });
  const window = await openWindow(strict.url, { size: DESK });
  const { page } = window;
  window.expectTrouble(/403/);
  try {
    await signInWithCode(page, strict.url);
    await club.asAdmin(
      "UPDATE session SET proved_at = proved_at - interval '6 minutes' WHERE operator_id = $1",
      [owner.id],
    );
    strict.ctx.sessions.forget(owner.id);
    await openPage(page, "/operators");
    await page.getByRole("row", { name: /mira-desk/ }).click();
    await page.getByRole("button", { name: "Close account" }).click();
    const why = page.getByRole("dialog", { name: "Close the account of mira-desk" });
    await why.getByLabel("Reason").fill("left the club");
    await why.getByRole("button", { name: /^Close account/ }).click();
    const again = page.getByRole("dialog", { name: "Show your second factor again" });
    await again.getByLabel("Code of your authenticator").fill(codeAt(1));
    await keepScreen(page, "console-proof");
    await again.getByRole("button", { name: /^Go on/ }).click();
    await page.getByText("mira-desk is closed").waitFor();
    expectNoTrouble(window);
  } finally {
    await window.close();
    await strict.close();
  }
});

/** Codes of this half minute may be typed again. */
async function freshCodes(): Promise<void> {
  await club.asAdmin("UPDATE operator_factor SET last_step = 0 WHERE operator_id = $1", [owner.id]);
}

async function signInWithCode(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/`);
  await beginSignIn(page);
  await endSignIn(page);
}

async function beginSignIn(page: Page): Promise<void> {
  await page.getByLabel("User name").fill(owner.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function endSignIn(page: Page): Promise<void> {
  await freshCodes();
  await page.getByLabel("Code of your authenticator").fill(codeAt(0));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
}

test.each(["light", "dark"] as const)("axe finds nothing on these pages, %s", async (theme) => {
  const window = await openWindow(club.url, { size: DESK, theme, withoutPolicy: true });
  const { page } = window;
  await page.goto(`${club.url}/console/`);
  await page.getByRole("button", { name: /^Sign in with localhost/ }).waitFor();
  expect(await violationsOf(page), "sign-in").toEqual([]);
  await beginSignIn(page);
  await page.getByText("A recovery code works too.").waitFor();
  await keepScreen(page, `console-second-step-${theme}`);
  expect(await violationsOf(page), "second step").toEqual([]);
  await endSignIn(page);
  for (const [path, text] of [
    ["operators", "mira-desk"],
    ["going-live", "Four eyes"],
    ["settings", "Recovery codes left"],
  ] as const) {
    await openPage(page, `/${path}`);
    await page.getByText(text).first().waitFor();
    if (path === "operators") await page.getByRole("row", { name: /mira-desk/ }).click();
    await keepScreen(page, `console-${path}-${theme}`);
    expect(await violationsOf(page), path).toEqual([]);
  }
  await page.getByRole("button", { name: "Sign out" }).click();
  await window.close();
});

test("nothing went wrong on the way", () => {
  expectNoTrouble(desk);
});
