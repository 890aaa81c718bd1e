import { formatMoney, formatTimeExact } from "@club/i18n";
import { Button, Icon, Notice, PrimaryButton, Sheet } from "@club/ui";
import { useEffect, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { useWallet } from "../../api/wallet.ts";
import { rememberStake } from "../slip-acts.ts";
import { BalanceAfter, CheckingSheet, WasLost } from "../SlipParts.tsx";
import { earnInstallOffer } from "../../device/install.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import { clubZone } from "../../core/club-zone.ts";
import { useOddsText } from "../../core/odds-format.ts";
import { fateText } from "./refused-text.ts";
import { dismissPlacement, useSportPlacement, type SentBet, type SentSlip } from "./sent.ts";
import { shareSportReceipts } from "./share-receipt.ts";
import { changeSlip, closeSportSlip, openSportSlip } from "./slip-store.ts";
import { titleOf } from "./SlipStakes.tsx";
import { SportReceipt } from "./SportReceipt.tsx";

/** The outcome of the bets: receipts, what was not placed and why, or that it is being asked. */
export function SportPlacementSheet(): ReactNode {
  const placement = useSportPlacement();
  if (placement.phase === "checking") {
    const { sent, isOffline } = placement;
    const open = sent.bets.filter(({ fate }) => fate.is === "unknown" || fate.is === "waiting");
    const cents = open.reduce((sum, bet) => sum + bet.costCents, 0);
    return <CheckingSheet cents={cents} currency={sent.currency} isOffline={isOffline} />;
  }
  return placement.phase === "done" ? <Done sent={placement.sent} /> : null;
}

function Done({ sent }: { readonly sent: SentSlip }): ReactNode {
  const t = useT();
  const accepted = sent.bets.filter(({ fate }) => fate.is === "accepted");
  const others = sent.bets.filter(({ fate }) => fate.is !== "accepted");
  const unitCents = accepted[0]?.wire.unit_stake_cents;
  useEffect(() => {
    if (unitCents === undefined) return;
    earnInstallOffer();
    rememberStake(BigInt(unitCents));
  }, [unitCents]);
  const leave = () => {
    dismissPlacement();
    closeSportSlip();
  };
  const isAll = others.length === 0;
  return (
    <Sheet
      open
      onClose={leave}
      title={titleText()}
      titleTone={isAll ? "turf" : undefined}
      titleStart={isAll ? <Icon name="check-circle" className="turf" /> : undefined}
      ground="page"
      full={accepted.length > 0}
      foot={<Acts sent={sent} accepted={accepted} onLeave={leave} />}
    >
      <div className="placement">
        {others.length > 0 && <Others bets={others} currency={sent.currency} />}
        {accepted.map((bet) => (
          <Accepted key={bet.key} bet={bet} currency={sent.currency} />
        ))}
        {accepted.length > 0 && <BalanceNow bets={accepted} currency={sent.currency} />}
      </div>
    </Sheet>
  );

  function titleText(): string {
    if (accepted.length === 0) return t("placed.not");
    if (isAll) return t("sport.placed.all", { n: accepted.length });
    return t("sport.placed.some", { n: accepted.length, of: sent.bets.length });
  }
}

/** What was refused or never reached the club: it is still in the slip. */
function Others(props: {
  readonly bets: readonly SentBet[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { bets, currency } = props;
  return (
    <Notice tone="loss" title={t("sport.placed.notPlaced", { n: bets.length })} alert>
      <ul>
        {bets.map((bet) => (
          <li key={bet.key}>
            <b>{titleOf(t, { kind: bet.wire.kind, legs: bet.legs })}</b>{" "}
            {formatMoney(bet.costCents, currency, t.language)}:{" "}
            {bet.fate.is === "refused"
              ? fateText(t, bet.fate, currency)
              : t("sport.placed.neverSent")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Accepted(props: { readonly bet: SentBet; readonly currency: string }): ReactNode {
  const { bet, currency } = props;
  if (bet.fate.is !== "accepted") return null;
  const { order, wasLost } = bet.fate;
  const time = formatTimeExact(order.accepted_at, clubZone());
  return (
    <>
      {wasLost && <WasLost time={time} />}
      <SportReceipt order={order} legs={bet.legs} currency={currency} />
    </>
  );
}

/** The club's present balance; until it arrives, that of the last receipt. */
function BalanceNow(props: {
  readonly bets: readonly SentBet[];
  readonly currency: string;
}): ReactNode {
  const { data: wallet } = useWallet();
  const balances = props.bets.flatMap(({ fate }) =>
    fate.is === "accepted" ? [fate.order.balance_cents] : [],
  );
  const cents = wallet?.cash_cents ?? Math.min(...balances);
  return <BalanceAfter cents={cents} currency={props.currency} />;
}

interface ActsProps {
  readonly sent: SentSlip;
  readonly accepted: readonly SentBet[];
  readonly onLeave: () => void;
}

function Acts({ sent, accepted, onLeave }: ActsProps): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const hasOthers = accepted.length < sent.bets.length;
  const toBets = () => {
    onLeave();
    go(pathOf("sportOrders"));
  };
  const again = () => {
    changeSlip({ do: "fill", slip: { ...sent.slip, field: null } });
    backToSlip();
  };
  return (
    <div className="acts">
      {accepted.length > 0 && (
        <div className="side-by-side">
          <Button
            icon="share"
            wide
            onPress={() =>
              void shareSportReceipts(t, { accepted, currency: sent.currency, oddsText })
            }
          >
            {t("act.share")}
          </Button>
          {!hasOthers && (
            <Button icon="repeat" wide onPress={again}>
              {t("placed.again")}
            </Button>
          )}
        </div>
      )}
      {accepted.length > 0 && (
        <Button kind="text" wide onPress={toBets}>
          {t("sport.placed.toBets")}
        </Button>
      )}
      <PrimaryButton onPress={hasOthers ? backToSlip : onLeave}>
        {t(hasOthers ? "placed.backToSlip" : "sport.placed.back")}
      </PrimaryButton>
    </div>
  );
}

function backToSlip(): void {
  dismissPlacement();
  openSportSlip();
}
