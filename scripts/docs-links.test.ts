import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGES = globSync("{*.md,docs/**/*.md,bench/*.md}", { cwd: ROOT });

const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const IMAGE = /src="(?!https?:)([^"]+)"/g;
/** S and D stand for the folders of the server and the domain. */
const SHORT = /\b([SD])`\/([\w./-]+)`/g;
const FOLDERS = { S: "apps/server/src", D: "packages/domain/src" } as const;

function namedBy(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const linked = [...text.matchAll(LINK), ...text.matchAll(IMAGE)].map(([, path = ""]) =>
    join(dirname(page), path),
  );
  const short = [...text.matchAll(SHORT)].map(([, of, path = ""]) =>
    join(FOLDERS[of as keyof typeof FOLDERS], path),
  );
  return [...linked, ...short];
}

test("pages name many files", () => {
  expect(PAGES.flatMap(namedBy).length).toBeGreaterThan(500);
});

test.each(PAGES)("every file that %s names is there", (page) => {
  expect(namedBy(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
