export * from "./errors.ts";
export * from "./call.ts";
export * from "./bet-form.wire.ts";
export * from "./orders.ts";
