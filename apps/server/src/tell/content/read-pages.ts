import type { ContentArea, ContentPage } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { listLivePages } from "./content.queries.ts";
import { SHIPPED_PAGES } from "./shipped-pages.ts";
import type { ContentLanguage } from "./shipped-pages.ts";

/** The pages of an area as players read them: what was published, else what is shipped. */
export async function readPages(
  db: Queryable,
  asked: { area: ContentArea; language: ContentLanguage },
): Promise<ContentPage[]> {
  const published = await listLivePages(db, asked);
  return SHIPPED_PAGES[asked.language]
    .filter(({ area }) => area === asked.area)
    .map(({ slug, language, version, title, body }) => {
      const own = published.find((row) => row.slug === slug);
      if (own === undefined) return { slug, language, version, title, body };
      return { slug, language, version: own.version, title: own.title, body: own.body };
    });
}

/** The one page of an area that has one. */
export async function readOnlyPage(
  db: Queryable,
  asked: { area: ContentArea; language: ContentLanguage },
): Promise<ContentPage> {
  const [page] = await readPages(db, asked);
  if (page === undefined) throw new Refusal("not_found");
  return page;
}
