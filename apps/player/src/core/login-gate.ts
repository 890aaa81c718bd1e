import { go } from "./address.ts";
import { pathOf } from "./routes.ts";

let wanted: string | null = null;

/** Opens the login screen and remembers where the player was, to come back there. */
export function openLogin(): void {
  const here = location.hash.replace(/^#/, "");
  const login = pathOf("login");
  if (here.startsWith(login) || here.startsWith(pathOf("register"))) return;
  wanted = here === "" ? null : here;
  go(login);
}

/** Where the player wanted to go before signing in; home otherwise. Taken once. */
export function takeWanted(): string {
  const address = wanted ?? "/";
  wanted = null;
  return address;
}

export function rememberWanted(address: string): void {
  wanted = address;
}
