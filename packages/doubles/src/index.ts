export * from "./http-double.ts";
export * from "./messages/mail.ts";
export * from "./messages/sms.ts";
