import type { ContentPage, EditedPage } from "@club/contract";
import { isSafeMarkdown } from "@club/i18n/markdown";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  insertPage,
  listAllPages,
  listVersions,
  lockPage,
  newestVersion,
  setLive,
} from "./content.queries.ts";
import type { PageName, PageRow } from "./content.queries.ts";
import { findLanguage, SHIPPED_PAGES } from "./shipped-pages.ts";
import type { ShippedPage } from "./shipped-pages.ts";

export interface Editor {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** Every page in every language: what players read, and any newer draft. */
export async function listPages(db: Queryable): Promise<EditedPage[]> {
  const rows = await listAllPages(db);
  return Object.values(SHIPPED_PAGES)
    .flat()
    .map((page) => toEdited(page, rows));
}

/**
 * Saves a new version of a page; players read it once it is published.
 *
 * @throws not_found, content.unsafe, content.stale when somebody saved another one since `basedOn`
 */
export async function saveDraft(
  ctx: AppContext,
  name: PageName,
  asked: Editor & { title: string; body: string; basedOn: number },
): Promise<EditedPage> {
  const shipped = findShipped(name);
  if (!isSafeMarkdown(asked.body) || !isSafeMarkdown(asked.title)) {
    throw new Refusal("content.unsafe", { field: "body" });
  }
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockPage(tx, name);
    const newest = await newestVersion(tx, name);
    if (newest !== asked.basedOn) throw new Refusal("content.stale", { version: newest });
    const version = newest + 1;
    const { title, body, operator, request } = asked;
    await insertPage(tx, name, { version, title, body, by: operator.id });
    await audit(tx, { action: "content.save", operator, request, target: targetOf(name, version) });
  });
  return toEdited(shipped, await listAllPages(ctx.db.operators));
}

/** Puts a version live; it may be an older one, or the shipped one (0). @throws not_found */
export async function publishPage(
  ctx: AppContext,
  name: PageName,
  asked: Editor & { version: number },
): Promise<EditedPage> {
  const shipped = findShipped(name);
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockPage(tx, name);
    if (asked.version > (await newestVersion(tx, name))) throw new Refusal("not_found");
    await setLive(tx, name, asked.version);
    const { operator, request, version } = asked;
    const target = targetOf(name, version);
    await audit(tx, { action: "content.publish", operator, request, target });
  });
  return toEdited(shipped, await listAllPages(ctx.db.operators));
}

/** All versions of a page, newest first, down to the shipped one. @throws not_found */
export async function readVersions(db: Queryable, name: PageName) {
  const shipped = findShipped(name);
  const rows = await listVersions(db, name);
  return [
    ...rows.map((row) => ({
      ...toPage(row, shipped.language),
      changed_at: wireInstant(row.created_at),
      changed_by: row.changed_by,
    })),
    { ...toPage(shipped, shipped.language), changed_at: null, changed_by: null },
  ];
}

function findShipped(name: PageName): ShippedPage {
  const language = findLanguage(name.language);
  const page =
    language === null
      ? undefined
      : SHIPPED_PAGES[language].find(({ area, slug }) => area === name.area && slug === name.slug);
  if (page === undefined) throw new Refusal("not_found");
  return page;
}

function toEdited(
  shipped: ShippedPage,
  rows: Awaited<ReturnType<typeof listAllPages>>,
): EditedPage {
  const isIt = (row: PageName): boolean =>
    row.area === shipped.area && row.slug === shipped.slug && row.language === shipped.language;
  const live = rows.live.find(isIt);
  const newest = rows.newest.find(isIt);
  const published = rows.published.find(isIt);
  const isDraft =
    newest !== undefined && (published === undefined || newest.created_at > published.published_at);
  return {
    area: shipped.area,
    slug: shipped.slug,
    language: shipped.language,
    live: toPage(live ?? shipped, shipped.language),
    draft: isDraft ? toPage(newest, shipped.language) : null,
    newest_version: newest?.version ?? 0,
    changed_at: wireInstant(newest?.created_at),
  };
}

function toPage(
  { slug, version, title, body }: Pick<PageRow, "slug" | "version" | "title" | "body">,
  language: ContentPage["language"],
): ContentPage {
  return { slug, language, version, title, body };
}

const targetOf = (name: PageName, version: number): string =>
  `${name.area}/${name.slug}/${name.language} ${version}`;
