import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";

/** Numbers that cost more than a text message: premium lines, personal numbers, satellites. */
const PREMIUM = ["+979", "+878", "+87", "+88", "+1900", "+449", "+4470"];
/** Prefixes of PREMIUM that are countries all the same. */
const COUNTRIES = ["+880", "+886"];

const LOCK_BUDGET = "SELECT pg_advisory_xact_lock(hashtextextended('sms budget', 13))";
const COUNT_SENT = `
  SELECT count(*)::int AS sent FROM verification WHERE created_at > club_now() - interval '1 day'`;

/** Codes go to the countries that the owner named, and to no number that earns by them. @throws phone.country */
export function requireCountry(
  settings: Pick<AppContext["settings"], "smsCountries">,
  phone: string,
): void {
  const { smsCountries } = settings;
  const startsWith = (prefix: string): boolean => phone.startsWith(prefix);
  const isPremium = PREMIUM.some(startsWith) && !COUNTRIES.some(startsWith);
  const isListed = smsCountries.length === 0 || smsCountries.some(startsWith);
  if (isPremium || !isListed) throw new Refusal("phone.country", { field: "phone" });
}

/**
 * Stops when the club has sent its most of a day: somebody who makes money with text messages finds
 * an end (promise S12). Senders take turns here, so that many at once do not pass it either.
 *
 * @throws verification.spent
 */
export async function requireBudget(
  ctx: Pick<AppContext, "settings" | "log">,
  tx: Queryable,
): Promise<void> {
  const { smsBudget, rateFactor } = ctx.settings;
  if (smsBudget === 0 || rateFactor === 0) return;
  await tx.query(LOCK_BUDGET);
  const { rows } = await tx.query<{ sent: number }>(COUNT_SENT);
  if ((rows[0]?.sent ?? 0) < smsBudget) return;
  ctx.log.error({ budget: smsBudget }, "the day's budget of codes is spent");
  throw new Refusal("verification.spent", { retry_after: 3600 });
}
