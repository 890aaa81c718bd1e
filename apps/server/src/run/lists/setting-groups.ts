import type { SettingGroup } from "../../core/db/setting-groups.ts";
import { ALERT_FIGURES, ALERT_RECEIVERS } from "../../desk/club-settings/alert-settings.ts";
import { BETS } from "../../desk/club-settings/bet-settings.ts";
import { CLUB, LOOK } from "../../desk/club-settings/club-groups.ts";
import { PAYMENTS } from "../../money/payments/take-facts.ts";
import { TOP_UPS } from "../../money/top-ups/top-up-approval.ts";
import { topUpSettings } from "../../money/top-ups/top-up-method.ts";
import type { TopUpMethod } from "../../money/top-ups/top-up-method.ts";
import { WITHDRAWALS } from "../../money/withdrawals/withdrawal-rules.ts";
import { NOTICES } from "../../tell/push/notice-settings.ts";

/** What a keeper changes in a running club, in the order of the console's page. */
export function settingGroups(methods: readonly TopUpMethod[]): readonly SettingGroup[] {
  const groups = [
    CLUB,
    LOOK,
    NOTICES,
    BETS,
    TOP_UPS,
    ...methods.map(topUpSettings),
    PAYMENTS,
    WITHDRAWALS,
    ALERT_FIGURES,
    ALERT_RECEIVERS,
  ];
  return groups as unknown as readonly SettingGroup[];
}
