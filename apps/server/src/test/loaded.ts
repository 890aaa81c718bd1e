import { registerHooks } from "node:module";

/** Addresses of the modules that were loaded since this one: import it before all others. */
export const LOADED: string[] = [];

registerHooks({
  load: (url, context, next) => {
    LOADED.push(url);
    return next(url, context);
  },
});
