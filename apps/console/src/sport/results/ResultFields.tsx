import type { DeskEvent } from "@club/contract";
import { OUTCOME_VERDICTS } from "@club/domain";
import { marketWithLine, outcomeName, teamName } from "@club/i18n";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import type { ReactNode, Ref } from "react";
import { useT } from "../../core/lang.ts";
import type { ResultState } from "./use-sport-result.ts";

/** The fields for a result of the chosen kind. */
export function ResultFields(props: Props): ReactNode {
  const t = useT();
  const { event, result } = props;
  const send = () => result.lock === undefined && void result.enter.run();
  if (result.kind === "markets") return <Verdicts event={event} result={result} />;
  return (
    <>
      {result.kind !== "void" && <Score {...props} onEnter={send} />}
      {result.kind !== "score" && (
        <ConsoleField
          label={t(result.kind === "void" ? "desk.voidReason" : "desk.abandonReason")}
          value={result.voidReason}
          onChange={(reason) => result.change({ reason })}
          hint={t(result.kind === "void" ? "desk.voidHint" : "desk.abandonHint")}
          onEnter={send}
        />
      )}
    </>
  );
}

interface Props {
  readonly event: DeskEvent;
  readonly result: ResultState;
  readonly fieldRef: Ref<HTMLInputElement>;
}

function Score(props: Props & { readonly onEnter: () => void }): ReactNode {
  const t = useT();
  const { event, result, fieldRef, onEnter } = props;
  return (
    <div className="sport-score">
      <ConsoleField
        label={teamName(t, event, "home")}
        value={result.home}
        onChange={(home) => result.change({ home })}
        look="figure"
        inputRef={fieldRef}
        disabled={!result.mayEnter}
        onEnter={onEnter}
      />
      <ConsoleField
        label={teamName(t, event, "away")}
        value={result.away}
        onChange={(away) => result.change({ away })}
        look="figure"
        disabled={!result.mayEnter}
        onEnter={onEnter}
      />
    </div>
  );
}

/** Every outcome by hand, market by market: for outrights, or where the score does not tell. */
function Verdicts(props: { readonly event: DeskEvent; readonly result: ResultState }): ReactNode {
  const t = useT();
  const { event } = props;
  return (
    <div className="sport-verdicts">
      {event.markets.map((market) => (
        <section key={market.market_id}>
          <h3>{marketWithLine(t, market, event.sport)}</h3>
          {market.outcomes.map((outcome) => (
            <VerdictOf key={outcome.outcome_id} {...props} market={market} outcome={outcome} />
          ))}
        </section>
      ))}
    </div>
  );
}

function VerdictOf(props: {
  readonly event: DeskEvent;
  readonly market: DeskEvent["markets"][number];
  readonly outcome: DeskEvent["markets"][number]["outcomes"][number];
  readonly result: ResultState;
}): ReactNode {
  const t = useT();
  const { event, market, outcome, result } = props;
  const name = outcomeName(t, event, { market, outcome });
  return (
    <div>
      <b>{name}</b>
      <ConsoleSelect
        label={t("desk.verdictOf", { name })}
        value={result.verdicts[outcome.outcome_id] ?? ""}
        onChange={(id) => {
          const verdict = OUTCOME_VERDICTS.find((each) => each === id);
          result.setVerdict(outcome.outcome_id, verdict);
        }}
        options={[
          { id: "", label: "–" },
          ...OUTCOME_VERDICTS.map((id) => ({ id, label: t(`sport.leg.${id}`) })),
        ]}
      />
    </div>
  );
}
