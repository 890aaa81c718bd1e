import { ZONE } from "../apps/server/src/test/zone.ts";
import { readFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { GamstopDouble } from "@club/doubles";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  codeInOutbox,
  ok,
  PASSWORD,
  startClub,
  type TestClub,
} from "../apps/server/src/test/club.ts";
import { openRaceDay, type TestRace } from "../apps/server/src/test/race-day.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { addAuthenticator } from "./lib/authenticator.ts";
import { violationsOf } from "./lib/axe.ts";
import { hurryWorker } from "./lib/hurry-worker.ts";
import { faultsOf } from "./lib/look.ts";
import { makePlayer } from "./lib/people.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* Who the player is: sign-up, forgotten and changed passwords, passkeys, devices, notifications, data. */

let club: TestClub;
/** The club under a name: an address of numbers has no passkeys. */
let named: string;
let race: TestRace;
const windows: Window[] = [];
const ACCOUNT = "/pages/account/account";

beforeAll(async () => {
  club = await startClub();
  named = club.url.replace("127.0.0.1", "localhost");
  [race] = (await openRaceDay(club, { races: 1, runners: 8 })) as [TestRace];
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});
afterEach(async () => {
  const opened = windows.splice(0);
  for (const window of opened) await window.close();
  expectNoTrouble(...opened);
});

