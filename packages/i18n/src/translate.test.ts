import { describe, expect, test } from "vitest";
import { refusalText } from "./refusal-text.ts";
import { REFUSALS } from "./refusals.ts";
import { createT } from "./translate.ts";

const messages = {
  greet: "Hello {name}",
  plain: "Submit",
  "bets.one": "{n} bet of {money}",
  "bets.other": "{n} bets of {money}",
} as const;
const t = createT<typeof messages>("en", messages);

describe("t", () => {
  test("fills what stands in braces", () => {
    expect(t("greet", { name: "Noor" })).toBe("Hello Noor");
    expect(t("plain")).toBe("Submit");
  });

  test.each([
    [0, "0 bets of $5"],
    [1, "1 bet of $5"],
    [1204, "1,204 bets of $5"],
  ])("chooses the plural of %i", (n, text) => {
    expect(t("bets", { n, money: "$5" })).toBe(text);
  });

  test("chooses by the language: French counts 0 as one", () => {
    const fr = createT<typeof messages>("fr", { ...messages, "bets.one": "{n} pari de {money}" });
    expect(fr("bets", { n: 0, money: "5 $" })).toBe("0 pari de 5 $");
  });

  test("takes only the names of the English text", () => {
    // @ts-expect-error a parameter is missing
    t("greet");
    // @ts-expect-error no such parameter
    t("greet", { nom: "Noor" });
    // @ts-expect-error no such key
    expect(t("nothing")).toBe("nothing");
  });
});

describe("the text of a refusal", () => {
  const refusals = createT("en", REFUSALS.en);

  test("is that of its code", () => {
    expect(refusalText(refusals, "race.closed")).toBe(REFUSALS.en["refusal.race.closed"]);
  });

  test("names a code that this app does not know", () => {
    expect(refusalText(refusals, "moon.full")).toContain("moon.full");
  });
});
