import { formatMoney } from "@club/i18n";
import {
  Button,
  centsOfTyped,
  CostBar,
  Notice,
  PrimaryButton,
  StakeChips,
  typedOfCents,
} from "@club/ui";
import type { ReactNode } from "react";
import { lockText } from "../obstacle.ts";
import { useLastStake } from "../slip-acts.ts";
import { Means } from "../SlipParts.tsx";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { changeSlip } from "./slip-store.ts";
import { titleOf } from "./SlipStakes.tsx";
import { fateText } from "./refused-text.ts";
import { isAllRefused, useSportPlacement } from "./sent.ts";
import type { SportBet } from "./use-sport-bet.ts";

/** At the thumb: lines, cost, the most it can return, the limit, and the button with the money. */
export function SportSlipFoot({ bet }: { readonly bet: SportBet }): ReactNode {
  return (
    <div className="slip-foot">
      {bet.slip.legs.length > 0 && <SportChips bet={bet} />}
      <Cost bet={bet} />
      <Means {...bet} costCents={bet.price.costCents} />
      <Trouble currency={bet.currency} />
      <Act bet={bet} />
    </div>
  );
}

const CHIPS_CENTS = [100n, 200n, 500n, 1000n, 5000n];

/**
 * Usual stakes in one tap, the last one among them: for the stake that is typed, or else for the
 * first bet of the slip. None is chosen before the player chooses.
 */
export function SportChips({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const last = useLastStake();
  const { slip, price } = bet;
  const first =
    price.related.size > 0 ? undefined : price.bets.find(({ kind }) => kind !== "single");
  const id = slip.field ?? (first ?? price.bets.find(({ kind }) => kind === "single"))?.id;
  const target = price.bets.find((each) => each.id === id);
  if (target === undefined) return null;
  const typed = slip.stakes[target.id] ?? "";
  const money = (cents: bigint) =>
    formatMoney(cents, bet.currency, t.language, { decimals: "whole" });
  const chips = CHIPS_CENTS.map((cents) => ({ id: typedOfCents(cents), label: money(cents) }));
  if (last !== null && !CHIPS_CENTS.includes(last)) {
    chips.push({ id: typedOfCents(last), label: t("slip.last", { amount: money(last) }) });
  }
  const cents = centsOfTyped(typed);
  return (
    <StakeChips
      label={t("sport.slip.stakeOf", { name: titleOf(t, target) })}
      chips={chips}
      selectedId={cents === 0n ? undefined : typedOfCents(cents)}
      onSelect={(chosen) => changeSlip({ do: "stake", field: target.id, typed: chosen })}
    />
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
  "birth date": "slip.birthDate",
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
      reasonInside={lock?.code === "form.offline"}
      money={price.costCents > 0n ? `· ${money}` : undefined}
      onPress={bet.press}
    >
      {t("sport.slip.place", { n: Math.max(1, price.staked.length) })}
    </PrimaryButton>
  );
}
