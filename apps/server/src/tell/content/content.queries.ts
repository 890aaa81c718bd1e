import type { ContentArea } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";

export interface PageName {
  readonly area: ContentArea;
  readonly slug: string;
  readonly language: string;
}

export interface PageRow extends PageName {
  version: number;
  title: string;
  body: string;
  created_at: Date;
}

export interface PublishedRow extends PageName {
  published_at: Date;
}

const LIVE = `
  SELECT l.area, l.slug, l.language, l.version, p.title, p.body, p.created_at
  FROM content_live l JOIN content_page p USING (area, slug, language, version)`;
const LIVE_OF_AREA = `${LIVE} WHERE l.area = $1 AND l.language = $2`;

/** The versions published in place of the shipped pages. Few rows; takes no lock. */
export const listLivePages = manyRows<PageRow, { area: ContentArea; language: string }>(
  LIVE_OF_AREA,
  ["area", "language"],
);

/** Everything that was published, and the newest version of every page. */
export async function listAllPages(
  db: Queryable,
): Promise<{ live: PageRow[]; newest: PageRow[]; published: PublishedRow[] }> {
  const live = await db.query<PageRow & Record<string, unknown>>(LIVE);
  const newest = await db.query<PageRow & Record<string, unknown>>(
    `SELECT DISTINCT ON (area, slug, language) area, slug, language, version, title, body, created_at
     FROM content_page ORDER BY area, slug, language, version DESC`,
  );
  const published = await db.query<PublishedRow & Record<string, unknown>>(
    "SELECT area, slug, language, published_at FROM content_live",
  );
  return { live: live.rows, newest: newest.rows, published: published.rows };
}

/** Locks one page for the transaction, so two editors go one after the other. */
export async function lockPage(tx: Queryable, name: PageName): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 31))", [
    `${name.area}/${name.slug}/${name.language}`,
  ]);
}

export async function newestVersion(tx: Queryable, name: PageName): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    "SELECT coalesce(max(version), 0)::int AS version FROM content_page WHERE area = $1 AND slug = $2 AND language = $3",
    [name.area, name.slug, name.language],
  );
  return rows[0]?.version ?? 0;
}

export async function insertPage(
  tx: Queryable,
  name: PageName,
  page: { version: number; title: string; body: string; by: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO content_page (area, slug, language, version, title, body, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [name.area, name.slug, name.language, page.version, page.title, page.body, page.by],
  );
}

/** Players read this version from now on; 0 is the shipped one. */
export async function setLive(tx: Queryable, name: PageName, version: number): Promise<void> {
  await tx.query(
    `INSERT INTO content_live (area, slug, language, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (area, slug, language) DO UPDATE SET version = excluded.version, published_at = club_now_ms()`,
    [name.area, name.slug, name.language, version],
  );
}

export interface VersionRow extends PageRow {
  changed_by: string | null;
}

/** All versions of one page, newest first. */
export const listVersions = manyRows<VersionRow, PageName>(
  `SELECT p.area, p.slug, p.language, p.version, p.title, p.body, p.created_at, o.user_name AS changed_by
     FROM content_page p LEFT JOIN operator o ON o.id = p.created_by
     WHERE p.area = $1 AND p.slug = $2 AND p.language = $3 ORDER BY p.version DESC`,
  ["area", "slug", "language"],
);
