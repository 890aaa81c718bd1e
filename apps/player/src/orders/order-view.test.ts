import { afterEach, expect, test, vi } from "vitest";
import { stubBrowser } from "../test/browser.ts";
import type { AnyOrder } from "./order-view.ts";

afterEach(() => vi.useRealTimers());

test("a bet is on the club's day, as the list is asked for, wherever the player is", async () => {
  stubBrowser();
  vi.useFakeTimers({ now: Date.parse("2026-11-20T23:30:00.000Z") });
  const { face } = await import("../core/club-face.ts");
  const { clubToday } = await import("../core/club-zone.ts");
  const { dayOfOrder } = await import("./order-view.ts");
  const order = { accepted_at: "2026-11-20T23:00:00.000Z" } as AnyOrder;
  for (const [zone, day] of [
    ["Pacific/Auckland", "2026-11-21"],
    ["America/Los_Angeles", "2026-11-20"],
  ] as const) {
    face.set({ time_zone: zone } as NonNullable<ReturnType<typeof face.get>>);
    expect([zone, dayOfOrder(order), clubToday()]).toEqual([zone, day, day]);
  }
});
