import { KeyCap, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";

/** The page of a queue, whatever waits in it: the rows at the left, the selected one beside them. */
export function QueueFrame(props: {
  readonly meta: string | undefined;
  readonly switcher: ReactNode;
  readonly act: ReactNode;
  /** Approves what is marked. */
  readonly marked: ReactNode;
  readonly rows: ReactNode;
  readonly side: ReactNode;
  readonly dialog: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      meta={props.meta}
      headEnd={props.switcher}
      act={props.act}
    >
      <div className="columns-queue">
        <Panel
          title={t("approvals.queue")}
          meta={
            <>
              <KeyCap>X</KeyCap> {t("queue.mark")}
            </>
          }
          end={props.marked}
        >
          {props.rows}
        </Panel>
        {props.side}
      </div>
      {props.dialog}
    </ConsoleFrame>
  );
}
