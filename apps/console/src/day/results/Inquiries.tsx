import type { Inquiry, OperatorRace } from "@club/contract";
import {
  ConsoleButton,
  ConsoleField,
  ConsoleSelect,
  Overdue,
  Tag,
  useKeys,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { decide, lodge } from "../../api/incidents.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useMay } from "../../core/session.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

type Kind = Inquiry["kind"];
type Outcome = NonNullable<Inquiry["outcome"]>;
const OUTCOMES: readonly Outcome[] = ["dismissed", "upheld", "withdrawn"];
const LODGED_IN: readonly string[] = ["closed", "interim", "final"];

/** Inquiries and protests of a race with their clocks; while one is open no result is final. */
export function Inquiries(props: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const { race } = props;
  const mayAct = useMay(
    "POST /api/operator/races/:race_id/inquiry",
    "POST /api/operator/inquiries/:inquiry_id/decide",
  );
  const [asking, setAsking] = useState<Kind | Inquiry | undefined>(undefined);
  const mayLodge = mayAct && LODGED_IN.includes(race.status) && race.settlements.length === 0;
  const reason = roleNeeded(t, mayAct, "results_clerk");
  useKeys({
    q: () => mayLodge && setAsking("inquiry"),
    t: () => mayLodge && setAsking("protest"),
  });
  const close = () => setAsking(undefined);
  return (
    <>
      {race.inquiries.map((each) => (
        <OneInquiry
          key={each.inquiry_id}
          inquiry={each}
          reason={reason}
          onDecide={() => setAsking(each)}
        />
      ))}
      {mayLodge && (
        <div className="acts">
          <ConsoleButton keyCap="Q" onPress={() => setAsking("inquiry")}>
            {t("inquiry.inquiry")}
          </ConsoleButton>
          <ConsoleButton keyCap="T" onPress={() => setAsking("protest")}>
            {t("inquiry.protest")}
          </ConsoleButton>
        </div>
      )}
      {asking === "inquiry" || asking === "protest" ? (
        <LodgeDialog race={race} kind={asking} onClose={close} />
      ) : (
        asking !== undefined && <DecideDialog inquiry={asking} onClose={close} />
      )}
    </>
  );
}

function OneInquiry(props: {
  readonly inquiry: Inquiry;
  readonly reason: string | undefined;
  readonly onDecide: () => void;
}): ReactNode {
  const t = useT();
  const { inquiry } = props;
  const about = inquiry.runners.length === 0 ? "" : ` · ${inquiry.runners.join(", ")}`;
  return (
    <div className="inquiry" data-open={inquiry.outcome === null || undefined}>
      <p>
        <b>{t(`inquiry.${inquiry.kind}`) + about}</b>{" "}
        {inquiry.outcome === null ? (
          <Overdue since={Date.parse(inquiry.lodged_at)} />
        ) : (
          <Tag tone={inquiry.outcome === "upheld" ? "brass" : "plain"}>
            {t(`inquiry.is.${inquiry.outcome}`)}
          </Tag>
        )}
      </p>
      <p className="mute">
        {inquiry.reason} · {inquiry.lodged_by} {whenText(t, inquiry.lodged_at)}
      </p>
      {inquiry.decided_at !== null && (
        <p className="mute">
          {inquiry.decision} · {inquiry.decided_by} {whenText(t, inquiry.decided_at)}
        </p>
      )}
      {inquiry.outcome === null && (
        <ConsoleButton reason={props.reason} onPress={props.onDecide}>
          {t("inquiry.decide")}
        </ConsoleButton>
      )}
    </div>
  );
}

function LodgeDialog(props: {
  readonly race: OperatorRace;
  readonly kind: Kind;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race, kind } = props;
  const [typed, setTyped] = useState("");
  const runners = typed.split(/[\s,]+/).filter((part) => part !== "");
  const stranger = runners.find(
    (part) => !race.runners.some(({ horse_id }) => String(horse_id) === part),
  );
  const run = async (reason: string) => {
    await lodge({ race_id: race.race_id, kind, runners: runners.map(Number), reason });
    return t("inquiry.lodged");
  };
  return (
    <AskDialog
      title={t(`inquiry.lodge.${kind}`)}
      text={t("inquiry.text")}
      label={t(`inquiry.lodge.${kind}`)}
      reason="needed"
      missing={stranger === undefined ? undefined : t("faultText.unknown", { at: stranger })}
      run={run}
      onClose={props.onClose}
    >
      <ConsoleField
        label={t("inquiry.runners")}
        value={typed}
        onChange={setTyped}
        look="figure"
        autoFocus
      />
    </AskDialog>
  );
}

function DecideDialog(props: {
  readonly inquiry: Inquiry;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [outcome, setOutcome] = useState<Outcome>("dismissed");
  const run = async (decision: string) => {
    await decide({ inquiry_id: props.inquiry.inquiry_id, outcome, decision });
    return t("inquiry.decidedToast");
  };
  return (
    <AskDialog
      title={t("inquiry.decide")}
      text={t("inquiry.decideText")}
      label={t("inquiry.decide")}
      reason="needed"
      run={run}
      onClose={props.onClose}
    >
      <ConsoleSelect
        label={t("inquiry.outcome")}
        value={outcome}
        onChange={(id) => setOutcome(id as Outcome)}
        options={OUTCOMES.map((id) => ({ id, label: t(`inquiry.is.${id}`) }))}
      />
    </AskDialog>
  );
}
