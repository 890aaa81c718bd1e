import { Panel, Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import "./review.css";

export interface ReviewDeskProps<Done extends string> {
  readonly title: string;
  /** The state of a case that no longer waits. */
  readonly done: Done;
  readonly switcher: ReactNode;
  readonly status: "waiting" | Done;
  readonly onStatus: (status: "waiting" | Done) => void;
  /** How many are in the list; undefined until it has loaded. */
  readonly count: number | undefined;
  readonly list: ReactNode;
  /** The panel of the chosen one. */
  readonly one: ReactNode;
}

/** A queue of cases: on the left those waiting or those done, on the right the chosen one. */
export function ReviewDesk<Done extends string>(props: ReviewDeskProps<Done>): ReactNode {
  const t = useT();
  const { title, done, status, count, onStatus } = props;
  return (
    <ConsoleFrame
      title={t("route.cases")}
      meta={status === "waiting" && count !== undefined && t("cases.meta", { n: count })}
      headEnd={props.switcher}
    >
      <div className="columns-cases">
        <Panel title={title} end={<WaitingOrDone value={status} done={done} onChange={onStatus} />}>
          {props.list}
        </Panel>
        {props.one}
      </div>
    </ConsoleFrame>
  );
}

/** Which cases are shown, and which is chosen: the first, until another is picked. */
export function useReviews<Done extends string>() {
  const [status, setStatus] = useState<"waiting" | Done>("waiting");
  const [chosenId, choose] = useState<string | undefined>(undefined);
  return {
    status,
    setStatus,
    choose,
    chosenOf: <Case,>(list: readonly Case[] | undefined, idOf: (one: Case) => string) =>
      list?.find((one) => idOf(one) === chosenId) ?? list?.[0],
  };
}

/** The queue, or what was decided before. */
function WaitingOrDone<Done extends string>(props: {
  readonly value: "waiting" | Done;
  readonly done: Done;
  readonly onChange: (value: "waiting" | Done) => void;
}): ReactNode {
  const t = useT();
  return (
    <Segmented<"waiting" | Done>
      label={t("complaint.state")}
      value={props.value}
      onChange={props.onChange}
      options={[
        { id: "waiting", label: t("cases.waiting") },
        { id: props.done, label: t("cases.done") },
      ]}
    />
  );
}
