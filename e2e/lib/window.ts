import { ZONE } from "../../apps/server/src/test/zone.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright-core";
import { startBrowser } from "../../scripts/lib/browser.ts";

export const PHONE = { width: 375, height: 812 };
export const SMALL_PHONE = { width: 320, height: 640 };
export const DESK = { width: 1280, height: 800 };
export const WIDE_DESK = { width: 1920, height: 1080 };

/** Two journeys share the machine with whatever else runs on it. */
const PATIENCE_MS = 60_000;
const SCREENS = join(import.meta.dirname, "../../screens");

/** The languages of the product, as a browser asks for them. */
export const LOCALES = ["en-AU", "es-ES", "fr-FR", "zh-CN", "zh-TW"] as const;

export interface WindowOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  readonly locale?: (typeof LOCALES)[number];
  /** No language has been chosen on this device; otherwise that of the locale has been. */
  readonly isNew?: boolean;
  /** localStorage before the first page: a session, settings. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Without motion, for tests that look at many screens. */
  readonly still?: boolean;
  /** Switches off the page's content policy. Only for axe, which is injected. */
  readonly withoutPolicy?: boolean;
  /** Without the service worker, where a test changes what the page loads. */
  readonly withoutWorker?: boolean;
  /** Device pixels per CSS pixel, for pictures. */
  readonly scale?: number;
}

/** A page in a profile of its own, and what went wrong in it. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, violations of the policy, requests to other hosts, uncaught errors. */
  readonly troubles: readonly string[];
  /** For what a test causes on purpose: messages that match do not count as trouble. */
  expectTrouble(pattern: RegExp): void;
  close(): Promise<void>;
}

/**
 * The certificate of a test's own proxy is signed by nobody. Where a context alone ignores that, each
 * request is begun anew for each connection's error, and on a loaded machine some give up.
 */
const TRUST_ALL = "--ignore-certificate-errors";

let browser: Promise<Browser> | undefined;
/** Those that are open, for what a failed test tells. */
const openOnes = new Set<Window>();

/** One browser for all journeys of a file; the last test closes it. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
  openOnes.clear();
}

const MOST_TEXT = 1500;

/** What each open window shows and what went wrong in it: all that is left of a failed test. */
export async function tellWindows(): Promise<string> {
  const told = [...openOnes].map(async ({ page, troubles }) => {
    const text = await page
      .locator("body")
      .innerText({ timeout: 5000 })
      .catch((error: unknown) => String(error));
    return [page.url(), ...troubles, text.slice(0, MOST_TEXT)].join("\n");
  });
  return (await Promise.all(told)).join("\n\n");
}

/** Opens an empty page; the test starts with `page.goto(club.url + "/app/")`. */
export async function openWindow(clubUrl: string, options: WindowOptions = {}): Promise<Window> {
  browser ??= startBrowser([TRUST_ALL]);
  const size = options.size ?? PHONE;
  const isPhone = size.width < 600;
  const context = await (
    await browser
  ).newContext({
    viewport: size,
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: options.scale ?? 1,
    locale: options.locale ?? "en-AU",
    timezoneId: ZONE,
    colorScheme: options.theme ?? "light",
    reducedMotion: options.still === true ? "reduce" : "no-preference",
    bypassCSP: options.withoutPolicy ?? false,
    serviceWorkers: options.withoutWorker === true ? "block" : "allow",
    baseURL: clubUrl,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const stored = { ...languageOf(options), ...options.stored };
  if (Object.keys(stored).length > 0) await storeOnce(context, stored);
  const page = await context.newPage();
  const window: Window = {
    page,
    context,
    ...watch(page, clubUrl),
    close: async () => {
      openOnes.delete(window);
      await context.close();
    },
  };
  openOnes.add(window);
  return window;
}

const LANGUAGE_OF: Readonly<Record<string, string>> = {
  "es-ES": "es",
  "fr-FR": "fr",
  "zh-CN": "zh-Hans",
  "zh-TW": "zh-Hant",
};

/** The app starts in English until a language is chosen. Here one was, unless the device is new. */
function languageOf({ locale, isNew }: WindowOptions): Record<string, string> {
  const language = LANGUAGE_OF[locale ?? ""];
  return language === undefined || isNew === true ? {} : { language };
}

/** Only before the first page, so that what the app removes later stays removed. */
async function storeOnce(
  context: BrowserContext,
  stored: Readonly<Record<string, string>>,
): Promise<void> {
  await context.addInitScript((entries) => {
    if (sessionStorage.getItem("stored") !== null) return;
    sessionStorage.setItem("stored", "1");
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
}

function watch(page: Page, clubUrl: string): Pick<Window, "troubles" | "expectTrouble"> {
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const busy = new Set<string>();
  const say = (what: string): void => {
    if ([...busy].some((url) => isBusyRead(what, url))) return;
    if (!expected.some((pattern) => pattern.test(what))) troubles.push(what);
  };
  page.on("pageerror", (error) => say(`uncaught: ${error.stack ?? error.message}`));
  // The browser also logs a violation of the policy as an error.
  page.on(
    "console",
    (message) => isTrouble(message) && say(`console: ${message.text()} ${message.location().url}`),
  );
  // A loaded club sends reads away first (P15), and the apps ask again.
  page.on("response", (response) => {
    const isBusy = response.status() === 503 && response.headers()["retry-after"] !== undefined;
    if (!isBusy || response.request().method() !== "GET") return;
    busy.add(response.url());
    const kept = troubles.filter((what) => !isBusyRead(what, response.url()));
    troubles.splice(0, troubles.length, ...kept);
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && origin !== clubUrl) {
      say(`another host: ${request.url()}`);
    }
  });
  return { troubles, expectTrouble: (pattern) => expected.push(pattern) };
}

const isBusyRead = (what: string, url: string): boolean =>
  what.includes("status of 503") && what.endsWith(` ${url}`);

function isTrouble(message: ConsoleMessage): boolean {
  return (
    message.type() === "error" ||
    (message.type() === "warning" && /violat|refused/i.test(message.text()))
  );
}

/** Keeps what is on the screen in screens/NAME.png, for people to look at. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (process.env["CLUB_SCREENS"] !== "1") return;
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}

/** Keeps a file that the app made, given in base64, beside the screens. */
export function keepFile(name: string, data: string): void {
  if (process.env["CLUB_SCREENS"] !== "1") return;
  mkdirSync(SCREENS, { recursive: true });
  writeFileSync(join(SCREENS, name), Buffer.from(data, "base64"));
}
