import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "@club/domain";

const SHORTEST = 8;
const LONGEST = 128;
/** A shorter name is part of too many words to be checked for. */
const SHORTEST_NAME = 4;

let common: ReadonlySet<string> | undefined;

/**
 * Refuses passwords that are guessed first: too short, too common, or containing the user's or the
 * club's name. No composition rules: they make people choose worse passwords (promise S1).
 *
 * @throws password.weak
 */
export function checkPassword(
  password: string,
  names: { userName: string; clubName: string; field?: string },
): void {
  const plain = password.normalize("NFKC").toLowerCase();
  const length = Array.from(password).length;
  const isWeak =
    length < SHORTEST ||
    length > LONGEST ||
    new Set(plain).size < 3 ||
    commonPasswords().has(plain) ||
    holds(plain, names.userName) ||
    holds(plain, names.clubName);
  if (isWeak) throw new Refusal("password.weak", { field: names.field ?? "password" });
}

function holds(plain: string, name: string): boolean {
  const short = name.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
  return short.length >= SHORTEST_NAME && plain.replace(/\s+/g, "").includes(short);
}

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
      .split("\n")
      .slice(1),
  );
  return common;
}
