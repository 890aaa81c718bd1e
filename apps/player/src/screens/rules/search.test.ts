import { expect, test } from "vitest";
import { searchPages } from "./search.ts";

const page = (slug: string, title: string, body: string) =>
  ({ slug, title, body, language: "fr", version: 0 }) as const;
const pages = [
  page("a", "Cagnottes", "Quand **personne** n’a le tiercé, la masse attend."),
  page("b", "Tiercé", "Trouvez les trois premiers."),
  page("c", "獨贏", "選中頭馬。所選馬匹須跑第一。"),
];
const slugs = (asked: string): string[] => searchPages(pages, asked).map((each) => each.page.slug);

test("titles come first; accents and capitals do not matter", () => {
  expect(slugs("TIERCE")).toEqual(["b", "a"]);
});

test("every word must be there", () => {
  expect(slugs("tiercé masse")).toEqual(["a"]);
  expect(slugs("tiercé avion")).toEqual([]);
});

test("words inside marks and Chinese are found, with what stands around them", () => {
  expect(searchPages(pages, "personne")[0]?.piece).toBe(
    "Quand personne n’a le tiercé, la masse attend.",
  );
  expect(slugs("頭馬")).toEqual(["c"]);
});

test("nothing asked, nothing found", () => {
  expect(slugs("  ")).toEqual([]);
});
