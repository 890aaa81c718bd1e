import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";

/** Records whether the books balance, for every process; keeps the time when they first did not. */
export const noteBooks = command<
  [isBalanced: boolean]
>(`UPDATE club SET books_off_at = CASE WHEN $1 THEN NULL ELSE club_now_ms() END
     WHERE (books_off_at IS NULL) <> $1::boolean`);

/** True while the last check found the books off: nobody is paid from wrong books (promise P21). */
export async function areBooksOff(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ off: boolean }>(
    "SELECT books_off_at IS NOT NULL AS off FROM club",
  );
  return rows[0]?.off ?? false;
}

/** @throws settlement.paused while the books are off. */
export async function requireSoundBooks(db: Queryable): Promise<void> {
  if (await areBooksOff(db)) throw new Refusal("settlement.paused");
}

/** When the books were last checked, and whether they balanced; null before the first check. */
export async function readBooksLook(
  db: Queryable,
): Promise<{ balanced: boolean; at: string } | null> {
  const { rows } = await db.query<{ balanced: boolean; checked_at: Date }>(
    "SELECT balanced, checked_at FROM books_look",
  );
  const [look] = rows;
  return look === undefined ? null : { balanced: look.balanced, at: look.checked_at.toISOString() };
}
