import type { DeskEvent } from "@club/contract";
import { ConsoleButton, KeyCap, Panel, Segmented } from "@club/ui/console";
import type { ReactNode, Ref } from "react";
import { useT } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { CorrectionPart } from "./CorrectionPart.tsx";
import { ResultFields } from "./ResultFields.tsx";
import { SportNumbers } from "./SportNumbers.tsx";
import { useSportResult, type ResultKind, type ResultState } from "./use-sport-result.ts";

const KINDS: readonly ResultKind[] = ["score", "markets", "abandoned", "void"];

/** The result by score, by market or as void; what settling by it does; settling; correcting. */
export function SportResultPanel(props: {
  readonly event: DeskEvent;
  readonly fieldRef: Ref<HTMLInputElement>;
}): ReactNode {
  const t = useT();
  const { event } = props;
  const result = useSportResult(event);
  const isSettled = event.status === "settled" || event.status === "void";
  return (
    <Panel
      title={t(isSettled ? "desk.correct" : "result.title")}
      end={
        <>
          <KeyCap>R</KeyCap> {t("result.edit")}
        </>
      }
      padded
    >
      <div className="form">
        <Segmented<ResultKind>
          label={t("desk.resultKind")}
          value={result.kind}
          onChange={result.setKind}
          options={KINDS.filter((id) => !isSettled || id !== "abandoned").map((id) => ({
            id,
            label: t(`desk.kind.${id}`),
          }))}
        />
        <ResultFields event={event} result={result} fieldRef={props.fieldRef} />
        {isSettled ? (
          <>
            {result.numbers !== undefined && <SportNumbers event={event} result={result} />}
            <CorrectionPart event={event} result={result} />
          </>
        ) : (
          <Entering event={event} result={result} />
        )}
      </div>
    </Panel>
  );
}

function Entering(props: { readonly event: DeskEvent; readonly result: ResultState }): ReactNode {
  const t = useT();
  const { event, result } = props;
  return (
    <>
      <ErrorNotice text={result.enter.error} />
      <div className="acts">
        <ConsoleButton
          kind={result.numbers === undefined ? "primary" : "line"}
          busy={result.enter.busy}
          reason={result.lock}
          onPress={() => void result.enter.run()}
        >
          {t("desk.dryRun")}
        </ConsoleButton>
      </div>
      <SportNumbers event={event} result={result} />
    </>
  );
}
