import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { stubBrowser } from "../test/browser.ts";

stubBrowser();
const { cacheKey, writeCache } = await import("../device/answer-cache.ts");
const { useCurrency } = await import("./wallet.ts");

function draw(): string {
  const Page = () => createElement("b", null, useCurrency());
  const client = new QueryClient();
  return renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
}

// The dollar sign of a wrong country, even for a moment, makes the amount wrong.
test("before the club has said its currency no country's is made up", () => {
  expect(draw()).toBe("<b>XXX</b>");
});

test("a device that knew the currency draws with it at once", () => {
  const body = { status: 200, message: "OK", data: { from_currency: "NZD" } };
  writeCache(cacheKey("GET", "/api/taxrate/tax-rate", ""), { t: Date.now(), body });
  expect(draw()).toBe("<b>NZD</b>");
});
