import { useStore } from "@club/client/react";
import { favouritesUnder } from "./favourites.ts";

/* Which of the races to come the player wants to see, kept on this device. */

const kinds = favouritesUnder("next-kinds", Infinity);
const countries = favouritesUnder("next-countries", Infinity);

export function useNextFilter() {
  return { kinds: useStore(kinds.store), countries: useStore(countries.store) };
}

export const toggleNextKind = (kind: string): void => void kinds.toggle(kind);
export const toggleNextCountry = (country: string): void => void countries.toggle(country);

export function clearNextFilter(): void {
  for (const list of [kinds, countries]) list.store.get().forEach((id) => list.toggle(id));
}
