import { Refusal, isDay, isOfAge, localDay } from "@club/domain";
import type { Day } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { decrypt } from "../../core/kit/cipher.ts";

/** Whether somebody born on a day is old enough on the club's day, by the club's clock (promise G1). */
export async function isAdultNow(db: Queryable, dateOfBirth: Day): Promise<boolean> {
  return isOfAge(dateOfBirth, await clubDay(db));
}

const EARLIEST_BIRTH = "1900-01-01";

/** Whether somebody with this date of birth is old enough. @throws request.invalid */
export async function checkBirth(db: Queryable, dateOfBirth: Day): Promise<boolean> {
  const today = await clubDay(db);
  if (!isDay(dateOfBirth) || dateOfBirth < EARLIEST_BIRTH || dateOfBirth > today) {
    throw new Refusal("request.invalid", { field: "date_of_birth" });
  }
  return isOfAge(dateOfBirth, today);
}

/** Today in the club's time zone. */
export async function clubDay(db: Queryable): Promise<Day> {
  const { rows } = await db.query<{ now: Date; time_zone: string }>(
    "SELECT club_now() AS now, time_zone FROM club",
  );
  const club = rows[0];
  if (club === undefined) throw new Error("The club has no row.");
  return localDay(club.now.getTime(), club.time_zone);
}

/** Marks a player who has become old enough since giving the date of birth. */
export async function noteBirthday(
  ctx: AppContext,
  id: string,
  birthCipher: Buffer,
): Promise<void> {
  const dateOfBirth = decrypt(ctx.secrets, birthPlace(id), birthCipher);
  if (!(await isAdultNow(ctx.db.browsing, dateOfBirth))) return;
  await ctx.db.browsing.query("UPDATE player SET is_adult = true WHERE id = $1", [id]);
}

/** Where a date of birth belongs, for the seal. */
export function birthPlace(id: string): { table: string; column: string; id: string } {
  return { table: "player", column: "birth_cipher", id };
}
