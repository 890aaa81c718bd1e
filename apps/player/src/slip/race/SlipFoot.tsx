import { formatMoney, formatTimeExact } from "@club/i18n";
import { Button, Notice, PrimaryButton, ScrollFrame, SelectionLine } from "@club/ui";
import { betTypeOf } from "@club/domain";
import { Means } from "../SlipParts.tsx";
import type { ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useExchangeRate } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { partsOfForm } from "./selection-parts.ts";
import { SlipCost } from "./SlipCost.tsx";
import { Unspent } from "./SlipKeypad.tsx";
import { SlipChips } from "./SlipChips.tsx";
import { usePlacement } from "./placement.ts";
import type { PlaceBet } from "./use-place-bet.ts";
import type { SlipFacts } from "./use-slip.ts";

interface Props {
  readonly slip: SlipFacts;
  readonly place: PlaceBet;
}

/** At the thumb: the bet read back, stake, cost, limit, and the button that carries the money. */
export function SlipFoot({ slip, place }: Props): ReactNode {
  const { form } = slip;
  const isEach = form.betType !== 0 && betTypeOf(form.betType).layout === "each";
  return (
    <div className="slip-foot">
      {!isEach && <Covers slip={slip} />}
      <SlipChips slip={slip} hasMode={!isEach} />
      <SlipCost slip={slip} />
      <Unspent slip={slip} />
      <Rate slip={slip} />
      <Means {...slip} costCents={slip.price.costCents} />
      <Trouble slip={slip} />
      <SameAgain slip={slip} />
      <Act slip={slip} place={place} />
    </div>
  );
}

function Covers({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { form } = slip;
  if (form.picks.every((column) => column.length === 0)) return null;
  return (
    <ScrollFrame className="slip-covers" label={t("slip.covers")}>
      <span className="slip-note">{t("slip.covers")}</span>
      <SelectionLine parts={partsOfForm(t, form)} />
    </ScrollFrame>
  );
}

/** The club's second currency, where there is one: for orientation, the bet is in the first. */
function Rate({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const rate = useExchangeRate();
  if (rate === undefined || rate.rate === 1 || slip.price.order === null) return null;
  return (
    <p className="slip-note">
      {t("slip.rate", { from: rate.from_currency, rate: String(rate.rate), to: rate.to_currency })}
    </p>
  );
}

/** The server's refusal, in its place: it stays until the form changes or the slip is closed. */
function Trouble({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const placement = usePlacement();
  if (placement.phase !== "refused") return null;
  return (
    <Notice tone="loss" title={t("slip.refused")} alert>
      <p>{errorText(t, placement.error, slip.currency)}</p>
      {isRefusal(placement.error, "profile.age_needed") && (
        <Button href={hrefOf("account", { birth: "1" })}>{t("slip.birthDate")}</Button>
      )}
    </Notice>
  );
}

/** The same bet was placed a moment ago: ask the player, since a new slip is a new bet. */
function SameAgain({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const same = slip.quote?.same_as;
  if (same === null || same === undefined || slip.race === undefined) return null;
  const time = formatTimeExact(same.accepted_at, slip.race.timezone);
  return (
    <Notice tone="brass">
      <p>{t("slip.sameAs", { time, receipt: same.receipt_no })}</p>
    </Notice>
  );
}

const ACTS = {
  "sign in": "slip.signIn",
  "top up": "slip.topUp",
  "birth date": "slip.birthDate",
} as const;

function Act({ slip, place }: Props): ReactNode {
  const t = useT();
  const { price, currency, quote } = slip;
  const money = formatMoney(price.costCents, currency, t.language);
  if (place.act !== undefined) {
    const isSaid = place.act !== "sign in";
    return (
      <>
        {isSaid && <p className="slip-note loss">{place.reason}</p>}
        <PrimaryButton onPress={place.press}>{t(ACTS[place.act])}</PrimaryButton>
      </>
    );
  }
  const isSecond = quote?.same_as !== null && quote?.same_as !== undefined;
  return (
    <PrimaryButton
      busy={place.isSending}
      busyText={t("slip.sending")}
      reason={place.reason}
      reasonInside={slip.lock?.code === "form.offline"}
      money={price.costCents > 0n ? `· ${money}` : undefined}
      onPress={place.press}
    >
      {t(isSecond ? "slip.placeAgain" : "slip.place")}
    </PrimaryButton>
  );
}
