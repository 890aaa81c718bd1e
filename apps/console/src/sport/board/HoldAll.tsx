import { formatTimeSeconds } from "@club/i18n";
import { Notice } from "@club/ui";
import { ConsoleButton, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { resumeAll, suspendAll } from "../../api/sport-book.ts";
import type { SportBoard } from "../../api/sport-news.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

type Hold = SportBoard["hold"];

/** One key for all of sports: suspends every event, or resumes the same ones. Asks each time. */
export function HoldAll(props: {
  readonly hold: Hold | undefined;
  readonly reason: string | undefined;
}): ReactNode {
  const t = useT();
  const { hold, reason } = props;
  const [asking, setAsking] = useState<"suspend" | "resume" | undefined>(undefined);
  const isHeld = hold !== null && hold !== undefined;
  const begin = () => setAsking(isHeld ? "resume" : "suspend");
  useKeys({ x: () => reason === undefined && hold !== undefined && begin() });
  return (
    <>
      <ConsoleButton
        kind={isHeld ? "primary" : "danger"}
        icon={isHeld ? "play" : "pause"}
        keyCap="X"
        reason={reason}
        onPress={begin}
      >
        {t(isHeld ? "book.resumeAll" : "desk.suspendAll")}
      </ConsoleButton>
      {asking !== undefined && <AskAll way={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function AskAll(props: {
  readonly way: "suspend" | "resume";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { way, onClose } = props;
  const isResume = way === "resume";
  const run = async (reason: string) => {
    const n = isResume
      ? (await resumeAll({ reason })).resumed
      : (await suspendAll({ reason })).suspended;
    return t(isResume ? "book.resumedAll" : "desk.suspendedAll", { n });
  };
  const label = t(isResume ? "book.resumeAll" : "desk.suspendAll");
  return (
    <AskDialog
      title={label}
      text={t(isResume ? "book.resumeAllText" : "desk.suspendAllText")}
      label={label}
      danger={!isResume}
      reason="optional"
      run={run}
      onClose={onClose}
    />
  );
}

/** While everything is suspended, says since when, by whom and why. */
export function HoldNotice({ hold }: { readonly hold: Hold | undefined }): ReactNode {
  const t = useT();
  if (hold === null || hold === undefined) return null;
  const time = formatTimeSeconds(hold.begun_at, clubZone(), t.language);
  return (
    <Notice tone="brass" title={t("book.held", { time, name: hold.begun_by })}>
      {[hold.reason, t("book.heldText")].filter(Boolean).join(" · ")}
    </Notice>
  );
}
