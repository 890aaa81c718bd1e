import { adyenPayments } from "../../money/payments/adyen/adyen.ts";
import { standardPayments } from "../../money/payments/standard/standard.ts";
import { stripePayments } from "../../money/payments/stripe/stripe.ts";
import type { Provider } from "../../desk/connections/define-provider.ts";

/** Every provider that the club knows, by kind; a new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [standardPayments, stripePayments, adyenPayments];
