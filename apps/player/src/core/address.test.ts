import { beforeEach, expect, test, vi } from "vitest";
import { stubBrowser } from "../test/browser.ts";

interface Entry {
  hash: string;
  state: unknown;
}

/** A browser that was on another site before the app was opened at an address. */
async function openAt(hash: string) {
  vi.resetModules();
  const { window } = stubBrowser();
  const entries: Entry[] = [
    { hash: "another site", state: null },
    { hash, state: null },
  ];
  let at = 1;
  const arrive = () => void window.dispatchEvent(new Event("hashchange"));
  const move = (step: 1 | -1) => {
    at += step;
    if (at > 0) arrive();
  };
  const open = (to: string) => {
    entries.splice((at += 1), entries.length, { hash: to, state: null });
    arrive();
  };
  vi.stubGlobal("dispatchEvent", window.dispatchEvent.bind(window));
  vi.stubGlobal("HashChangeEvent", Event);
  vi.stubGlobal("location", {
    href: "http://club.test/app/",
    set hash(to: string) {
      open(to);
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return entries[at]?.state;
    },
    replaceState: (state: unknown, _: string, url?: string) => {
      const hash = url === undefined ? (entries[at]?.hash ?? "") : url.slice(1);
      entries[at] = { hash, state: structuredClone(state) };
    },
    back: () => move(-1),
  });
  const address = await import("./address.ts");
  address.watchSteps();
  return {
    ...address,
    open,
    browserBack: () => move(-1),
    browserForward: () => move(1),
    here: () => entries[at]?.hash,
  };
}

beforeEach(() => vi.unstubAllGlobals());

test("Back from a page that was opened by its address leads to its parent, not out of the app", async () => {
  const app = await openAt("/race");
  app.goBack("/");
  expect(app.here()).toBe("/");
});

test("Back leads where the player came from, and at the first page to its parent however they got there", async () => {
  const app = await openAt("/race");
  app.go("/rules");
  app.go("/help");
  app.goBack("/");
  expect(app.here()).toBe("/rules");
  app.goBack("/");
  expect(app.here()).toBe("/race");
  app.goBack("/");
  expect(app.here()).toBe("/");
});

test("the browser's own ways back and on count as well, and an address put in place of another", async () => {
  const app = await openAt("/race");
  app.open("/rules");
  app.browserBack();
  app.browserForward();
  app.go("/rules?page=2", { replace: true });
  app.goBack("/");
  expect(app.here()).toBe("/race");
  app.goBack("/");
  expect(app.here()).toBe("/");
});
