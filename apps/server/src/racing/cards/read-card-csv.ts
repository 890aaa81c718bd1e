import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { csvTemplate, writeCsvCard } from "./csv-card.ts";
import { readStoredCard } from "./stored-card.ts";

interface MeetingKey {
  readonly country: string;
  readonly code: string;
  readonly date: string;
}

/** A meeting's card as CSV; without a meeting the template. @throws not_found */
export async function cardCsv(ctx: AppContext, eventId: string | undefined): Promise<string> {
  if (eventId === undefined) return csvTemplate(ctx.settings.currency);
  const db = ctx.db.operators;
  const { rows } = await db.query<MeetingKey>(
    "SELECT country, code, date FROM meeting WHERE id = $1",
    [knownId(eventId)],
  );
  const stored = rows[0] === undefined ? null : await readStoredCard(db, rows[0]);
  if (stored === null) throw new Refusal("not_found");
  return writeCsvCard(stored);
}
