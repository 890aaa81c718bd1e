import { formatDate, formatDayRange, formatMoney, LANGUAGES } from "@club/i18n";
import { expect, test } from "vitest";
import { runsOf } from "./pdf-fonts.ts";

/** Characters that the slices claim but the font files do not draw. */
const UNDRAWN = /[\u2009\u2011\u202F\u2192]/;

const setOf = (text: string): string =>
  runsOf(text)
    .map((run) => run.text)
    .join("");

test.each(LANGUAGES.map(({ id }) => id))(
  "every sign of amounts and days can be set, in %s",
  (language) => {
    const texts = [
      formatMoney(-128_450_000n, "AUD", language, { plain: true }),
      formatMoney(128_450_000n, "EUR", language),
      formatDate("2026-11-20T10:00:00.000Z", "Australia/Sydney", language),
      formatDayRange("2026-10-01", "2026-11-20", language),
    ];
    for (const text of texts) {
      const set = setOf(text);
      expect([text, UNDRAWN.test(set), set.includes("?")]).toEqual([text, false, false]);
      expect(Array.from(set)).toHaveLength(Array.from(text).length);
    }
  },
);

test("digits stay grouped in French, names in Chinese stay whole", () => {
  expect(setOf("1\u202F284,50")).toBe("1\u00A0284,50");
  expect(setOf("张伟 O\u2019Hara")).toBe("张伟 O\u2019Hara");
});
