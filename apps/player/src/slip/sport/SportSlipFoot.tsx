import { formatMoney } from "@club/i18n";
import { Button, CostBar, Notice, PrimaryButton } from "@club/ui";
import type { ReactNode } from "react";
import { lockText } from "../obstacle.ts";
import { StakeLimit } from "../SlipParts.tsx";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { fateText } from "./refused-text.ts";
import { isAllRefused, useSportPlacement } from "./sent.ts";
import type { SportBet } from "./use-sport-bet.ts";

/** At the thumb: lines, cost, the most it can return, the limit, and the button with the money. */
export function SportSlipFoot({ bet }: { readonly bet: SportBet }): ReactNode {
  return (
    <div className="slip-foot">
      <Cost bet={bet} />
      <StakeLimit limit={bet.limit} costCents={bet.price.costCents} currency={bet.currency} />
      <Trouble currency={bet.currency} />
      <Act bet={bet} />
    </div>
  );
}

export function Cost({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const { price, currency } = bet;
  const money = (cents: bigint) => formatMoney(cents, currency, t.language);
  return (
    <CostBar
      label={t("bet.cost")}
      cells={[
        { label: t("sport.slip.linesHead"), value: String(price.lines) },
        { label: t("bet.cost"), value: money(price.costCents), tone: "amber" },
        {
          label: t("sport.slip.most"),
          value: price.returnCents === 0n ? "–" : money(price.returnCents),
        },
      ]}
    />
  );
}

/** As many reasons as the foot has room for; further ones appear only at their bets. */
const MOST_REASONS = 2;

/** The whole slip was refused, and why: which bet it was stands at its stake too. */
function Trouble({ currency }: { readonly currency: string }): ReactNode {
  const t = useT();
  const placement = useSportPlacement();
  if (placement.phase !== "done" || !isAllRefused(placement)) return null;
  const reasons = new Set(
    placement.sent.bets.map(({ fate }) =>
      fate.is === "refused" ? fateText(t, fate, currency) : "",
    ),
  );
  const said = reasons.size > MOST_REASONS ? [t("sport.slip.refusedText")] : [...reasons];
  const needsAge = placement.sent.bets.some(
    ({ fate }) => fate.is === "refused" && fate.code === "profile.age_needed",
  );
  return (
    <Notice tone="loss" title={t("slip.refused")} alert>
      {said.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {needsAge && <Button href={hrefOf("account", { birth: "1" })}>{t("slip.birthDate")}</Button>}
    </Notice>
  );
}

const ACTS = {
  "sign in": "slip.signIn",
  "top up": "slip.topUp",
  "take prices": "sport.slip.take",
} as const;

function Act({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const { lock, price, currency, isSending } = bet;
  const money = formatMoney(price.costCents, currency, t.language);
  if (lock?.act !== undefined) {
    const isSaid = lock.act !== "sign in";
    return (
      <>
        {isSaid && (
          <p className="slip-note loss" role="status">
            {lock.act === "take prices" ? t("sport.slip.moved") : lockText(t, lock, currency)}
          </p>
        )}
        <PrimaryButton onPress={bet.press}>{t(ACTS[lock.act])}</PrimaryButton>
      </>
    );
  }
  return (
    <PrimaryButton
      busy={isSending}
      busyText={t("sport.slip.sending")}
      reason={lock === null ? undefined : lockText(t, lock, currency)}
      money={price.costCents > 0n ? `· ${money}` : undefined}
      onPress={bet.press}
    >
      {t("sport.slip.place", { n: Math.max(1, price.staked.length) })}
    </PrimaryButton>
  );
}
