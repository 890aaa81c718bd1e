import { formatDateTime, formatMoney } from "@club/i18n";
import { Meter } from "@club/ui";
import { Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import type { PlayerDetail } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";

type Limit = PlayerDetail["limits"][number];

const NEAR = 0.9;

/** The limits that the player set, and how much of each is used. */
export function LimitsPanel(props: {
  readonly limits: readonly Limit[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const set = props.limits.filter((limit) => limit.amount_cents !== null);
  return (
    <Panel title={t("limits.title")} padded>
      {set.length === 0 ? (
        <p className="mute">{t("limits.none")}</p>
      ) : (
        <div className="form">
          {set.map((limit) => (
            <LimitRow
              key={`${limit.kind} ${limit.period}`}
              limit={limit}
              currency={props.currency}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

function LimitRow({ limit, currency }: { readonly limit: Limit; readonly currency: string }) {
  const t = useT();
  const most = limit.amount_cents ?? 0;
  const money = (cents: number) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  const share = most === 0 ? 1 : limit.used_cents / most;
  return (
    <div>
      <p className="apart">
        <span>
          {t(`limit.${limit.kind}`)} <span className="mute">{t(`period.${limit.period}`)}</span>
        </span>
        <b className="fig">
          {t("limits.of", { used: money(limit.used_cents), most: money(most) })}
        </b>
      </p>
      <Meter
        label={t(`limit.${limit.kind}`)}
        value={share}
        tone={share >= NEAR ? "loss" : "turf"}
      />
      <p className="mute small">
        {t("limits.resets", { time: formatDateTime(limit.resets_at, clubZone(), t.language) })}
      </p>
    </div>
  );
}
