import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { lookupHash } from "../../core/kit/cipher.ts";

/** Numbers that cost more than a text message: premium lines, personal numbers, satellites. */
const PREMIUM = ["+979", "+878", "+87", "+88", "+1900", "+449", "+4470"];
/** Countries whose prefixes begin with one of PREMIUM. */
const COUNTRIES = ["+880", "+886"];

const LOCK_BUDGET = "SELECT pg_advisory_xact_lock(hashtextextended('sms budget', 13))";
const COUNT_SENT = `
  SELECT count(*)::int AS sent FROM verification WHERE created_at > club_now() - interval '1 day'`;

const HOUR_S = 3600;
const IPV6_GROUPS = 8;
const LOCK_ADDRESS = "SELECT pg_advisory_xact_lock(hashtextextended(encode($1::bytea, 'hex'), 14))";
/** When the oldest of the hour's last `$2` codes was sent, if there are as many. */
const FULL_SINCE = `
  SELECT extract(epoch FROM club_now() - created_at)::float8 AS age_s FROM verification
  WHERE address_hash = $1 AND created_at > club_now() - interval '1 hour'
  ORDER BY created_at DESC OFFSET $2 - 1 LIMIT 1`;

/**
 * Codes are sent only to the countries that the owner listed, and never to premium numbers.
 *
 * @throws phone.country
 */
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
 * Stops when the club has sent its most for a day: this limits somebody who makes money with text
 * messages (promise S12). Senders take turns here, so that many at once do not exceed it either.
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

/**
 * Limits the codes that an address gets per hour, whatever the phones; requests from one address
 * take turns. Returns the hash to store with the code, or null where addresses are not counted.
 *
 * @throws verification.too_soon
 */
export async function requireAddressRoom(
  ctx: Pick<AppContext, "settings" | "secrets">,
  tx: Queryable,
  address: string,
): Promise<Buffer | null> {
  const { smsPerAddress, rateFactor } = ctx.settings;
  if (smsPerAddress === 0 || rateFactor === 0) return null;
  const hash = lookupHash(ctx.secrets, "sms address", networkOf(address));
  await tx.query(LOCK_ADDRESS, [hash]);
  const most = Math.ceil(smsPerAddress * rateFactor);
  const { rows } = await tx.query<{ age_s: number }>(FULL_SINCE, [hash, most]);
  const [full] = rows;
  if (full === undefined) return hash;
  throw new Refusal("verification.too_soon", { retry_after: Math.ceil(HOUR_S - full.age_s) });
}

/** Whoever has one IPv6 address has 2^64 of them: the first four groups identify him. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return groups
    .slice(0, IPV6_GROUPS / 2)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
