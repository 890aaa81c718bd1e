import { EmptyState, Icon, Sheet, useBack } from "@club/ui";
import { PRICE_POLICIES } from "@club/domain";
import { useRefusalInSight } from "../slip-acts.ts";
import { useEffect, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { SportSlipFoot } from "./SportSlipFoot.tsx";
import { SportSlipKeys } from "./SportSlipKeys.tsx";
import { SlipLegs } from "./SlipLegs.tsx";
import { SlipStakes } from "./SlipStakes.tsx";
import { isPricePolicy } from "./slip-state.ts";
import { dismissPlacement, isAllRefused, placement, useSportPlacement } from "./sent.ts";
import { changeSlip, closeSportSlip, currentSlip } from "./slip-store.ts";
import { useSportBet, type SportBet } from "./use-sport-bet.ts";

/** The selections, every bet that they can make with its stake, and the act at the thumb. */
export function SportSlipSheet({ open }: { readonly open: boolean }): ReactNode {
  const t = useT();
  const bet = useSportBet(open);
  const { slip } = bet;
  useRefusalInSight(isAllRefused(useSportPlacement()) ? t("slip.refused") : null, closeKeys);
  // A refusal was about the slip as it was; the keypad's field is no part of that.
  const { legs, stakes, mode, policy } = slip;
  useEffect(() => {
    if (isAllRefused(placement.get())) dismissPlacement();
  }, [legs, stakes, mode, policy]);
  // The keypad takes the lower half: keep the stake that it writes into in sight.
  useEffect(() => {
    if (slip.field === null) return;
    document.querySelector(".sport-stake-field[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [slip.field]);
  const isTyping = slip.field !== null;
  useBack(open && isTyping, closeKeys);
  return (
    <Sheet
      open={open}
      onClose={() => {
        dismissPlacement();
        closeSportSlip();
      }}
      title={t("sport.slip.title", { n: slip.legs.length })}
      headEnd={slip.legs.length > 0 && <PolicyPick bet={bet} />}
      foot={
        slip.legs.length === 0 ? undefined : isTyping ? (
          <SportSlipKeys bet={bet} />
        ) : (
          <SportSlipFoot bet={bet} />
        )
      }
    >
      {slip.legs.length === 0 ? (
        <EmptyState
          title={t("sport.slip.empty")}
          text={t("sport.slip.emptyText")}
          act={{ label: t("sport.slip.back"), onPress: closeSportSlip }}
        />
      ) : (
        <>
          <SlipLegs bet={bet} />
          <SlipStakes bet={bet} />
        </>
      )}
    </Sheet>
  );
}

/** What to do when a price moves before the bet arrives, by the system's own picker. */
function PolicyPick({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  return (
    <label className="sport-policy">
      <span className="hidden-text">{t("sport.slip.policy")}</span>
      <select
        value={bet.slip.policy}
        onChange={({ target }) => {
          if (isPricePolicy(target.value)) changeSlip({ do: "policy", policy: target.value });
        }}
      >
        {PRICE_POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {t(`sport.policy.${policy}`)}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </label>
  );
}

function closeKeys(): void {
  if (currentSlip().field !== null) changeSlip({ do: "keypad", field: null });
}
