/**
 * One of something for each server, made when it is first asked for. Nothing is global: two clubs in one
 * process (tests) share nothing, and a server that is gone leaves nothing behind.
 */
export function perServer<Ctx extends { readonly db: object }, T>(
  make: (ctx: Ctx) => T,
): (ctx: Ctx) => T {
  const made = new WeakMap<object, { readonly one: T }>();
  return (ctx) => {
    const known = made.get(ctx.db) ?? { one: make(ctx) };
    made.set(ctx.db, known);
    return known.one;
  };
}
