import type { Page } from "playwright-core";
import { settle } from "./tour.ts";

/** A heartbeat whose answer, of now, is on its way until the returned function lets it arrive. */
export async function holdHeartbeat(page: Page): Promise<() => Promise<void>> {
  const path = "**/api/user/heartbeat";
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked.promise;
  return async () => {
    const arrived = page.waitForResponse(path);
    late.resolve();
    await (await arrived).finished();
    await settle(page);
  };
}
