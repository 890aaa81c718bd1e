import { readLetterhead } from "../../desk/club-settings/club-groups.ts";
import { STATEMENT } from "@club/contract";
import type { StatementFormat, StatementLine, StatementType } from "@club/contract";
import { Refusal } from "@club/domain";
import { createT, formatDayRange } from "@club/i18n";
import type { Language, Translate } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import type { PlayerMessages } from "@club/i18n/player";
import type { AppContext } from "../../core/context.ts";
import type { Reader } from "../../core/db/replica.ts";
import { clockOf, plainMoney, tableFile } from "../../core/tables/table-file.ts";
import type { PaperFacts, TableFile, TableWords } from "../../core/tables/table-file.ts";
import { countLines, findBounds, readAllLines, readSummary } from "./read-statement.ts";
import type { LineBounds } from "./read-statement.ts";

export interface ExportOrder {
  /** Where it is read. */
  readonly reader: Reader;
  readonly playerId: string;
  readonly userName: string;
  readonly fullName: string | null;
  readonly format: StatementFormat;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: StatementType | null;
  readonly language: Language;
}

const MOST_LINES: Readonly<Record<StatementFormat, number>> = {
  csv: 500_000,
  xlsx: 200_000,
  pdf: 5000,
};

/**
 * A player's statement as a file, by the query that the screen uses, in the player's language and
 * club time. Long ones are streamed as they are read.
 *
 * @throws export.too_long with the most lines of the format
 */
export async function exportStatement(ctx: AppContext, order: ExportOrder): Promise<TableFile> {
  const db = order.reader;
  const { format, type } = order;
  const bounds = await findBounds(db, order.playerId, order);
  const lines = await countLines(db, bounds, type);
  if (lines > MOST_LINES[format]) {
    throw new Refusal("export.too_long", { field: "from", most: MOST_LINES[format] });
  }
  const t = createT(order.language, await loadPlayerMessages(order.language));
  const { currency, timeZone } = ctx.settings;
  const words = { t, currency, clock: clockOf(timeZone) };
  return await tableFile(format, {
    name: nameOf(order),
    title: t("route.statement"),
    words,
    heads: "export",
    columns: STATEMENT.columns,
    pages: readAllLines(db, bounds, type),
    paper: async (rows) => await paperOf(ctx, { order, bounds, words, rows }),
  });
}

async function paperOf(
  ctx: AppContext,
  parts: {
    order: ExportOrder;
    bounds: LineBounds;
    words: TableWords & { t: Translate<PlayerMessages> };
    rows: readonly StatementLine[];
  },
): Promise<PaperFacts> {
  const { order, words, rows } = parts;
  const { t, clock } = words;
  const { currency, timeZone } = ctx.settings;
  const summary = await readSummary(order.reader, parts.bounds);
  const dayOf = (line: StatementLine | undefined) => line && clock(line.at).slice(0, 10);
  const first = order.from ?? dayOf(rows.at(-1));
  const last = order.to ?? dayOf(rows[0]);
  return {
    ...(await readLetterhead(ctx, ctx.db.browsing)),
    lines: [
      `${order.fullName ?? order.userName} · ${order.userName}`,
      first === undefined || last === undefined ? "" : formatDayRange(first, last, t.language),
      t("export.inClubTime", { zone: timeZone, currency }),
    ],
    sums: [
      [t("statement.opened"), plainMoney(words, summary.opened_cents)],
      [t("statement.toppedUp"), plainMoney(words, summary.topped_up_cents)],
      [t("statement.withdrawn"), plainMoney(words, summary.withdrawn_cents)],
      [t("statement.staked"), plainMoney(words, summary.staked_cents)],
      [t("statement.paid"), plainMoney(words, summary.paid_cents)],
      [t("statement.refunded"), plainMoney(words, summary.refunded_cents)],
      [t("statement.other"), plainMoney(words, summary.other_cents)],
      [t("statement.now"), plainMoney(words, summary.now_cents)],
    ],
    isWide: false,
    page: t("export.page", { n: "{n}", of: "{of}" }),
  };
}

function nameOf({ from, to }: ExportOrder): string {
  const days = [from, to].filter((day) => day !== null).join("_");
  return `statement${days === "" ? "" : `-${days}`}`;
}
