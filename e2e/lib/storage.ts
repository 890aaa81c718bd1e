import type { Page } from "playwright-core";

/** Everything a page keeps on the device, as text: tests search it for what must not be there. */
export async function dumpStorage(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(async () => {
    const dump: Record<string, string> = {};
    for (const [name, area] of [
      ["local", localStorage],
      ["session", sessionStorage],
    ] as const) {
      for (let at = 0; at < area.length; at += 1) {
        const key = area.key(at) ?? "";
        dump[`${name} ${key}`] = area.getItem(key) ?? "";
      }
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const isText = /json|html/.test(answer?.headers.get("content-type") ?? "");
        dump[`cache ${request.url}`] = isText ? ((await answer?.text()) ?? "") : "";
      }
    }
    for (const { name } of await indexedDB.databases()) dump[`database ${name}`] = "";
    return dump;
  });
}
