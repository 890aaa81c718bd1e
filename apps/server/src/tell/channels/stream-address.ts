const OWN_PATH = /^\/(?:[\w.~-]+\/)*[\w.~-]+\.m3u8$/;

/**
 * Whether players' browsers may be sent to a playlist: a path of the club itself, or https at a host
 * that the club was set up with, since the app's policy lets nothing else play.
 */
export function isStreamAddress(url: string, hosts: readonly string[]): boolean {
  if (OWN_PATH.test(url)) return !url.split("/").includes("..");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== "https:") return false;
  if (parsed.username !== "" || parsed.password !== "") return false;
  return hosts.includes(parsed.host);
}
