import { eventName, formatTimeExact, outcomeName } from "@club/i18n";
import { Button } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../api/wallet.ts";
import { useT } from "../core/lang.ts";
import { shortHash } from "../core/texts.ts";
import { deviceZone } from "../device/zone.ts";
import { useOddsText } from "../core/odds-format.ts";
import type { SportOrderDetail } from "../api/sport.ts";
import { ProofFrame, saveReceipt } from "./ProofFrame.tsx";
import { type PlacesOfBet, proveSportOrder, sportReceiptOf } from "./prove-sport-order.ts";
import { addUpSport, wordSportStep } from "./sport-steps.ts";
import { StepList } from "./StepList.tsx";

/** Why a settled sport bet was paid what it was, and that it is in the sealed list of each of its events. */
export function SportWhy({ order }: { readonly order: SportOrderDetail }): ReactNode {
  return (
    <>
      {order.explain.length > 0 && <Steps order={order} />}
      <SportProof order={order} />
    </>
  );
}

function Steps({ order }: { readonly order: SportOrderDetail }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const oddsText = useOddsText();
  const nameOf = (at: number): string => {
    const leg = order.legs[at];
    return leg === undefined ? "" : outcomeName(t, leg, { market: leg, outcome: leg });
  };
  const words = { t, currency, nameOf, oddsText };
  const steps = order.explain.slice(0, -1).map((step) => wordSportStep(step, words));
  const isSound = addUpSport(order.explain, order);
  return <StepList steps={steps} isSound={isSound} order={order} currency={currency} />;
}

function SportProof({ order }: { readonly order: SportOrderDetail }): ReactNode {
  const t = useT();
  return (
    <ProofFrame
      key={order.order_id}
      order={order}
      hasProof={order.proofs.length > 0}
      waiting={order.status === "accepted" ? t("proof.eventWaiting") : null}
      prove={proveSportOrder}
    >
      {(proven) => <Places proven={proven} order={order} />}
    </ProofFrame>
  );
}

function Places(props: {
  readonly proven: PlacesOfBet;
  readonly order: SportOrderDetail;
}): ReactNode {
  const t = useT();
  const { proven, order } = props;
  const isInside = proven.state === "inside";
  const nameOf = (eventId: string): string => {
    const leg = order.legs.find(({ event_id }) => event_id === eventId);
    return leg === undefined ? "" : eventName(t, leg);
  };
  return (
    <>
      {proven.places.map(({ eventId, number, size, closedAt, root }) => {
        const words = { event: nameOf(eventId), n: number, all: size };
        return (
          <div className="proof-place" key={eventId}>
            <p>
              <b>{t(isInside ? "proof.eventInside" : "proof.eventUnsigned", words)}</b>
            </p>
            <p className="proof-root mute">
              {t("proof.sealedAt", { time: formatTimeExact(closedAt, deviceZone()) })}{" "}
              <span className="fig">{shortHash(root)}</span>
            </p>
          </div>
        );
      })}
      {isInside && <p className="proof-place mute">{t("proof.eventWhy")}</p>}
      <Button
        icon="download"
        onPress={() => void saveReceipt(order.receipt_no, sportReceiptOf(order))}
      >
        {t("proof.save")}
      </Button>
    </>
  );
}
