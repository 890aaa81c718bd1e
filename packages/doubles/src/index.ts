export * from "./http-double.ts";
export * from "./payouts.ts";
export * from "./signed-notices.ts";
