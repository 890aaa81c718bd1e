import { createT } from "@club/i18n";
import type { Language, Translate } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import type { PlayerMessages } from "@club/i18n/player";
import { TtlCache } from "../kit/cache.ts";

const known = new TtlCache<Translate<PlayerMessages>>(Number.POSITIVE_INFINITY);

/** The player app's texts, for files and pages that the server writes itself. */
export async function playerTexts(language: Language): Promise<Translate<PlayerMessages>> {
  return await known.get(language, async () =>
    createT<PlayerMessages>(language, await loadPlayerMessages(language)),
  );
}
