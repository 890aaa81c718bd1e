import { standardPayout } from "../../money/payouts/standard/standard-payout.ts";
import type { Provider } from "../../desk/connections/define-provider.ts";

/** Every provider that the club knows, by kind; a new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [standardPayout];
