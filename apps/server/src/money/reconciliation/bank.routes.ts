import {
  explainBankLine,
  giveBankLine,
  getReconciliation,
  importBankFile as importCall,
  listBankImports,
  listBankLines,
  listBankProfiles,
  matchBankLine,
  noteBankEntry,
  reopenBankLine,
  saveBankProfile,
  sendBankLineBack,
} from "@club/contract";
import type { DataOf } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { readSnapshot } from "../../core/db/connection.ts";
import { readPage, readSorted } from "../../core/http/page.ts";
import type { Page } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { listImports } from "./bank-imports.queries.ts";
import type { BankImportRow } from "./bank-imports.queries.ts";
import { countOpen, listLines } from "./bank-lines.queries.ts";
import { toBankLines } from "./bank-lines.wire.ts";
import { explainLine, matchLine, reopen } from "./decide-bank-line.ts";
import { importBankFile, listProfiles, saveProfile } from "./import-bank-file.ts";
import { giveLine, sendLineBack, type SettledLine } from "./settle-unknown-line.ts";
import { isUnseen, listUnseen, readSums, writeNote } from "./reconcile.queries.ts";

const MOST_UNSEEN = 100;

export function bankRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listBankProfiles, async () => ({
    list: await listProfiles(ctx.db.operators),
  }));
  register(app, ctx, saveBankProfile, async ({ body, operator, request }) => {
    await saveProfile(ctx, body, { operator, request });
    return { data: body };
  });
  register(app, ctx, importCall, async ({ body, operator, request }) => {
    const { file_name: fileName, profile, text } = body;
    const file = { fileName, profile, text, operator, request };
    const { row, isRepeat } = await importBankFile(ctx, file);
    return { data: { ...toImport(row), is_repeat: isRepeat } };
  });
  register(app, ctx, listBankImports, async ({ query }) => {
    const read = async (page: Page<string>) => await listImports(ctx.db.operators, page);
    return await readPage(query, read, toImport);
  });
  register(app, ctx, listBankLines, async ({ query }) => {
    const db = ctx.db.operators;
    const lines = listLines(db, { status: query.status, text: query.q });
    const { data, list } = await readSorted(query, lines, (row) => row);
    return { data: { ...data, open: await countOpen(db) }, list: await toBankLines(db, list) };
  });
  lineRoutes(app, ctx);
  reconcileRoutes(app, ctx);
}

function lineRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, matchBankLine, async ({ params, body, operator, request }) => {
    const lineId = knownId(params.line_id);
    const targetId = knownId(body.target_id);
    const match = { lineId, kind: body.kind, targetId, operator, request };
    return { data: { line_id: lineId, status: await matchLine(ctx, match) } };
  });
  register(app, ctx, explainBankLine, async ({ params, body, operator, request }) => {
    const lineId = knownId(params.line_id);
    const { kind, note, book: isBooked } = body;
    const said = { lineId, kind, note, isBooked, operator, request };
    const { status, approvalId } = await explainLine(ctx, said);
    return { data: { line_id: lineId, status, approval_id: approvalId } };
  });
  register(app, ctx, giveBankLine, async ({ params, body, operator, request }) => {
    const lineId = knownId(params.line_id);
    const given = { lineId, playerId: knownId(body.player_id), note: body.note };
    return { data: toSettled(lineId, await giveLine(ctx, { ...given, operator, request })) };
  });
  register(app, ctx, sendBankLineBack, async ({ params, body, operator, request }) => {
    const lineId = knownId(params.line_id);
    const said = { lineId, note: body.note, operator, request };
    return { data: toSettled(lineId, await sendLineBack(ctx, said)) };
  });
  register(app, ctx, reopenBankLine, async ({ params, body, operator, request }) => {
    const lineId = knownId(params.line_id);
    const status = await reopen(ctx, { lineId, reason: body.reason, operator, request });
    return { data: { line_id: lineId, status } };
  });
}

const toSettled = (line_id: string, { status, approvalId: approval_id }: SettledLine) => ({
  line_id,
  status,
  approval_id,
});

function reconcileRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, noteBankEntry, async ({ params, body, operator, request }) => {
    const entryId = knownId(params.entry_id);
    await withTransaction(ctx.db.operators, async (tx) => {
      if (!(await isUnseen(tx, entryId))) throw new Refusal("not_found");
      await writeNote(tx, { entryId, note: body.note, by: operator.id });
      const action = "bank.note";
      await audit(tx, { action, operator, request, target: entryId, reason: body.note });
    });
    return { data: { entry_id: entryId, note: body.note } };
  });
  register(app, ctx, getReconciliation, async () => {
    // Sums over the whole ledger outlast operators' statement timeout; the jobs' pool allows more.
    return await readSnapshot(ctx.db.jobs, async (tx) => ({
      data: toReconciliation(await readSums(tx)),
      list: (await listUnseen(tx, MOST_UNSEEN)).map((row) => ({
        ...row,
        at: row.at.toISOString(),
        bank_cents: Number(row.bank_cents),
      })),
    }));
  });
}

function toReconciliation(
  row: Awaited<ReturnType<typeof readSums>>,
): DataOf<typeof getReconciliation> {
  const unequal = row.joined_cents - row.joined_entries_cents;
  const said = row.explained_cents + row.open_cents - row.noted_cents - row.unseen_cents + unequal;
  return {
    at: row.now.toISOString(),
    ledger_cents: Number(row.ledger_cents),
    bank_cents: Number(row.bank_cents),
    joined_cents: Number(row.joined_cents),
    joined: row.joined,
    explained_cents: Number(row.explained_cents),
    explained: row.explained,
    open_cents: Number(row.open_cents),
    open: row.open,
    noted_cents: Number(row.noted_cents),
    noted: row.noted,
    unseen_cents: Number(row.unseen_cents),
    unseen: row.unseen,
    unequal_cents: Number(unequal),
    gap_cents: Number(row.bank_cents - row.ledger_cents - said),
    closing_cents: row.closing_cents === null ? null : Number(row.closing_cents),
    closing_day: row.closing_day,
    last_import_at: row.last_import_at?.toISOString() ?? null,
  };
}

function toImport(row: BankImportRow) {
  return {
    import_id: row.id,
    file_name: row.file_name,
    profile: row.profile,
    items: row.items,
    added: row.added,
    closing_cents: row.closing_cents === null ? null : Number(row.closing_cents),
    closing_day: row.closing_day,
    imported_by: row.imported_by,
    imported_at: row.imported_at.toISOString(),
  };
}
