import { expect, test } from "vitest";
import { placeOfMoney, search } from "./search.ts";

const ITEMS = [
  { id: "wr5", label: "Wattle Ridge R5", words: "WR 5", meta: "Paperbark Handicap" },
  { id: "wr3", label: "Wattle Ridge R3", words: "WR 3", meta: "Saltbush Maiden" },
  { id: "ti5", label: "Tern Island R5", words: "TI 5", meta: "Étoile Stakes" },
  { id: "ledger", label: "Ledger" },
  { id: "verify", label: "Verify the books", words: "ledger" },
];

const ids = (query: string, most = 9) => search(ITEMS, query, most).map(({ id }) => id);

test.each([
  ["wattle", ["wr5", "wr3"]],
  ["wr 5", ["wr5"]],
  ["r5 tern", ["ti5"]],
  ["ETOILE", ["ti5"]],
  ["ridge salt", ["wr3"]],
  ["nothing of it", []],
])("%s finds %j", (query, found) => {
  expect(ids(query)).toEqual(found);
});

test("the beginning of a label comes before a word inside", () => {
  expect(ids("ledger")).toEqual(["ledger", "verify"]);
});

test("an empty query lists what there is, up to the most", () => {
  expect(ids("  ", 2)).toEqual(["wr5", "wr3"]);
});

test.each([
  ["top_up", "approved", "/player/ann"],
  ["top_up", "submitted", "/approvals"],
  ["withdrawal", "requested", "/approvals"],
  ["withdrawal", "paid", "/player/ann"],
  ["shop_order", "paid", "/player/ann"],
  ["payment", "open", "/payments?tab=payments"],
  ["payment_arrival", "open", "/payments?tab=arrivals"],
  ["bank_line", "open", "/bank?q=HC+1"],
  ["bet", "accepted", "/player/ann?least=12.50&most=12.50"],
  ["sport_bet", "won", "/player/ann"],
] as const)("a %s that is %s is shown at %s", (kind, status, place) => {
  const found = { reference: "HC 1 · details", amount_cents: -1250, player_id: "ann" };
  expect(placeOfMoney({ kind, status, ...found })).toBe(place);
});
