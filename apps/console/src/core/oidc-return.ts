/*
 * The journey to the identity provider and back. What the club sealed for it is kept only in this
 * tab: an answer that comes to another browser finds no flow there, and opens nothing.
 */

const KEY = "console.oidc";

/** What the provider sent along with the browser. */
export interface OidcReturn {
  readonly flow: string;
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly iss?: string;
}

interface Kept {
  readonly flow: string;
  readonly hash: string;
}

let came: OidcReturn | null = null;

/** Leaves for the provider; afterwards the page that was open opens again. */
export function leaveForProvider(authorizeUrl: string, flow: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ flow, hash: location.hash } satisfies Kept));
  location.assign(authorizeUrl);
}

/** Takes the provider's answer out of the address, and so out of the history, before drawing. */
export function noteReturn(): void {
  const asked = new URLSearchParams(location.search);
  const state = asked.get("state");
  if (state === null || !(asked.has("code") || asked.has("error"))) return;
  const kept = takeKept();
  history.replaceState(null, "", location.pathname + (kept?.hash ?? ""));
  const some = (name: "code" | "error" | "iss") => {
    const value = asked.get(name);
    return value === null ? {} : { [name]: value };
  };
  // Without a flow the club refuses it as too late, in words.
  const flow = kept?.flow ?? "none";
  came = { flow, state, ...some("code"), ...some("error"), ...some("iss") };
}

/** Whether a provider's answer waits to be looked at. */
export function hasReturned(): boolean {
  return came !== null;
}

/** Hands out the answer, once. */
export function takeReturn(): OidcReturn | null {
  const answer = came;
  came = null;
  return answer;
}

function takeKept(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