async function open(options: WindowOptions = {}, url = club.url): Promise<Window> {
  const window = await openWindow(url, options);
  windows.push(window);
  return window;
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function openRow(page: Page, name: string | RegExp): Promise<void> {
  await page.locator(".list-group").getByRole("button", { name }).click();
  await sheet(page).waitFor();
}

async function bet(token: string): Promise<void> {
  const body = { race_id: race.race_id, bet_type: 1, horse: [2], betAmount: 1 };
  ok(await club.call("POST", "/api/order/place-order", { token, body }));
}

const codeFor = async (phone: string): Promise<string> => await codeInOutbox(club, phone);

test("signing up at a club whose register needs more than a phone: it is asked for, read back, and kept", async () => {
  const register = new GamstopDouble("key");
  await register.http.start();
  const british = await startClub({
    env: {
      CLUB_EXCLUSION_PROVIDER: "gamstop",
      CLUB_EXCLUSION_URL: register.http.url,
      CLUB_EXCLUSION_KEY: "key",
    },
  });
  const { page, expectTrouble } = await open({}, british.url);
  expectTrouble(/409/);
  await page.goto("/app/#/pages/login/register");
  const local = `4${randomInt(10_000_000, 99_999_999)}`;
  await page.getByLabel("User name").fill(`harriet.${randomInt(1e9)}`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Full name, as in your bank account").fill("Harriet Excluded");
  const born = page.getByLabel("Date of birth", { exact: true });
  await born.fill(`${new Date().getFullYear() - 10}-05-17`);
  await page.getByText(/^Welcome from/).waitFor();
  await born.fill("1990-05-17");
  await page.getByLabel("Postcode").fill("SW1A 1AA");
  await page.getByLabel("Phone").fill(local);
  await page.getByRole("button", { name: "Send the code" }).click();
  await page.getByLabel("Code from the text message").waitFor();
  const code = await codeInOutbox(british, `+61${local}`);
  await page.getByLabel("Code from the text message").fill(code);
  await page.getByRole("checkbox", { name: /^I am 18 or over and agree/ }).check();
  await page.getByText("Enter your e-mail address").waitFor();
  await page.getByLabel("E-mail", { exact: true }).fill("harriet@example.org");
  await page.getByRole("button", { name: "Sign up" }).click();
  // It is read where it is agreed to, not behind the button.
  const born1990 = page.getByRole("alert").getByText(/\b17\b.*\b1990\b/);
  const right = page.getByRole("button", { name: "Yes, that is right" });
  await expect
    .poll(async () => {
      const [said, button] = [await born1990.boundingBox(), await right.boundingBox()];
      return said !== null && button !== null && said.y + said.height <= button.y;
    })
    .toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "profile-sign-up-register");
  await page.getByRole("button", { name: "Yes, that is right" }).click();
  await page
    .getByRole("alert")
    .getByText(/excluded/i)
    .waitFor();
  // Another person at the same form.
  await page.getByLabel("Full name, as in your bank account").fill("Harriet Smith");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Yes, that is right" }).click();
  await page.getByText("You set the limits").waitFor();
  const people = await british.query("SELECT full_name, is_adult FROM player");
  expect(people).toEqual([{ full_name: "Harriet Smith", is_adult: true }]);
  // Its club goes away: nothing may ask it any more.
  await page.goto("about:blank");
  await british.close();
  await register.http.close();
});

test("signing up from an invitation's link: the code is there, what is wrong is said at its field", async () => {
  const inviter = await club.signUp();
  const { invite_code: invite } = ok(
    await club.call("GET", "/api/user/profile", { token: inviter.token }),
  );
  const { page, expectTrouble } = await open();
  expectTrouble(/422|409/);
  await page.goto(`/app/#/pages/login/register?invite=${invite}`);
  await page.getByLabel("Invite code, if you have one").waitFor();
  expect(await page.getByLabel("Invite code, if you have one").inputValue()).toBe(invite);

  // Password managers find their fields; a password is shown at will and may be pasted.
  const name = page.getByLabel("User name");
  const password = page.getByLabel("Password", { exact: true });
  expect(await name.getAttribute("autocomplete")).toBe("username");
  expect(await password.getAttribute("autocomplete")).toBe("new-password");
  const userName = `wen.${randomInt(1e9)}`;
  await name.fill(userName);
  await password.fill("short");
  await page.getByRole("meter", { name: "Strength" }).waitFor();
  await page.getByText("too short").waitFor();
  await page.evaluate(async () => {
    const text = new DataTransfer();
    text.setData("text/plain", "x");
    const field = document.querySelector<HTMLInputElement>('input[name="new-password"]');
    const paste = new ClipboardEvent("paste", {
      clipboardData: text,
      bubbles: true,
      cancelable: true,
    });
    if (field?.dispatchEvent(paste) === false) throw new Error("pasting is refused");
  });
  await password.fill("seven copper gates");
  await page.getByText("strong", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  expect(await password.getAttribute("type")).toBe("text");

  const local = `4${randomInt(10_000_000, 99_999_999)}`;
  await page.getByLabel("Phone").fill(local);
  await page.getByRole("button", { name: "Send the code" }).click();
  await page.getByText(/^Send again in 0:5\d$/).waitFor();
  await page.getByText(/valid for (4:5\d|5:00)/).waitFor();
  const code = page.getByLabel("Code from the text message");
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  const right = await codeFor(`+61${local}`);
  await code.fill(right === "000000" ? "000001" : "000000");
  await page.getByRole("checkbox", { name: /^I am 18 or over and agree/ }).check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("alert").getByText("The code is wrong or has expired.").waitFor();
  await code.fill(right);
  await keepScreen(page, "profile-sign-up");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByLabel("Date of birth", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Later: look around first" }).click();

  // Limits are offered, no amount is proposed, and they hold from here on (G2).
  await page.getByText("You set the limits").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "profile-first-limits");
  await page.getByRole("button", { name: "Go on without a limit" }).waitFor();
  await page.getByRole("button", { name: "Set a limit" }).click();
  expect(await sheet(page).locator(".stake-value").innerText()).not.toMatch(/[1-9]/);
  expect(await sheet(page).locator(".key-act").isDisabled()).toBe(true);
  await typeAmount(page, "100");
  await sheet(page).getByRole("button", { name: /^Save/ }).click();
  await page.getByText("$0 of $100").waitFor();
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await page.waitForURL("**/app/#/");
  expect(
    await club.query(
      `SELECT l.kind, l.period, l.amount_cents FROM player_limit l JOIN player p ON p.id = l.player_id
       WHERE p.user_name = $1`,
      [userName],
    ),
  ).toEqual([{ kind: "deposit", period: "day", amount_cents: 10_000n }]);
  const [row] = await club.query("SELECT invited_by FROM player WHERE user_name = $1", [userName]);
  expect(row?.["invited_by"]).toBe(inviter.id);
});

test("a forgotten password: a code by SMS sets a new one, and every device is signed out", async () => {
  const player = await makePlayer(club, 0);
  await club.query("DELETE FROM verification");
  const { page, expectTrouble } = await open();
  expectTrouble(/422/);
  await page.goto("/app/#/pages/login/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.waitForURL("**/#/pages/login/forgot");
  await expect.poll(async () => await page.title()).toBe("New password");
  await page.getByLabel("Phone").fill(player.phone.replace("+61", ""));
  await page.getByRole("button", { name: "Send the code" }).click();
  const code = page.getByLabel("Code from the text message");
  await code.waitFor();
  await code.fill(await codeFor(player.phone));
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("Password1");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await page
    .locator(".field-error")
    .getByText(/password/i)
    .waitFor();
  await field.fill("nine paper lanterns");
  await keepScreen(page, "profile-forgot");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Set the new password" }).click();
  await page.getByText("Your new password is set").waitFor();
  expect((await club.call("GET", "/api/user/uid", { token: player.token })).status).toBe(401);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, player.name, "nine paper lanterns");
  await page.waitForURL("**/app/#/");
  // The app says it too, until it is put away.
  const told = page.locator(".notice-one", { hasText: "Your password was set anew with a code." });
  await told.getByText("Withdrawals wait 24 hours.").waitFor();
  await told.getByRole("button", { name: "Close" }).click();
  await told.waitFor({ state: "hidden" });
});

test("another password: the old one is asked for, other devices are out, this one stays in", async () => {
  const player = await makePlayer(club, 5000);
  const { page, expectTrouble } = await open({ stored: player.stored });
  expectTrouble(/403/);
  await page.goto(`/app/#${ACCOUNT}`);
  await page.getByRole("link", { name: "Change Password" }).click();
  const before = page.getByLabel("Current password");
  const after = page.getByLabel("New password", { exact: true });
  const act = page.getByRole("button", { name: "Change the password" });
  await before.fill("not this one");
  await after.fill("nine paper lanterns");
  await act.click();
  await page.locator(".field-error").waitFor();
  await before.fill(player.password);
  await keepScreen(page, "profile-change-password");
  await act.click();
  await page.getByText("Other devices are signed out.").waitFor();
  // The token that everybody else holds is dead; this window has a new one.
  expect((await club.call("GET", "/api/user/uid", { token: player.token })).status).toBe(401);
  await page.getByRole("link", { name: "Done" }).click();
  await page.getByText("$50.00").first().waitFor();
});

test("a passkey is offered after the first sign-in, signs in, and is taken away in the account", async () => {
  const player = await makePlayer(club, 5000);
  const { page, expectTrouble } = await open({}, named);
  expectTrouble(/403|401.*\/api\/stream/);
  await addAuthenticator(page);
  await page.goto("/app/#/pages/login/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  await keepScreen(page, "profile-login");
  await signIn(page, player.name, player.password);
  await page.getByRole("heading", { name: "Next time without a password?" }).waitFor();
  await keepScreen(page, "profile-passkey-offer");
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await page.waitForURL("**/app/#/");
  await page.getByText("$50.00").first().waitFor();

  await openScreen(page, ACCOUNT);
  await openRow(page, "Passkeys");
  await sheet(page).locator(".sessions b").getByText("Chrome on", { exact: false }).waitFor();
  await keepScreen(page, "profile-passkeys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await page.waitForURL("**/#/pages/login/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => !url.hash.includes("login"));
  await page.getByText("$50.00").first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem("name"))).toBe(player.name);

  await openScreen(page, ACCOUNT);
  await openRow(page, "Passkeys");
  await sheet(page)
    .getByRole("button", { name: /^Remove Chrome/ })
    .click();
  await sheet(page).getByText("You have no passkey yet.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await page.waitForURL("**/#/pages/login/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey cannot be used here.", { exact: false }).waitFor();
  // The offer was answered: it does not come again on this device.
  await signIn(page, player.name, player.password);
  await page.waitForURL((url) => !url.hash.includes("login"));
});

test("a passkey made later asks for the password; one that the person stops changes nothing", async () => {
  const player = await makePlayer(club, 0);
  const { page, expectTrouble } = await open({ stored: player.stored }, named);
  expectTrouble(/403/);
  await club.asAdmin(
    "UPDATE session SET created_at = created_at - interval '1 hour' WHERE player_id = $1",
    [player.id],
  );
  await page.goto(`/app/#${ACCOUNT}`);
  await openRow(page, "Passkeys");
  await sheet(page).getByRole("button", { name: "Make a passkey" }).click();
  const field = sheet(page).getByLabel("Your password, to be sure that it is you");
  await field.fill("not this one");
  await sheet(page).getByRole("button", { name: "Make a passkey" }).click();
  await sheet(page).locator(".field-error").waitFor();
  await page.evaluate(() => {
    const stop = () => Promise.reject(new DOMException("stopped", "NotAllowedError"));
    Object.defineProperty(navigator.credentials, "create", { value: stop });
  });
  await field.fill(player.password);
  await sheet(page).getByRole("button", { name: "Make a passkey" }).click();
  await sheet(page).getByText("The device did not finish it.", { exact: false }).waitFor();
  expect(await club.query("SELECT FROM passkey WHERE player_id = $1", [player.id])).toEqual([]);
});

test("signed-in devices: another one is signed out from here", async () => {
  const player = await makePlayer(club, 5000);
  const { page } = await open({ stored: player.stored });
  const other = await open({ size: { width: 1280, height: 800 } });
  other.expectTrouble(/401/);
  await other.page.goto("/app/#/pages/login/login");
  await signIn(other.page, player.name, player.password);
  await other.page.getByText("$50.00").first().waitFor();
  await page.goto(`/app/#${ACCOUNT}`);
  await page.getByText("1 other device").waitFor();
  await openRow(page, /^Signed-in devices/);
  await sheet(page).getByText("This one").waitFor();
  await keepScreen(page, "profile-devices");
  await sheet(page)
    .getByRole("button", { name: /^Sign out: Chrome on/ })
    .click();
  await expect.poll(async () => await sheet(page).locator(".sessions li").count()).toBe(1);
  await openScreen(other.page, "/pages/statement/statement");
  await other.page.waitForURL("**/#/pages/login/login");
});

test("your data: everything as a file, with one tap", async () => {
  const player = await makePlayer(club, 5000);
  const { page } = await open({ stored: player.stored });
  await page.goto(`/app/#${ACCOUNT}`);
  await openRow(page, "Your data");
  await keepScreen(page, "profile-data");
  const started = page.waitForEvent("download");
  await sheet(page).getByRole("button", { name: "Download as JSON" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("horse-club-data.json");
  const held = JSON.parse(readFileSync(await file.path(), "utf8")) as Record<string, object[]>;
  expect(held["encrypted_at_rest"]).toMatchObject([{ phone: player.phone }]);
  expect(held["player"]).toMatchObject([{ user_name: player.name }]);
});

test("closing the account: refused while there is money, then everything is erased", async () => {
  const player = await makePlayer(club, 100);
  const { page, expectTrouble } = await open({ stored: player.stored });
  expectTrouble(/409|401/);
  await page.goto(`/app/#${ACCOUNT}`);
  await openRow(page, "Your data");
  await sheet(page).getByRole("button", { name: "Close and erase the account" }).click();
  await sheet(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  const act = sheet(page).getByRole("button", { name: "Close and erase the account" });
  await act.click();
  await sheet(page).getByText("The account can be closed when", { exact: false }).waitFor();
  await keepScreen(page, "profile-close");
  const { token } = await club.operator();
  const body = { amount_cents: -100, reason: "a test", kind: "correction" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
  await act.click();
  await page.waitForURL("**/#/pages/login/login");
  const [row] = await club.query("SELECT status, phone_hash FROM player WHERE id = $1", [
    player.id,
  ]);
  expect(row).toEqual({ status: "closed", phone_hash: null });
});

test("name, language, theme and text size are the player's own", async () => {
  const player = await makePlayer(club, 0);
  const { page } = await open({ stored: player.stored, still: true });
  await page.goto(`/app/#${ACCOUNT}`);
  await openRow(page, "Name and phone");
  await sheet(page).getByLabel("Full name", { exact: false }).fill("Noor Haldane");
  await sheet(page).getByRole("button", { name: "Save" }).click();
  await keepScreen(page, "profile-name");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Noor Haldane" }).waitFor();

  const size = async (): Promise<number> =>
    await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    );
  const before = await size();
  await openRow(page, /^Language, theme, text size/);
  await tick(sheet(page).getByRole("radio", { name: "Largest" }));
  await expect.poll(size).toBeCloseTo(before * 1.3, 1);
  await keepScreen(page, "profile-look-largest");
  await tick(sheet(page).getByRole("radio", { name: "Dark" }));
  await sheet(page).getByLabel("Language").selectOption("fr");
  await page.getByText("Taille du texte").first().waitFor();
  await expect
    .poll(
      async () =>
        ok(await club.call("GET", "/api/user/profile", { token: player.token })).language as string,
    )
    .toBe("fr");
  await page.reload();
  await page.getByText("Solde").first().waitFor();
  expect(await size()).toBeCloseTo(before * 1.3, 1);
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  await keepScreen(page, "profile-account-largest");
  expect(await faultsOf(page)).toEqual([]);
});

/** A browser whose push service answers at once: the real one is another host. */
async function fakePush(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked: string[] = [];
    const bytes = (length: number) =>
      btoa(String.fromCharCode(...new Array<number>(length).fill(7)));
    const point =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const subscription = {
      get endpoint() {
        return `https://fcm.googleapis.com/fcm/send/${localStorage.getItem("fake-address") ?? "a-test"}`;
      },
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: { p256dh: point, auth: bytes(16).replaceAll("=", "") },
      }),
      unsubscribe: () => Promise.resolve(true),
    };
    let current: typeof subscription | null = null;
    const isGranted = () => localStorage.getItem("push") !== null;
    if (isGranted()) current = subscription;
    Object.assign(globalThis, { asked });
    Notification.requestPermission = () => {
      asked.push("permission");
      return Promise.resolve("granted");
    };
    Object.defineProperty(Notification, "permission", {
      get: () => (isGranted() ? "granted" : "default"),
    });
    PushManager.prototype.subscribe = () => {
      current = subscription;
      return Promise.resolve(subscription as unknown as PushSubscription);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(current as unknown as PushSubscription | null);
  });
}

test("notifications: not before a first bet, by kind, with quiet hours; signing out takes them back", async () => {
  const player = await makePlayer(club, 5000);
  const { page, expectTrouble } = await open({
    stored: { ...player.stored, favourites: "WR" },
    still: true,
  });
  expectTrouble(/401.*\/api\/stream/);
  await fakePush(page);
  const asked = async (): Promise<string[]> =>
    await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  await page.goto(`/app/#${ACCOUNT}`);
  await page.getByText("$50.00").first().waitFor();
  await openRow(page, /^Notifications/);
  await sheet(page).getByText("You can switch these on after your first bet.").waitFor();
  await bet(player.token);
  await page.reload();
  await page.getByText("Know when your bet is settled?").waitFor();
  await keepScreen(page, "profile-notify-offer");
  await page.getByRole("button", { name: "Choose", exact: true }).click();
  await sheet(page).waitFor();
  await settle(page);
  // Nothing is on before it was chosen, and the browser was not asked yet.
  expect(await sheet(page).getByRole("checkbox", { checked: true }).count()).toBe(0);
  expect(await asked()).toEqual([]);
  await tick(sheet(page).getByRole("checkbox", { name: "My bet is settled" }));
  await tick(sheet(page).getByRole("checkbox", { name: "Quiet hours" }));
  await sheet(page).getByLabel("From").fill("21:30");
  await keepScreen(page, "profile-notify");
  await sheet(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications are set").waitFor();
  expect(await asked()).toEqual(["permission"]);
  const listed = async (): Promise<unknown[]> =>
    await club.query(
      "SELECT kinds, quiet_from::text, quiet_to::text, time_zone FROM push_subscription WHERE player_id = $1",
      [player.id],
    );
  expect(await listed()).toEqual([
    {
      kinds: ["settled"],
      quiet_from: "21:30:00",
      quiet_to: "08:00:00",
      time_zone: ZONE,
    },
  ]);
  // The browser moves to another address by itself: at once where the app is open, else at its start.
  const address = async (): Promise<string> => {
    const rows = await club.query(
      "SELECT kinds, encode(endpoint_hash, 'hex') AS at FROM push_subscription WHERE player_id = $1",
      [player.id],
    );
    expect(rows.map(({ kinds }) => kinds)).toEqual([["settled"]]);
    return String(rows[0]?.["at"]);
  };
  const moveTo = async (to: string): Promise<void> =>
    await page.evaluate((next) => localStorage.setItem("fake-address", next), to);
  const first = await address();
  await moveTo("another");
  await page.evaluate(() => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { type: "PUSH" } }));
  });
  await expect.poll(address).not.toBe(first);
  const second = await address();
  await moveTo("a-third");
  await page.reload();
  await expect.poll(address).not.toBe(second);
  const favourites = await club.call("GET", "/api/user/favourites", { token: player.token });
  expect(favourites.body.data.codes).toEqual(["WR"]);
  expect(await page.getByText("Know when your bet is settled?").count()).toBe(0);
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await page.waitForURL("**/#/pages/login/login");
  expect(await listed()).toEqual([]);
});

