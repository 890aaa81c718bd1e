import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

const { useClubCurrency, useCurrency } = await import("./currency.ts");
const { queryClient } = await import("./query-client.ts");

function draw(use: () => string): string {
  const Page = () => createElement("b", null, use());
  return renderToString(
    createElement(QueryClientProvider, { client: queryClient }, createElement(Page)),
  );
}

beforeEach(() => {
  kept.clear();
  queryClient.clear();
});

// The dollar sign of a wrong country, even for a moment, makes the amount wrong.
test("before the club has said its currency none is made up", () => {
  expect(draw(() => useClubCurrency().data ?? "none")).toBe("<b>none</b>");
  expect(() => draw(useCurrency)).toThrow("once the club's currency is known");
});

test("a desk that knew the currency draws with it at once, and asks again", async () => {
  kept.set("console.currency", "NZD");
  expect(draw(useCurrency)).toBe("<b>NZD</b>");
  const query = queryClient.getQueryCache().find({ queryKey: ["currency"] });
  expect(query?.isStaleByTime(60 * 60_000)).toBe(true);
});
