import { formatOddsAs, isOddsFormat, type OddsFormat } from "@club/i18n";
import { useT } from "./lang.ts";
import { storage } from "../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

/* How this device shows odds. */

const KEY = "odds-format";

function formatAtStart(): OddsFormat {
  const saved = storage.read(KEY);
  return isOddsFormat(saved) ? saved : "decimal";
}

const store = createStore<OddsFormat>(formatAtStart());

export const useOddsFormat = (): OddsFormat => useStore(store);

export function setOddsFormat(format: OddsFormat): void {
  storage.write(KEY, format);
  store.set(format);
}

/** Writes odds as the player reads them. */
export function useOddsText(): (oddsMilli: number) => string {
  const t = useT();
  const format = useOddsFormat();
  return (oddsMilli) => formatOddsAs(oddsMilli, format, t.language);
}
