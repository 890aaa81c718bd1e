import { PLAYER_LANGUAGES } from "@club/contract";
import { ALL_UP_INDEX, BET_TYPES } from "@club/domain";
import { createT } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import { expect, test } from "vitest";
import { SHIPPED_PAGES } from "./shipped-pages.ts";

test.each(PLAYER_LANGUAGES)(
  "%s: every bet type has its page of rules, headed as the form names it, and says something",
  async (language) => {
    const t = createT(language, await loadPlayerMessages(language));
    const types = [...BET_TYPES.map(({ index }) => index), ALL_UP_INDEX] as const;
    const pages = SHIPPED_PAGES[language].filter(({ slug }) => slug.startsWith("bet-"));
    expect(pages.map(({ slug, title }) => [slug, title])).toEqual(
      types.map((index) => [`bet-${index}`, t(`betType.${index}`)]),
    );
    for (const { slug, body } of pages) expect(body, slug).toMatch(/^\*\*.+\*\*/);
  },
);
