import { vi } from "vitest";
import { fakeStorage } from "./fake-storage.ts";

/** What plain code needs of a browser: a store, an address, and events on the window. */
export function stubBrowser(): { readonly storage: Storage; readonly window: EventTarget } {
  const storage = fakeStorage();
  const window = new EventTarget();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("location", { hash: "", href: "http://club.test/app/" });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement: { lang: "en" } }));
  vi.stubGlobal("navigator", { onLine: true, languages: ["en"] });
  return { storage, window };
}

/** An answer of the club in its envelope. */
export function answer(
  status: number,
  body: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ status, message: "", ...body }), { status, headers });
}
