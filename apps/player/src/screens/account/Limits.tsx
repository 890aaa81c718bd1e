import type { PlayerLimit } from "@club/contract";
import { formatDateTime, formatMoney, formatTime } from "@club/i18n";
import { Button, clubNow, LimitRing, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useConfirmLimit, useLimits } from "../../api/limits.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";
import { hrefOf } from "../../core/routes.ts";

/** The daily stake limit with its ring: above the menu, not in it. */
export function Limits({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const { data: limits } = useLimits();
  const limit = limits?.find(({ kind, period }) => kind === "stake" && period === "day");
  return (
    <section className="account-limits" aria-label={t("limits.title")}>
      {limit !== undefined && <LimitFace limit={limit} />}
      <div className="account-figures">
        {children}
        <div className="account-ways">
          <Button icon="limits" href={hrefOf("protection")}>
            {t("limits.open")}
          </Button>
          <Button icon="pause" href={hrefOf("protection")}>
            {t("account.break")}
          </Button>
        </div>
      </div>
      {limit?.pending && <Pending limit={limit} pending={limit.pending} />}
    </section>
  );
}

function LimitFace({ limit }: { readonly limit: PlayerLimit }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  const used = money(limit.used_cents);
  const resets = t("limits.resets", {
    time: formatTime(limit.resets_at, deviceZone(), t.language),
  });
  if (limit.amount_cents === null) {
    return (
      <div className="account-limit">
        <LimitRing used={0} size="large" />
        <p>
          <b>{t("limits.usedToday", { used })}</b>
          <span className="mute">{t("limits.none")}</span>
        </p>
      </div>
    );
  }
  return (
    <div className="account-limit">
      <LimitRing used={limit.used_cents / Math.max(1, limit.amount_cents)} size="large" />
      <p>
        <b>{t("limits.usedOf", { used, limit: money(limit.amount_cents) })}</b>
        <span className="mute">{resets}</span>
      </p>
    </div>
  );
}

/** The looser limit that waits; when its time has come it asks for the second confirmation. */
function Pending({
  limit,
  pending,
}: {
  readonly limit: PlayerLimit;
  readonly pending: NonNullable<PlayerLimit["pending"]>;
}): ReactNode {
  const t = useT();
  const confirm = useConfirmLimit();
  const isDue = clubNow() >= Date.parse(pending.from);
  const currency = useCurrency();
  const time = formatDateTime(pending.from, deviceZone(), t.language);
  const text =
    pending.amount_cents === null
      ? t("limits.pendingNone", { time })
      : t("limits.pending", {
          amount: formatMoney(pending.amount_cents, currency, t.language, { decimals: "whole" }),
          time,
        });
  return (
    <Notice tone="brass" icon="clock">
      <p>{text}</p>
      {isDue && (
        <Button busy={confirm.isPending} onPress={() => confirm.mutate(limit)}>
          {t("limits.confirm")}
        </Button>
      )}
    </Notice>
  );
}
