import { createT } from "@club/i18n";
import type { Language, Translate } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import type { PlayerMessages } from "@club/i18n/player";

const known = new Map<Language, Promise<Translate<PlayerMessages>>>();

/** What the player's app says, for files and pages that the server writes itself. */
export async function playerTexts(language: Language): Promise<Translate<PlayerMessages>> {
  let texts = known.get(language);
  if (texts === undefined) {
    texts = loadPlayerMessages(language).then((messages) =>
      createT<PlayerMessages>(language, messages),
    );
    known.set(language, texts);
  }
  return await texts;
}
