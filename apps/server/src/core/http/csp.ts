/**
 * Hashes of constant styles that the app's library adds to the head, computed by the build and
 * compared by a test.
 */
export const STYLE_HASHES: readonly string[] = [];

const styles = ["'self'", ...STYLE_HASHES.map((hash) => `'${hash}'`)].join(" ");

/** Promise S8, word for word. */
export const PLAYER_CSP = playerPolicy([]);

/** Promise S9: the console plays nothing and is not installed. */
export const CONSOLE_CSP = appPolicy({ media: "'none'", worker: "'none'", manifest: "'none'" });

/** Answers are data: nothing in them may run or be framed. */
export const API_CSP = "default-src 'none'; frame-ancestors 'none'";

/** The page of the API's documentation brings its own scripts and styles. */
export const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a route; `player` is that of the player's app, with the club's live hosts. */
export function policyOf(route: string, player = PLAYER_CSP): string {
  if (route === "/app" || route.startsWith("/app/")) return player;
  if (route === "/console" || route.startsWith("/console/")) return CONSOLE_CSP;
  if (route === "/api/docs" || route.startsWith("/api/docs/")) return DOCS_CSP;
  return API_CSP;
}

/** Live channels may play from these hosts, and from nowhere else. */
export function playerPolicy(liveHosts: readonly string[]): string {
  const live = liveHosts.map((host) => ` https://${host}`).join("");
  return appPolicy({
    connect: `'self'${live}`,
    media: `'self' blob:${live}`,
    worker: "'self'",
    manifest: "'self'",
  });
}

function appPolicy(sources: {
  connect?: string;
  media: string;
  worker: string;
  manifest: string;
}): string {
  return (
    `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data: blob:; font-src 'self'; ` +
    `connect-src ${sources.connect ?? "'self'"}; media-src ${sources.media}; worker-src ${sources.worker}; ` +
    `manifest-src ${sources.manifest}; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types club; report-uri /api/csp-report`
  );
}
