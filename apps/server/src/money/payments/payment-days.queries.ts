import { command, manyRows, manyValues } from "../../core/db/statements.ts";

export interface PaymentDayRow {
  provider: string;
  day: string;
  listed: number;
  listed_cents: bigint;
  booked: number;
  booked_cents: bigint;
  fees_cents: bigint;
  differences: number;
  compared_at: Date;
}

export const listDays =
  manyRows<PaymentDayRow>(`SELECT provider, day::text, listed, listed_cents, booked, booked_cents, fees_cents, differences, compared_at
     FROM payment_day ORDER BY payment_day.day DESC, provider LIMIT 100`);

/** Writes what a day's comparison found; a later one replaces it. */
export const writeDay = command<Omit<PaymentDayRow, "compared_at">>(
  `INSERT INTO payment_day (provider, day, listed, listed_cents, booked, booked_cents, fees_cents, differences)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (provider, day) DO UPDATE SET listed = excluded.listed, listed_cents = excluded.listed_cents,
       booked = excluded.booked, booked_cents = excluded.booked_cents, fees_cents = excluded.fees_cents,
       differences = excluded.differences, compared_at = club_now_ms()`,
  [
    "provider",
    "day",
    "listed",
    "listed_cents",
    "booked",
    "booked_cents",
    "fees_cents",
    "differences",
  ],
);

/**
 * Days in UTC that are over for an hour and were not compared: since the last one that was, at most
 * a month, and of the last three any.
 */
export const daysToCompare = manyValues<string, [provider: string]>(`SELECT d::date::text AS day
     FROM (SELECT (club_now() - interval '1 hour') AT TIME ZONE 'UTC' AS at) n
     CROSS JOIN (SELECT max(p.day) AS day FROM payment_day p WHERE p.provider = $1) l
     CROSS JOIN generate_series(greatest(least(l.day + 1, n.at::date - 3), n.at::date - 31), n.at::date - 1, interval '1 day') d
     WHERE NOT EXISTS (SELECT FROM payment_day p WHERE p.provider = $1 AND p.day = d::date) ORDER BY d`);
