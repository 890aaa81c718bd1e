export * from "./http-double.ts";
export * from "./payments/adyen.ts";
export * from "./payments/payment-book.ts";
export * from "./payments/standard.ts";
export * from "./payments/stripe.ts";