test("a notification leads to a screen of the app, and to nothing else", async () => {
  const { page } = await open();
  await hurryWorker(page);
  await page.goto("/app/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const send = async (data: object): Promise<void> =>
    await page.evaluate((message) => {
      navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: message }));
    }, data);
  await send({ type: "OPEN", hash: "#/pages/about/about" });
  await page.waitForURL("**/#/pages/about/about");
  await send({ type: "SOMETHING", hash: "#/pages/login/login" });
  await page.waitForTimeout(200);
  expect(page.url()).toContain("/pages/about/about");
});

test("about: version, how the club is now, and every licence", async () => {
  const { page } = await open();
  await page.goto("/app/#/pages/about/about");
  const version = await page.evaluate(() => (globalThis as { version?: string }).version ?? "");
  await page.getByText(version).first().waitFor();
  await page.getByText("Taking bets").waitFor();
  await page.getByText(/^yes/).first().waitFor();
  await keepScreen(page, "profile-about");
  await page.getByRole("button", { name: "Show all packages" }).click();
  await page.getByText("Apache-2.0 licence", { exact: false }).waitFor();
  expect(await page.locator(".licences li").count()).toBeGreaterThan(50);
  await page.locator(".licences li", { hasText: "react-dom" }).getByText("MIT").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

/** Rows that open a sheet: group of the account's menu, place in it. */
const SHEETS = [
  ["profile", 2, 0],
  ["devices", 2, 1],
  ["passkeys", 2, 2],
  ["data", 2, 3],
  ["notifications", 3, 0],
  ["look", 3, 1],
] as const;

const THEMES = ["light", "dark"] as const;
const LANGUAGES = ["en", "es", "fr", "zh-Hans", "zh-Hant"] as const;

async function walkSheets(
  page: Page,
  sheets: readonly (typeof SHEETS)[number][],
  look: () => Promise<readonly string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, group, place] of sheets) {
    await page.locator(".list-group").nth(group).locator("button").nth(place).click();
    await sheet(page).locator("h2").waitFor();
    await sheet(page).locator("[aria-busy=true], .skeleton").first().waitFor({ state: "detached" });
    await settle(page);
    faults.push(...(await look()).map((fault) => `${name}: ${fault}`));
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  return faults;
}

test("every sheet of the account: nothing for axe to find, nothing cut off at 320 px, in five languages", async () => {
  const player = await makePlayer(club, 5000);
  await bet(player.token);
  const { stored } = player;
  for (const [at, theme] of THEMES.entries()) {
    const { page, close } = await open({ stored, theme, still: true, withoutPolicy: true });
    await page.goto(`/app/#${ACCOUNT}`);
    await page.getByText("$49.00").first().waitFor();
    const look = async (): Promise<readonly string[]> => await violationsOf(page);
    const sheets = shareOf(SHEETS, at, THEMES.length);
    expect(await walkSheets(page, sheets, look), theme).toEqual([]);
    await close();
  }
  for (const [at, language] of LANGUAGES.entries()) {
    const { page, close } = await open({
      stored: { ...stored, language },
      still: true,
      size: SMALL_PHONE,
    });
    await page.goto(`/app/#${ACCOUNT}`);
    await page.locator(".list-group").nth(3).waitFor();
    const look = async (): Promise<readonly string[]> => await faultsOf(page);
    const sheets = shareOf(SHEETS, at, LANGUAGES.length);
    expect(await walkSheets(page, sheets, look), language).toEqual([]);
    await close();
  }
});

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly data: unknown };
}

