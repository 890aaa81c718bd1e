import type { SportEvent, SportMarket } from "@club/contract";
import type { CheckLine } from "@club/domain";
import { formatMoney, marketWithLine, outcomeName } from "@club/i18n";
import { Icon, ListRow, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../api/wallet.ts";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";
import { CheckFrame } from "./CheckFrame.tsx";
import type { OpenCheck } from "./CheckRow.tsx";
import { type CheckedEvent, checkEventFileHere, loadEventFile } from "./check-race-file.ts";
import { EqualNotice } from "./EqualNotice.tsx";
import { stateOfEvent } from "./event-state.ts";
import { reasonsOf } from "./ProofFrame.tsx";
import { SealedList } from "./SealedList.tsx";
import { countEqual } from "./unchecked-in.ts";
import "./check.css";

type Found = NonNullable<CheckedEvent>;

export interface EventSheetProps extends OpenCheck {
  readonly event: SportEvent;
}

/** A match's results and single bets computed again on this phone, market by market. */
export function EventSheet({ event, ...check }: EventSheetProps): ReactNode {
  const t = useT();
  const state = stateOfEvent(event);
  return (
    <CheckFrame
      check={check}
      title={t("check.eventRow")}
      failed={t("check.eventFailed")}
      fileName={`match-${event.event_id}.json`}
      subject={["event", event.event_id, state]}
      load={async () => await loadEventFile(event.event_id, state)}
      compute={checkEventFileHere}
    >
      {(checked) => (
        <>
          <div className="check-verdict" role="status">
            <Summary checked={checked} />
          </div>
          {checked.root !== null && <SealedList root={checked.root} />}
          {event.markets.map((market) => (
            <Market key={market.market_id} event={event} market={market} lines={checked.lines} />
          ))}
          <ListRow icon="shield" title={t("route.books")} href={hrefOf("books")} />
        </>
      )}
    </CheckFrame>
  );
}

function Summary({ checked }: { readonly checked: Found }): ReactNode {
  const t = useT();
  const wrong = checked.lines.filter(({ verdict }) => verdict === "differs");
  if (wrong.length > 0) {
    return (
      <Notice tone="loss" title={t("check.differs")}>
        <p>{t("check.differsText")}</p>
        {reasonsOf(t, wrong).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
    );
  }
  return (
    <EqualNotice lines={checked.lines}>
      <p>{t("check.eventEqualText", { n: countEqual(checked.lines) })}</p>
      <p>{t("check.eventNote")}</p>
    </EqualNotice>
  );
}

function Market(props: {
  readonly event: SportEvent;
  readonly market: SportMarket;
  readonly lines: readonly CheckLine[];
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { event, market, lines } = props;
  const name = market.line === null ? market.type : `${market.type} ${market.line * 1000}`;
  const own = lines.filter(({ pool }) => pool === name);
  return (
    <section className="check-pool">
      <h3>{marketWithLine(t, market, event.sport)}</h3>
      {market.outcomes.map((outcome) => {
        const of = own.filter(({ item }) => item === outcome.key);
        const isEqual = of.every(({ verdict }) => verdict === "equal");
        const paid = of
          .filter(({ check }) => check === "paid" || check === "refunded_of_bets")
          .reduce((sum, { computed }) => sum + Number(computed), 0);
        const word = outcome.result === null ? "" : t(`sport.leg.${outcome.result}`);
        return (
          <p
            className="check-line"
            key={outcome.outcome_id}
            data-verdict={isEqual ? "equal" : "differs"}
          >
            <span>
              {outcomeName(t, event, { market, outcome })} <span className="mute">{word}</span>
            </span>
            <b className="fig">{paid > 0 && formatMoney(paid, currency, t.language)}</b>
            {of.length > 0 && (
              <Icon
                name={isEqual ? "check" : "alert"}
                label={t(isEqual ? "check.equal" : "check.differs")}
              />
            )}
          </p>
        );
      })}
    </section>
  );
}
