/** The push services of the browsers (promise S20): the server calls out to nobody else. */
const HOSTS: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
];

/** The address of a push service, or null for anything that the server must not call. */
export function readEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // A browser's address reads exactly as written; anything else did not come from one.
  const isPlain =
    url.href === text &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "";
  return isPlain && HOSTS.some((host) => host.test(url.hostname)) ? url : null;
}
