import type { Role } from "@club/contract";
import type { T } from "../core/lang.ts";

/**
 * Every role, in the contract's order. The contract's schemas stay on the server: they need what
 * the console's policy forbids.
 */
const EVERY: Readonly<Record<Role, true>> = {
  owner: true,
  card_clerk: true,
  pool_controller: true,
  results_clerk: true,
  cashier: true,
  risk: true,
  support: true,
  auditor: true,
};
export const ROLES = Object.keys(EVERY) as readonly Role[];

/** Built-in roles in the reader's language, then the club's own by their names. */
export function rolesText(
  t: T,
  roles: readonly Role[],
  own: readonly { readonly name: string }[] = [],
): string {
  return [...roles.map((role) => t(`role.${role}`)), ...own.map(({ name }) => name)].join(", ");
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{4})/g;

/** Ids look alike at their beginning, so their last four digits are shown. */
export function shortIds(text: string): string {
  return text.replace(UUID, "…$1");
}
