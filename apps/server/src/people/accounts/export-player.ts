import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { ExportFormat } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Reader } from "../../core/db/replica.ts";
import { readProfile } from "./accounts.queries.ts";
import { birthPlace } from "../protection/age.ts";
import { bankNumberPlace, findBankCard } from "./bank-card.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { BOM, csvLine } from "../../core/tables/csv-file.ts";
import type { FileCell } from "../../core/tables/csv-file.ts";

/** A row of some table, with its bytes left out. */
interface HeldRow {
  what: string;
  row_data: Record<string, unknown>;
}

const PER_FETCH = 1000;
const DECLARE = "DECLARE held CURSOR FOR SELECT what, row_data FROM player_rows($1)";
const FETCH = "FETCH 1000 FROM held";

/** One at a time in each process: nothing is less urgent than an export. */
let isAtWork = false;

/**
 * Everything that the club holds about a player, as of one moment. The rows are compressed as they
 * come, so that a player with a hundred thousand bets takes little memory. The database is done
 * before a slow phone has begun to read.
 *
 * @throws club.busy while another export is running
 */
export async function exportPlayer(
  ctx: AppContext,
  ...[reader, playerId, format]: [reader: Reader, playerId: string, format: ExportFormat]
): Promise<Readable> {
  if (isAtWork) throw new Refusal("club.busy", { retry_after: 5 });
  isAtWork = true;
  try {
    const packed = await reader.snapshot(async (tx) => {
      const write = format === "json" ? writeJson : writeCsv;
      return await pack(write(heldRows(ctx, tx, playerId)));
    });
    const unpacked = createGunzip();
    Readable.from(packed).pipe(unpacked);
    return unpacked;
  } finally {
    isAtWork = false;
  }
}

async function pack(text: AsyncIterable<string>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  await pipeline(text, createGzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) pieces.push(piece);
  });
  return pieces;
}

async function* heldRows(
  ctx: AppContext,
  tx: Queryable,
  playerId: string,
): AsyncGenerator<HeldRow> {
  yield await inTheClear(ctx, tx, playerId);
  await tx.query(DECLARE, [playerId]);
  for (;;) {
    const { rows } = await tx.query<HeldRow & Record<string, unknown>>(FETCH);
    yield* rows;
    if (rows.length < PER_FETCH) return;
  }
}

/** What is encrypted in its table and belongs to the player, decrypted. */
async function inTheClear(ctx: AppContext, tx: Queryable, playerId: string): Promise<HeldRow> {
  const profile = await readProfile(tx, playerId);
  const card = await findBankCard(tx, playerId);
  const open = (place: { table: string; column: string; id: string }, sealed: Buffer | null) =>
    sealed === null ? null : decrypt(ctx.secrets, place, sealed);
  return {
    what: "encrypted_at_rest",
    row_data: {
      phone: open({ table: "player", column: "phone_cipher", id: playerId }, profile.phone_cipher),
      email: open(emailPlace(playerId), profile.email_cipher),
      date_of_birth: open(birthPlace(playerId), profile.birth_cipher),
      bank_account_number: open(bankNumberPlace(playerId), card?.number_cipher ?? null),
    },
  };
}

/** One object with a list of rows for each table. Rows of a table come together. */
async function* writeJson(rows: AsyncIterable<HeldRow>): AsyncGenerator<string> {
  let last: string | null = null;
  yield "{";
  for await (const { what, row_data: data } of rows) {
    if (what === last) yield ",\n";
    else yield `${last === null ? "" : "],"}\n${JSON.stringify(what)}: [\n`;
    last = what;
    yield JSON.stringify(data);
  }
  yield last === null ? "}\n" : "]\n}\n";
}

/** One line for each field: table, number of the row in it, field, value. */
async function* writeCsv(rows: AsyncIterable<HeldRow>): AsyncGenerator<string> {
  let last: string | null = null;
  let at = 0;
  yield `${BOM}${csvLine(["table", "row", "field", "value"])}`;
  for await (const { what, row_data: data } of rows) {
    at = what === last ? at + 1 : 1;
    last = what;
    for (const [field, value] of Object.entries(data)) {
      yield csvLine([what, at, field, toCell(value)]);
    }
  }
}

/** Texts and numbers as they are; lists and objects as JSON. */
function toCell(value: unknown): FileCell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
