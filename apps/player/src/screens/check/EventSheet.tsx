import type { SportEvent, SportMarket } from "@club/contract";
import type { CheckLine } from "@club/domain";
import { formatMoney, marketWithLine, outcomeName } from "@club/i18n";
import { Button, ErrorState, Icon, ListRow, Notice, Sheet, Skeleton } from "@club/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { saveFile } from "../../api/file.ts";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../lang.ts";
import { hrefOf } from "../../routes.ts";
import { type CheckedEvent, checkEventFileHere, loadEventFile } from "./check-race-file.ts";
import { reasonsOf } from "./reasons.ts";
import { SealedList } from "./SealedList.tsx";
import "./check.css";

type Found = NonNullable<CheckedEvent>;

export interface EventSheetProps {
  readonly event: SportEvent;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Told when everything was equal. */
  readonly onEqual: () => void;
}

/** A match's results and single bets computed again on this phone, market by market. */
export function EventSheet(props: EventSheetProps): ReactNode {
  const t = useT();
  const { event, open, onClose, onEqual } = props;
  const query = useChecked(event);
  const { data } = query;
  const isEqual = data?.checked?.lines.every(({ verdict }) => verdict === "equal") ?? false;
  useEffect(() => {
    if (isEqual) onEqual();
  }, [isEqual, onEqual]);
  const save = (text: string) => {
    saveFile(new Blob([text], { type: "application/json" }), `match-${event.event_id}.json`);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      ground="page"
      full
      title={t("check.eventRow")}
      foot={
        data !== undefined && (
          <div className="acts">
            <Button icon="download" wide onPress={() => save(data.text)}>
              {t("check.save")}
            </Button>
          </div>
        )
      }
    >
      {query.isPending && (
        <div role="status" aria-label={t("check.working")}>
          <Skeleton kind="row" rows={6} />
        </div>
      )}
      {query.isError && (
        <ErrorState
          title={t("check.eventFailed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
        />
      )}
      {data !== undefined && <Shown event={event} checked={data.checked} />}
    </Sheet>
  );
}

function useChecked(event: SportEvent) {
  const version = JSON.stringify([
    event.status,
    event.result,
    event.markets.map((each) => each.version),
  ]);
  return useQuery({
    queryKey: ["check-event", event.event_id, version],
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
    queryFn: async () => {
      const text = await loadEventFile(event.event_id, String(event.markets[0]?.version ?? 0));
      return { text, checked: await checkEventFileHere(text) };
    },
  });
}

function Shown(props: { readonly event: SportEvent; readonly checked: CheckedEvent }): ReactNode {
  const t = useT();
  const { event, checked } = props;
  if (checked === null) {
    return (
      <div className="check-verdict">
        <Notice tone="loss" title={t("check.differs")}>
          <p>{t("proof.why.format")}</p>
        </Notice>
      </div>
    );
  }
  return (
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
  const isUnsigned = checked.lines.some(({ verdict }) => verdict === "unchecked");
  return (
    <Notice tone="turf" title={t("check.equal")} icon="shield">
      <p>{t("check.eventEqualText", { n: checked.lines.length })}</p>
      <p>{t("check.eventNote")}</p>
      {isUnsigned && <p>{t("check.unsigned")}</p>}
    </Notice>
  );
}

function Market(props: {
  readonly event: SportEvent;
  readonly market: SportMarket;
  readonly lines: readonly CheckLine[];
}): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
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
            <Icon
              name={isEqual ? "check" : "alert"}
              label={t(isEqual ? "check.equal" : "check.differs")}
            />
          </p>
        );
      })}
    </section>
  );
}
