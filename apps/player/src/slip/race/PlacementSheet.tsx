import { formatMoney, formatTimeExact } from "@club/i18n";
import { Button, Icon, Notice, PrimaryButton, Sheet } from "@club/ui";
import { useEffect, type ReactNode } from "react";
import { earnInstallOffer } from "../../device/install.ts";
import { clubZone } from "../../core/club-zone.ts";
import { useT } from "../../core/lang.ts";
import { boxAs } from "./BoxButton.tsx";
import { BetReceipt } from "./BetReceipt.tsx";
import { changeForm } from "./change-form.ts";
import { closeSlip, openSlip } from "./form-store.ts";
import { rememberStake } from "../slip-acts.ts";
import { BalanceAfter, CheckingSheet, WasLost } from "../SlipParts.tsx";
import { boxOf } from "./selection-columns.ts";
import { shareReceipt } from "./share-receipt.ts";
import { dismissPlacement, usePlacement, type Placement } from "./placement.ts";

type Phase<Name extends Placement["phase"]> = Extract<Placement, { readonly phase: Name }>;

/** The outcome of the bet: the receipt, "not placed", or that the club is being asked. */
export function PlacementSheet(): ReactNode {
  const placement = usePlacement();
  switch (placement.phase) {
    case "accepted":
      return <Accepted placement={placement} />;
    case "checking":
      return (
        <CheckingSheet
          cents={placement.slip.costCents}
          currency={placement.slip.currency}
          isOffline={placement.isOffline}
        />
      );
    case "not placed":
      return <NotPlaced placement={placement} />;
    case "idle":
    case "sending":
    case "refused":
      return null;
  }
}

function NotPlaced({ placement }: { readonly placement: Phase<"not placed"> }): ReactNode {
  const t = useT();
  const amount = formatMoney(placement.slip.costCents, placement.slip.currency, t.language);
  const again = () => {
    changeForm({ do: "fill", form: placement.slip.form });
    dismissPlacement();
    openSlip();
  };
  const leave = () => {
    dismissPlacement();
    closeSlip();
  };
  return (
    <Sheet open onClose={leave} title={t("placed.not")} ground="page">
      <div className="placement">
        <Notice tone="loss" title={t("placed.notTitle")} alert>
          <p>{t("placed.notText", { amount })}</p>
        </Notice>
        <PrimaryButton onPress={again}>{t("placed.backToSlip")}</PrimaryButton>
      </div>
    </Sheet>
  );
}

function Accepted({ placement }: { readonly placement: Phase<"accepted"> }): ReactNode {
  const t = useT();
  const { slip, order, wasLost } = placement;
  useEffect(() => {
    earnInstallOffer();
    rememberStake(BigInt(order.unit_stake_cents));
  }, [order]);
  const leave = () => {
    dismissPlacement();
    closeSlip();
    changeForm({ do: "clear" });
  };
  const again = () => {
    changeForm({ do: "fill", form: slip.form });
    dismissPlacement();
    openSlip();
  };
  const time = formatTimeExact(order.accepted_at, clubZone());
  return (
    <Sheet
      open
      onClose={leave}
      title={t("placed.accepted")}
      titleTone="turf"
      titleStart={<Icon name="check-circle" className="turf" />}
      ground="page"
      full
      foot={<AcceptedActs placement={placement} onAgain={again} onLeave={leave} />}
    >
      <div className="placement">
        {wasLost && <WasLost time={time} />}
        <BetReceipt slip={slip} order={order} />
        <BalanceAfter cents={order.balance_cents} currency={slip.currency} />
      </div>
    </Sheet>
  );
}

function AcceptedActs(props: {
  readonly placement: Phase<"accepted">;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}): ReactNode {
  const t = useT();
  const { placement, onAgain, onLeave } = props;
  const { slip, order } = placement;
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button icon="share" wide onPress={() => void shareReceipt(t, slip, order)}>
          {t("act.share")}
        </Button>
        <Button icon="repeat" wide onPress={onAgain}>
          {t("placed.again")}
        </Button>
      </div>
      <BoxNext placement={placement} onPress={onAgain} />
      <PrimaryButton onPress={onLeave}>{t("placed.back")}</PrimaryButton>
    </div>
  );
}

/** The same runners in any order, as the next bet. */
function BoxNext(props: {
  readonly placement: Phase<"accepted">;
  readonly onPress: () => void;
}): ReactNode {
  const t = useT();
  const { form } = props.placement.slip;
  const box = form.betType === 0 || form.isBoxed ? null : boxOf(form.betType);
  if (box === null) return null;
  const press = () => {
    props.onPress();
    if (box === "switch") changeForm({ do: "box" });
    else boxAs(form, box);
  };
  return (
    <Button kind="text" wide onPress={press}>
      {t("placed.box")}
    </Button>
  );
}
