import type { Role } from "@club/contract";
import type { T } from "../lang.ts";

export function rolesText(t: T, roles: readonly Role[]): string {
  return roles.map((role) => t(`role.${role}`)).join(", ");
}
