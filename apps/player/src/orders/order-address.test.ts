import { expect, test } from "vitest";
import { placeOf, queryOf, type OrderPlace, type OrderRoute } from "./order-address.ts";
import { ORDER_FILTERS, ORDER_KINDS } from "./order-kinds.ts";

const read = (route: OrderRoute, text: string) => placeOf(route, new URLSearchParams(text));

test("the addresses of old: the racing list begins with all, the sport list with sports", () => {
  expect(read("orders", "")).toEqual({ tab: "open", filter: "all", days: null, order: undefined });
  expect(read("sportOrders", "tab=settled")).toMatchObject({ tab: "settled", filter: "sports" });
  expect(read("orders", "tab=all&order=7").order).toEqual({ kind: "racing", id: "7" });
  expect(read("sportOrders", "tab=all&order=7").order).toEqual({ kind: "sports", id: "7" });
});

test("what cannot be meant is as good as not there", () => {
  expect(read("orders", "tab=won&kind=chess&from=soon&to=2026-11-26")).toEqual(read("orders", ""));
});

test("what is written is read again, on both addresses", () => {
  const days = { from: "2026-11-01", to: "2026-11-26" };
  for (const route of ["orders", "sportOrders"] as const) {
    for (const filter of ORDER_FILTERS) {
      for (const order of [undefined, ...ORDER_KINDS.map((kind) => ({ kind, id: "42" }))]) {
        const place: OrderPlace = { tab: "all", filter, days, order };
        const text = new URLSearchParams(queryOf(route, place)).toString();
        expect(read(route, text), `${route} ${text}`).toEqual(place);
      }
    }
  }
});
