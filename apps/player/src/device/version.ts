declare global {
  /** The app's version, readable in the console of any browser. */
  // eslint-disable-next-line no-var
  var version: string | undefined;
}

/** When this release was made, YYYYMMDDhhmm. */
export const APP_VERSION = "202611210300";

export function announceVersion(): void {
  globalThis.version = APP_VERSION;
  console.info(`Horse Club ${APP_VERSION}`);
}
