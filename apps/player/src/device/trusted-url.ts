interface ScriptUrlPolicy {
  readonly createScriptURL: (url: string) => unknown;
}
interface TrustedTypesFactory {
  readonly createPolicy: (name: "club", rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

/** The service worker, and the worker that checks a race. */
const OURS = /^\/app\/(sw|assets\/check\.worker-[\w-]+)\.js$/;

let policy: ScriptUrlPolicy | undefined;

/** An address as the page's one Trusted Types policy lets it through. */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypesFactory };
  if (trustedTypes === undefined || import.meta.env.DEV) return url;
  policy ??= trustedTypes.createPolicy("club", {
    createScriptURL(asked) {
      if (!OURS.test(asked)) throw new TypeError("not a worker of the club");
      return asked;
    },
  });
  return policy.createScriptURL(url) as string;
}