test("what the club sends is shown by the service worker, and leads nowhere but into the app", async () => {
  const { page, context } = await open();
  await hurryWorker(page);
  await page.goto("/app/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error("the service worker runs");
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    const { registration } = self as unknown as { registration: object };
    Object.assign(self, { shown });
    Object.assign(registration, {
      showNotification: (title: string, options: object) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
    });
  });
  const text = { title: "Your bet is settled", body: "Open to see the result.", tag: "settled" };
  const path = "/pages/order/list?tab=settled";
  const data = JSON.stringify({ ...text, path });
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: club.url,
    registrationId,
    data,
  });
  const shown = async (): Promise<Shown[]> =>
    await worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);
  await expect
    .poll(shown)
    .toMatchObject([{ title: text.title, options: { body: text.body, data: path } }]);

  // The browser tells the worker of a new address, the worker the open app.
  const heard = page.evaluate(
    async () =>
      await new Promise<unknown>((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data), {
          once: true,
        });
        Object.assign(globalThis, { isListening: true });
      }),
  );
  await page.waitForFunction(() => "isListening" in globalThis);
  await worker.evaluate(() => {
    const event = new Event("pushsubscriptionchange");
    Object.defineProperty(event, "waitUntil", { value: () => undefined });
    self.dispatchEvent(event);
  });
  expect(await heard).toEqual({ type: "PUSH" });

  const tap = async (to: unknown): Promise<void> =>
    await worker.evaluate((target) => {
      const event = new Event("notificationclick");
      const waitUntil = (work: Promise<unknown>): void => void work.catch(() => undefined);
      const notification = { data: target, close: () => undefined };
      Object.defineProperties(event, {
        waitUntil: { value: waitUntil },
        notification: { value: notification },
      });
      self.dispatchEvent(event);
    }, to);
  await tap("/pages/about/about");
  await page.waitForURL("**/app/#/pages/about/about");
  for (const evil of [
    "https://evil.example/",
    "//evil.example/pages/about/about",
    ["javascript", "alert(1)"].join(":"),
    "/pages/../../api/docs",
    "/pages/login/login#/elsewhere",
    { path: "/pages/login/login" },
    null,
  ]) {
    await tap(evil);
  }
  await page.waitForTimeout(300);
  expect(page.url()).toBe(`${club.url}/app/#/pages/about/about`);
});
