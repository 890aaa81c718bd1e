export * from "./http-double.ts";
export * from "./messages/mail.ts";
export * from "./messages/sms.ts";
export * from "./payouts.ts";
export * from "./people.ts";
export * from "./signed-notices.ts";
