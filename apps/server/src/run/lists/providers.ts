import { smpp } from "../../tell/providers/smpp.ts";
import { smsHttp } from "../../tell/providers/sms-http.ts";
import { smtp } from "../../tell/providers/smtp.ts";
import { twilio } from "../../tell/providers/twilio.ts";
import { standardPayout } from "../../money/payouts/standard/standard-payout.ts";
import { gamstop } from "../../people/exclusion/gamstop/gamstop.ts";
import { standardRegister } from "../../people/exclusion/standard/standard-register.ts";
import { standardIdentity } from "../../people/identity-checks/standard/standard-identity.ts";
import { adyenPayments } from "../../money/payments/adyen/adyen.ts";
import { standardPayments } from "../../money/payments/standard/standard.ts";
import { stripePayments } from "../../money/payments/stripe/stripe.ts";
import { clubAlerts } from "../../tell/providers/club-alerts.ts";
import type { Provider } from "../../desk/connections/define-provider.ts";

/** Every provider that the club knows, by kind; a new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [
  smtp,
  smsHttp,
  twilio,
  smpp,
  standardPayments,
  stripePayments,
  adyenPayments,
  standardPayout,
  standardIdentity,
  standardRegister,
  gamstop,
  clubAlerts,
];
