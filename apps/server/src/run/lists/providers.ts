import { clubAlerts } from "../../tell/providers/club-alerts.ts";
import type { Provider } from "../../desk/connections/define-provider.ts";

/** Every provider that the club knows, by kind; a new one is a folder and a line here. */
export const PROVIDERS: readonly Provider[] = [clubAlerts];
