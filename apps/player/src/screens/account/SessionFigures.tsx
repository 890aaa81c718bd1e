import { formatDuration, formatMoney } from "@club/i18n";
import { Figure, useClock } from "@club/ui";
import type { ReactNode } from "react";
import { usePulse } from "../../core/heartbeat.ts";
import { useT } from "../../core/lang.ts";
import { useBalance } from "../../shell/balance.ts";

/** How long the player has been here and the day's betting result: a loss is written as a loss. */
export function SessionFigures(): ReactNode {
  const t = useT();
  const pulse = usePulse();
  const { wallet } = useBalance();
  const duration = useClock(() =>
    pulse === null ? "–" : formatDuration(pulse.sessionSeconds * 1000 + Date.now() - pulse.at),
  );
  const isKnown = pulse !== null && wallet !== undefined;
  return (
    <>
      <Figure label={t("account.signedInFor")} value={duration} />
      <Figure
        label={t("account.net")}
        value={
          isKnown
            ? formatMoney(pulse.netTodayCents, wallet.currency, t.language, { sign: "always" })
            : "–"
        }
        tone={isKnown && pulse.netTodayCents > 0 ? "turf" : undefined}
      />
    </>
  );
}
