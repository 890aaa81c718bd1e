import type { ContentPage } from "@club/contract";
import { plainTextOf } from "@club/i18n/markdown";

export interface Found {
  readonly page: ContentPage;
  /** A piece of the text around the first hit; empty where only the title has it. */
  readonly piece: string;
}

const AROUND = 36;

/** Pages whose title or text has every word, titles first. Accents and capitals do not matter. */
export function searchPages(pages: readonly ContentPage[], asked: string): Found[] {
  const words = foldOf(asked)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const hits = pages.flatMap((page) => {
    const text = plainTextOf(page.body);
    const title = foldOf(page.title);
    const all = `${title} ${foldOf(text)}`;
    if (!words.every((word) => all.includes(word))) return [];
    const isInTitle = words.every((word) => title.includes(word));
    return [{ page, piece: pieceOf(text, words), isInTitle }];
  });
  return hits
    .toSorted((a, b) => Number(b.isInTitle) - Number(a.isInTitle))
    .map(({ page, piece }) => ({ page, piece }));
}

function pieceOf(text: string, words: readonly string[]): string {
  const folded = foldOf(text);
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return "";
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + AROUND * 2);
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

/** Folds each letter to one letter, so that positions in the folded text are those in the text. */
function foldOf(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    const plain = letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
    return plain.length === letter.length ? plain : letter;
  }).join("");
}
