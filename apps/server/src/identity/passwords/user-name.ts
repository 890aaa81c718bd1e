import { Refusal } from "@club/domain";

const SHORTEST = 3;
const LONGEST = 32;
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u;

/**
 * The form in which a name is unique: case, width and the encoding of accents make no difference.
 */
export function userNameKey(userName: string): string {
  return userName.trim().normalize("NFKC").toLowerCase();
}

/**
 * A user name as it is stored: 3 to 32 letters, digits, dots, dashes or underscores.
 *
 * @throws request.invalid
 */
export function parseUserName(text: string): string {
  const name = text.trim().normalize("NFC");
  const length = Array.from(name).length;
  if (
    length < SHORTEST ||
    length > LONGEST ||
    !ALLOWED.test(name) ||
    userNameKey(name).length > 64
  ) {
    throw new Refusal("request.invalid", { field: "user_name" });
  }
  return name;
}
