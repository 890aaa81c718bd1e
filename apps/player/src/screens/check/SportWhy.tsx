import { eventName, formatTimeExact, outcomeName } from "@club/i18n";
import { Button, Icon, Notice, Skeleton } from "@club/ui";
import { useEffect, useState, type ReactNode } from "react";
import { saveFile } from "../../api/file.ts";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../lang.ts";
import { shortHash } from "../../shell/hash.ts";
import { deviceZone } from "../../shell/zone.ts";
import { useOddsText } from "../sport/odds-setting.ts";
import type { SportOrderDetail } from "../sport/sport-api.ts";
import { type ProvenSport, proveSportOrder, sportReceiptOf } from "./prove-sport-order.ts";
import { reasonsOf } from "./reasons.ts";
import { addUpSport, wordSportStep } from "./sport-steps.ts";
import { StepList } from "./StepList.tsx";
import "./check.css";

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
  const currency = useWallet().data?.currency ?? "AUD";
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
  const proven = useProven(order);
  if (order.proofs.length === 0) {
    return order.status === "accepted" ? (
      <section className="proof" aria-label={t("proof.title")}>
        <Icon name="lock" />
        <p className="mute">{t("proof.eventWaiting")}</p>
      </section>
    ) : null;
  }
  return (
    <div role="status">
      {proven === null ? (
        <section className="proof" aria-label={t("proof.checking")}>
          <Skeleton kind="row" />
        </section>
      ) : (
        <Verdict proven={proven} order={order} />
      )}
    </div>
  );
}

function useProven(order: SportOrderDetail): ProvenSport | null {
  const [proven, setProven] = useState<ProvenSport | null>(null);
  useEffect(() => {
    if (order.proofs.length === 0) return;
    let isShown = true;
    proveSportOrder(order).then(
      (found) => isShown && setProven(found),
      (error: unknown) => console.error("proof", error),
    );
    return () => {
      isShown = false;
    };
  }, [order]);
  return proven;
}

function Verdict(props: {
  readonly proven: ProvenSport;
  readonly order: SportOrderDetail;
}): ReactNode {
  const t = useT();
  const { proven, order } = props;
  if (proven.state === "offline") return <Notice tone="brass">{t("proof.offline")}</Notice>;
  if (proven.state === "wrong") {
    return (
      <Notice tone="loss" title={t("proof.wrong")}>
        <p>{t("proof.wrongText")}</p>
        {reasonsOf(t, proven.lines).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
    );
  }
  const isInside = proven.state === "inside";
  const nameOf = (eventId: string): string => {
    const leg = order.legs.find(({ event_id }) => event_id === eventId);
    return leg === undefined ? "" : eventName(t, leg);
  };
  return (
    <section className="proof" aria-label={t("proof.title")}>
      <Icon name="shield" />
      <div>
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
        <Button icon="download" onPress={() => void save(order)}>
          {t("proof.save")}
        </Button>
      </div>
    </section>
  );
}

async function save(order: SportOrderDetail): Promise<void> {
  const receipt = await sportReceiptOf(order);
  const file = new Blob([JSON.stringify(receipt)], { type: "application/json" });
  saveFile(file, `${order.receipt_no}.json`);
}
