export const PAYMENT_KEY = "key-of-the-club";
export const PAYMENT_SECRET = `whsec_${Buffer.from("a secret of the tests").toString("base64")}`;

/** The environment of a club whose payments a provider takes. */
export function paymentEnv(
  provider: string,
  url: string,
  secret = PAYMENT_SECRET,
): Record<string, string> {
  return {
    CLUB_RATE_FACTOR: "0",
    CLUB_PAYMENT_PROVIDER: provider,
    CLUB_PAYMENT_URL: url,
    CLUB_PAYMENT_KEY: PAYMENT_KEY,
    CLUB_PAYMENT_WEBHOOK_SECRET: secret,
  };
}
