import { CallError } from "@club/client";
import { createT, type Language } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import { expect, test } from "vitest";
import { errorText } from "./texts.ts";
import { goingText } from "./fact-text.ts";

const tOf = async (language: Language) => createT(language, await loadPlayerMessages(language));

test("a refusal without a code is said in the server's own words, one with a code in ours", async () => {
  const t = await tOf("fr");
  const refused = (code?: string) =>
    new CallError("The account is closed.", { kind: "refused", status: 403, code });
  expect(errorText(t, refused())).toBe("The account is closed.");
  expect(errorText(t, refused("race.closed"))).toBe(t("refusal.race.closed"));
});

test.each<[Language, string, string]>([
  ["en", "Soft 5", "Soft 5"],
  ["es", "Soft 5", "Blanda 5"],
  ["fr", "Soft 5", "Souple 5"],
  ["zh-Hans", "Soft 5", "软地 5"],
  ["zh-Hant", "GOOD TO FIRM", "好地 至 快地"],
  ["fr", "Good to firm, watered", "Bon à Ferme, watered"],
])("the going in %s: %s is %s", async (language, going, said) => {
  expect(goingText(await tOf(language), going)).toBe(said);
});

/** Of entries that move a player's cash, as statements name them. */
const KINDS =
  "bet payout refund void top_up top_up_back withdrawal withdrawal_return adjustment reversal correction correction_claim shop_order shop_return";

test.each<Language>(["en", "es", "fr", "zh-Hans", "zh-Hant"])(
  "each line of a statement has words of its own in %s",
  async (language) => {
    const t = await tOf(language);
    const words = KINDS.split(" ").map((kind) => t.find(`statement.type.${kind}`));
    expect(words).not.toContain(undefined);
    expect(new Set([...words, t("statement.type.other")]).size).toBe(words.length + 1);
  },
);
