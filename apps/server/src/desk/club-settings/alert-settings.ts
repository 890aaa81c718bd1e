import { ALERTS, ROLES } from "@club/contract";
import type { AlertName, Role } from "@club/contract";
import { z } from "zod";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import { defineSettings, numberField, readGroup } from "../../core/db/setting-groups.ts";
import type { SettingField, ValuesOf } from "../../core/db/setting-groups.ts";

const DAY_MINUTES = 1440;
const MONTH_HOURS = 720;
const MOST_GIB = 100_000;

const whole = (fallback: number, least: number, most: number) =>
  numberField("whole", { least, most, fallback });

/** At which figure each alert begins; 0: it does not. */
export const ALERT_FIGURES = defineSettings({
  name: "alerts",
  isMoney: false,
  fields: {
    alert_feed_minutes: whole(1, 1, DAY_MINUTES),
    alert_backup_hours: whole(26, 1, MONTH_HOURS),
    alert_disk_gib: whole(0, 0, MOST_GIB),
    alert_connection_minutes: whole(1, 1, DAY_MINUTES),
    alert_settlement_minutes: whole(5, 1, DAY_MINUTES),
    alert_top_up_minutes: whole(0, 0, DAY_MINUTES),
    alert_withdrawal_hours: whole(0, 0, MONTH_HOURS),
  },
});
export type AlertFigures = ValuesOf<typeof ALERT_FIGURES.fields>;

const TO_LENGTH = 254;
const ADDRESS = /^[^\s@,<>]+@[^\s@,<>]+$/;

/** Roles and mail addresses, parted by commas. */
const partsOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
const isRole = (part: string): part is Role => ROLES.some((role) => role === part);

const receivers: SettingField<string> = {
  kind: "text",
  fallback: "",
  most: TO_LENGTH,
  schema: z
    .string()
    .trim()
    .max(TO_LENGTH)
    .refine((text) => partsOf(text).every((part) => isRole(part) || ADDRESS.test(part))),
};

/** To whom each alert goes; empty: the addresses of the connection, and the roles that ship. */
export const ALERT_RECEIVERS = defineSettings({
  name: "alert_receivers",
  isMoney: false,
  fields: Object.fromEntries(ALERTS.map((name) => [`alert_to_${name}`, receivers])) as Record<
    `alert_to_${AlertName}`,
    SettingField<string>
  >,
});

/** As much of a condition as says whose it is. */
interface Watched {
  readonly name: string;
  readonly roles: readonly Role[];
}

export interface Receivers {
  /** Who sees it at the console, beside the owner. */
  readonly roles: readonly Role[];
  /** What the club wrote: roles and addresses; empty: nothing. */
  readonly named: readonly string[];
}

/** To whom a condition's alerts go, as the club says now. */
export async function readReceivers(db: Queryable): Promise<(condition: Watched) => Receivers> {
  const group: Readonly<Record<string, string>> = await readGroup(db, ALERT_RECEIVERS);
  return ({ name, roles }) => {
    const named = partsOf(group[`alert_to_${name}`] ?? "");
    const chosen = named.filter(isRole);
    return { named, roles: chosen.length === 0 ? roles : chosen };
  };
}

const MAILS_OF_ROLES = manyRows<{ email: string }, [roles: readonly Role[]]>(`
  SELECT i.email FROM operator_identity i JOIN operator o ON o.id = i.operator_id
  WHERE o.status = 'active' AND o.roles && $1::text[] ORDER BY i.email`);

/** The addresses that get a mail. Where the club's own choice leads to none, those of the connection. */
export async function mailsTo(
  db: Queryable,
  { named }: Receivers,
  usual: readonly string[],
): Promise<readonly string[]> {
  const roles = named.filter(isRole);
  const ofRoles = roles.length === 0 ? [] : await MAILS_OF_ROLES(db, roles);
  const mails = new Set([
    ...named.filter((part) => !isRole(part)),
    ...ofRoles.map(({ email }) => email),
  ]);
  return mails.size === 0 ? usual : [...mails];
}
