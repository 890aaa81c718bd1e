import type { PlayerLimit } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, clubNow, Meter, Notice, Section, Skeleton, TextLink } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useConfirmLimit, useLimits, useSetLimits } from "../../api/limits.ts";
import { useSetProtection } from "../../api/protection.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { LimitForm } from "./LimitForm.tsx";
import { resetText, whenText } from "./when.ts";

/** The limits in force, their use, and looser ones that wait. */
export function LimitsPart({ isReviewDue }: { readonly isReviewDue: boolean }): ReactNode {
  const t = useT();
  const { data: limits } = useLimits();
  const [isOpen, setOpen] = useState(false);
  const set = limits?.filter((limit) => limit.amount_cents !== null) ?? [];
  const waiting = limits?.filter((limit) => limit.pending !== null) ?? [];
  return (
    <Section
      title={t("protection.limits")}
      end={
        set.length > 0 && (
          <TextLink icon="limits" onPress={() => setOpen(true)}>
            {t("protection.change")}
          </TextLink>
        )
      }
    >
      {limits === undefined && <Skeleton kind="row" rows={2} />}
      {isReviewDue && set.length > 0 && <Review />}
      {limits !== undefined && set.length === 0 && (
        <div className="stack">
          <p>{t("protection.none")}</p>
          <Button wide icon="limits" onPress={() => setOpen(true)}>
            {t("protection.set")}
          </Button>
        </div>
      )}
      <ul className="limit-rows">
        {set.map((limit) => (
          <LimitRow key={`${limit.kind} ${limit.period}`} limit={limit} />
        ))}
      </ul>
      {waiting.map((limit) => (
        <Waiting key={`${limit.kind} ${limit.period}`} limit={limit} />
      ))}
      {isOpen && <LimitForm limits={limits ?? []} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** "Stakes a day", as the language says it. */
export function whatOf(t: T, { kind, period }: Pick<PlayerLimit, "kind" | "period">): string {
  return t("protection.what", {
    kind: t(`protection.kind.${kind}`),
    period: t(`protection.period.${period}`),
  });
}

function LimitRow({ limit }: { readonly limit: PlayerLimit }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  const amount = limit.amount_cents ?? 0;
  const used = t("protection.used", { used: money(limit.used_cents), limit: money(amount) });
  const kind = t(`protection.kind.${limit.kind}`);
  return (
    <li>
      <p className="limit-row">
        <span>
          <b>{kind}</b>{" "}
          <span className="mute">
            {t("protection.resets", {
              window: t(`protection.window.${limit.period}`),
              time: resetText(limit.resets_at, limit.period, t.language),
            })}
          </span>
        </span>
        <b className="fig">{used}</b>
      </p>
      <Meter
        label={`${kind}: ${used}`}
        value={amount === 0 ? 1 : limit.used_cents / amount}
        tone={limit.used_cents >= amount ? "loss" : "turf"}
      />
    </li>
  );
}

/** A looser limit that waits; in time it asks for the second confirmation, with equal buttons. */
function Waiting({ limit }: { readonly limit: PlayerLimit }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const confirm = useConfirmLimit();
  const keep = useSetLimits();
  const { pending } = limit;
  if (pending === null) return null;
  const isDue = clubNow() >= Date.parse(pending.from);
  const amount =
    pending.amount_cents === null
      ? t("protection.noLimit")
      : formatMoney(pending.amount_cents, currency, t.language, { decimals: "whole" });
  const what = whatOf(t, limit);
  const error = confirm.error ?? keep.error;
  return (
    <Notice tone="brass" icon="clock">
      <p>
        {isDue
          ? t("protection.due", { what, amount })
          : t("protection.waits", { what, amount, time: whenText(pending.from, t.language) })}
      </p>
      {isDue && (
        <div className="form-row">
          <Button busy={confirm.isPending} onPress={() => confirm.mutate(limit)}>
            {t("protection.raise")}
          </Button>
          <Button busy={keep.isPending} onPress={() => keep.mutate([limit])}>
            {t("protection.keep")}
          </Button>
        </div>
      )}
      {error !== null && <p role="alert">{errorText(t, error, currency)}</p>}
    </Notice>
  );
}

function Review(): ReactNode {
  const t = useT();
  const save = useSetProtection();
  return (
    <Notice tone="firm" icon="limits" title={t("protection.review")}>
      <Button busy={save.isPending} onPress={() => save.mutate({ limits_reviewed: true })}>
        {t("protection.fits")}
      </Button>
    </Notice>
  );
}
