/** A unique key, even where the page is not on https and `randomUUID` is missing. */
export function newKey(): string {
  const { randomUUID } = crypto as { readonly randomUUID?: () => string };
  if (randomUUID !== undefined) return randomUUID.call(crypto);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
