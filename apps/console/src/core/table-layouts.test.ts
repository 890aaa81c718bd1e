import { expect, test } from "vitest";
import { PLAIN_LAYOUT, readLayout, withoutView, withView, writeLayout } from "./table-layouts.ts";

const view = (name: string, filter = "") => ({ name, hidden: ["held"], filter });

test("a view of the same name takes its place, and each can go", () => {
  const two = withView(withView(PLAIN_LAYOUT, view("b")), view("a"));
  expect(two.views.map(({ name }) => name)).toEqual(["a", "b"]);
  const again = withView(two, view("a", "q=ann"));
  expect(again.views.map(({ filter }) => filter)).toEqual(["q=ann", ""]);
  expect(withoutView(again, "a").views).toEqual([view("b")]);
});

test("each operator and each table has its own; what is not there is plain", () => {
  const layout = { hidden: ["name"], by: "-held", views: [] };
  writeLayout("ann", "players name", layout);
  expect(readLayout("ann", "players name")).toEqual(layout);
  expect(readLayout("bob", "players name")).toEqual(PLAIN_LAYOUT);
  expect(readLayout("ann", "races name")).toEqual(PLAIN_LAYOUT);
});
