import {
  type ClubKey,
  type ProofTools,
  canonicalJson,
  checkKeys,
  readClubKeysOf,
} from "@club/domain";
import { storage } from "../device/storage.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";

const KEPT = "club-keys";
const ADDRESS = "/.well-known/club-roots";
const TIMEOUT_MS = 10_000;

/**
 * The club's keys as this phone knows them. It keeps the first one that it saw: it does not believe
 * a key that is swapped later, and accepts a new one only if an older one signed it. Where the phone
 * cannot check that, the new key is used but not kept, and every check says that it was not checked
 * here. Null: it has none yet and can get none.
 */
export async function clubKeys(): Promise<readonly ClubKey[] | null> {
  const kept = readKept();
  const told = await fetchKeys();
  if (told === null) return kept;
  const { known, unproven } = await believed(kept ?? told.slice(0, 1), told);
  storage.write(KEPT, canonicalJson({ keys: known }));
  return [...known, ...unproven];
}

/** The keys that may be kept, and those of which the phone cannot check who signed them. */
export async function believed(
  kept: readonly ClubKey[],
  told: readonly ClubKey[],
  tools: ProofTools = PHONE_TOOLS,
): Promise<{ known: ClubKey[]; unproven: ClubKey[] }> {
  const known = kept.map((key) => {
    const same = told.find(({ key_id, jwk }) => key_id === key.key_id && jwk.x === key.jwk.x);
    return same === undefined ? key : { ...key, until: same.until };
  });
  const unproven: ClubKey[] = [];
  for (const key of told) {
    if (known.some(({ key_id }) => key_id === key.key_id)) continue;
    const line = (await checkKeys([...known, ...unproven, key], tools)).at(-1);
    if (line?.verdict === "equal") known.push(key);
    if (line?.verdict === "unchecked") unproven.push(key);
  }
  return { known, unproven };
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
