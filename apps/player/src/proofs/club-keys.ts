import { type ClubKey, allEqual, canonicalJson, checkKeys, readClubKeysOf } from "@club/domain";
import { storage } from "../device/storage.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";

const KEPT = "club-keys";
const ADDRESS = "/.well-known/club-roots";
const TIMEOUT_MS = 10_000;

/**
 * The club's keys as this phone knows them. It keeps the first ones that it saw: it does not
 * believe a key that is swapped later, and accepts a new one only if an older one signed it. Null:
 * it has none yet and can get none.
 */
export async function clubKeys(): Promise<readonly ClubKey[] | null> {
  const kept = readKept();
  const told = await fetchKeys();
  if (told === null) return kept;
  const known = kept === null ? told : await believed(kept, told);
  storage.write(KEPT, canonicalJson({ keys: known }));
  return known;
}

async function believed(kept: readonly ClubKey[], told: readonly ClubKey[]): Promise<ClubKey[]> {
  const known = kept.map((key) => {
    const same = told.find(({ key_id, jwk }) => key_id === key.key_id && jwk.x === key.jwk.x);
    return same === undefined ? key : { ...key, until: same.until };
  });
  for (const key of told) {
    if (known.some(({ key_id }) => key_id === key.key_id)) continue;
    const lines = await checkKeys([...known, key], PHONE_TOOLS);
    if (allEqual(lines.slice(-1))) known.push(key);
  }
  return known;
}

async function fetchKeys(): Promise<readonly ClubKey[] | null> {
  try {
    const answer = await fetch(ADDRESS, {
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? readClubKeysOf(await answer.json()) : null;
  } catch {
    return null;
  }
}

function readKept(): readonly ClubKey[] | null {
  const text = storage.read(KEPT);
  if (text === null) return null;
  try {
    return readClubKeysOf(JSON.parse(text));
  } catch {
    return null;
  }
}
