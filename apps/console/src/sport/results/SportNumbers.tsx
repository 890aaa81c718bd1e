import type { DeskEvent } from "@club/contract";
import { marketWithLine, outcomeName } from "@club/i18n";
import { Notice } from "@club/ui";
import { ConsoleButton, FactList, SportBook, useKeys } from "@club/ui/console";
import type { ReactNode } from "react";
import type { Numbers } from "../../api/sport.ts";
import { useT, type T } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { useMoney } from "../book/money.ts";
import type { ResultState } from "./use-sport-result.ts";

/** What settling by the entered result would do, to the cent, and the button that does it. */
export function SportNumbers(props: {
  readonly event: DeskEvent;
  readonly result: ResultState;
}): ReactNode {
  const t = useT();
  const { event, result } = props;
  const { numbers, settle } = result;
  const isPaid = numbers !== undefined && "settled_at" in numbers;
  const canSettle = numbers?.is_confirmed === true && !isPaid;
  useKeys({ f: () => canSettle && void settle.run(numbers.result_version) });
  if (numbers === undefined) return <Earlier event={event} />;
  return (
    <>
      <Winners event={event} numbers={numbers} />
      <Figures numbers={numbers} />
      {!numbers.is_confirmed && <Notice tone="brass">{t("result.waitsForOther")}</Notice>}
      <ErrorNotice text={settle.error} />
      {isPaid ? (
        <p className="turf" role="status">
          {t("desk.paid", { n: numbers.decided_bets })}
        </p>
      ) : (
        <Settle numbers={numbers} result={result} />
      )}
    </>
  );
}

function Settle(props: { readonly numbers: Numbers; readonly result: ResultState }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { numbers, result } = props;
  return (
    <ConsoleButton
      kind="primary"
      size="large"
      keyCap="F"
      busy={result.settle.busy}
      money={money.full(numbers.payout_cents + numbers.refund_cents)}
      reason={numbers.is_confirmed ? undefined : t("result.waitsForOther")}
      onPress={() => void result.settle.run(numbers.result_version)}
    >
      {t("settle.act")}
    </ConsoleButton>
  );
}

function Figures({ numbers }: { readonly numbers: Numbers }): ReactNode {
  const t = useT();
  const money = useMoney();
  return (
    <FactList
      facts={[
        { label: t("desk.dryVersion"), value: String(numbers.result_version) },
        { label: t("desk.decided"), value: `${numbers.decided_bets} / ${numbers.bets}` },
        { label: t("desk.waiting"), value: String(numbers.waiting_bets) },
        { label: t("desk.stakes"), value: money.full(numbers.stakes_cents) },
        { label: t("desk.payout"), value: money.full(numbers.payout_cents) },
        { label: t("desk.refund"), value: money.full(numbers.refund_cents) },
        {
          label: t("dry.book_result_cents"),
          value: (
            <SportBook
              cents={numbers.book_result_cents}
              text={money.signed(numbers.book_result_cents)}
            />
          ),
          check: numbers.balanced ? "ok" : "differs",
          checkLabel: t(numbers.balanced ? "dry.equal" : "dry.differs"),
        },
      ]}
    />
  );
}

const MOST_WINNERS = 6;

/** What each market resolves to: "Match result: Ellerby Town". */
function Winners(props: { readonly event: DeskEvent; readonly numbers: Numbers }): ReactNode {
  const t = useT();
  const { event, numbers } = props;
  const left = numbers.markets.length - MOST_WINNERS;
  return (
    <ul className="sport-winners" aria-label={t("desk.winning")}>
      {numbers.markets.slice(0, MOST_WINNERS).map((market) => (
        <li key={market.market_id}>
          <span className="mute">{marketWithLine(t, market, event.sport)}</span>
          <b>{winnersText(t, event, market)}</b>
        </li>
      ))}
      {left > 0 && <li className="mute">{t("desk.more", { n: left })}</li>}
    </ul>
  );
}

function winnersText(t: T, event: DeskEvent, market: Numbers["markets"][number]): string {
  const good = market.outcomes.filter(
    ({ result }) => result !== null && result !== "lost" && result !== "open",
  );
  const names = good.map((outcome) => {
    const name = outcomeName(t, event, { market, outcome });
    const { result } = outcome;
    return result === "won" || result === null ? name : `${name} (${t(`sport.leg.${result}`)})`;
  });
  return names.join(", ") || "–";
}

/** Who entered what before. */
function Earlier({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const newest = event.results.toSorted((a, b) => b.version - a.version)[0];
  if (newest === undefined) return null;
  const score = newest.score === null ? "" : ` ${newest.score.home}–${newest.score.away}`;
  return (
    <p className="mute">
      {t("desk.entered", {
        what: `${t(`desk.kind.${newest.kind}`)}${score}`,
        name: newest.entered_by ?? t("desk.feed"),
        version: newest.version,
      })}
    </p>
  );
}
