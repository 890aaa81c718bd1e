import type { OperatorRace } from "@club/contract";
import { ConsoleButton } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { ResultState } from "./use-result.ts";

/** Interim shows the result to players; final is what settlement goes by. */
export function ResultActs(props: {
  readonly race: OperatorRace;
  readonly result: ResultState;
  /** Why neither can be done now. */
  readonly reason: string | undefined;
}): ReactNode {
  const t = useT();
  const { race, result, reason } = props;
  const isInquired = race.inquiries.some(({ outcome }) => outcome === null);
  const isPlain = race.status === "final" && !result.isNew;
  return (
    <div className="acts">
      {race.status !== "final" && (
        <ConsoleButton
          keyCap="I"
          busy={result.enter.busy}
          reason={reason}
          onPress={() => void result.enter.run("interim")}
        >
          {t("raceStatus.interim")}
        </ConsoleButton>
      )}
      <ConsoleButton
        kind={isPlain ? "line" : "primary"}
        keyCap="F"
        busy={result.enter.busy}
        reason={reason ?? (isInquired ? t("inquiry.open") : undefined)}
        onPress={() => void result.enter.run("final")}
      >
        {t("raceStatus.final")}
      </ConsoleButton>
    </div>
  );
}
