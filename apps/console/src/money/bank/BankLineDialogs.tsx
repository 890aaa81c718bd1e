import type { BankLineView } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleSelect, Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { explain, giveLine, joinLine, joinNext, reopenLine, sendLineBack } from "../../api/bank.ts";
import { isPending } from "../../api/ask.ts";
import { useT } from "../../core/lang.ts";
import { PlayerField } from "../../shell/PlayerField.tsx";
import { AskDialog } from "../../shell/AskDialog.tsx";

export type LineAct = "join" | "explain" | "reopen" | "all" | "give" | "return";

interface Asked {
  readonly line: BankLineView;
  readonly certain: readonly BankLineView[];
  readonly currency: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a movement is joined, explained or reopened. */
export function BankLineDialog(props: Asked & { readonly asking: LineAct }): ReactNode {
  switch (props.asking) {
    case "join":
      return <JoinDialog {...props} lines={[props.line]} />;
    case "all":
      return <JoinDialog {...props} lines={props.certain} />;
    case "explain":
      return <ExplainDialog {...props} />;
    case "reopen":
      return <ReopenDialog {...props} />;
    case "give":
      return <GiveDialog {...props} />;
    case "return":
      return <ReturnDialog {...props} />;
  }
}

function JoinDialog(props: Asked & { readonly lines: readonly BankLineView[] }): ReactNode {
  const t = useT();
  const { lines, currency } = props;
  const money = formatMoney(
    lines.reduce((sum, line) => sum + line.amount_cents, 0),
    currency,
    t.language,
    { sign: "always" },
  );
  const run = async () => {
    for (const [at, line] of lines.entries()) {
      if (line.match === null) continue;
      const { kind, target_id } = line.match;
      const join = at === lines.length - 1 ? joinLine : joinNext;
      await join({ line_id: line.line_id, kind, target_id });
    }
    return t("bank.joined");
  };
  const [only] = lines;
  const title =
    lines.length > 1
      ? t("bank.joinTitle", { n: lines.length, money })
      : `${t("bank.join")}: ${only?.match?.reference ?? ""}`;
  return (
    <AskDialog
      title={title}
      text={t("bank.joinText")}
      label={t("bank.join")}
      money={money}
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}

const KINDS = ["fee", "interest", "own_transfer", "other"] as const;
type Kind = (typeof KINDS)[number];

function ExplainDialog(props: Asked): ReactNode {
  const t = useT();
  const { line, currency } = props;
  const [kind, setKind] = useState<Kind>(line.amount_cents < 0 ? "fee" : "interest");
  const [book, setBook] = useState<"yes" | "no">("yes");
  const run = async (note: string) => {
    const done = await explain({ line_id: line.line_id, kind, note, book: book === "yes" });
    return t(isPending(done) ? "bank.pendingToast" : "bank.explainedToast");
  };
  const money = formatMoney(line.amount_cents, currency, t.language, { sign: "always" });
  return (
    <AskDialog
      title={t("bank.explainTitle", { money })}
      text={t("bank.explainText")}
      label={t("bank.explain")}
      reason="needed"
      reasonHint={t("bank.note")}
      run={run}
      onClose={props.onClose}
    >
      <ConsoleSelect
        label={t("bank.explainKind")}
        value={kind}
        options={KINDS.map((id) => ({ id, label: t(`bank.line.${id}`) }))}
        onChange={(id) => setKind(KINDS.find((each) => each === id) ?? "other")}
      />
      <Segmented
        label={t("bank.book")}
        value={book}
        onChange={setBook}
        options={[
          { id: "yes", label: t("bank.bookYes") },
          { id: "no", label: t("bank.bookNo") },
        ]}
      />
    </AskDialog>
  );
}

/** Money that no reference names is a player's. */
function GiveDialog(props: Asked): ReactNode {
  const t = useT();
  const { line, currency } = props;
  const [player_id, setPlayerId] = useState("");
  const money = formatMoney(line.amount_cents, currency, t.language);
  const run = async (note: string) => {
    const done = await giveLine({ line_id: line.line_id, player_id, note });
    return t(isPending(done) ? "bank.pendingToast" : "bank.givenToast");
  };
  return (
    <AskDialog
      title={t("bank.giveTitle", { money })}
      text={t("bank.giveText")}
      label={t("bank.give")}
      money={money}
      reason="needed"
      reasonHint={t("bank.giveReason")}
      missing={player_id === "" ? t("cardPay.noPlayer") : undefined}
      run={run}
      onClose={props.onClose}
    >
      <PlayerField chosen={player_id} onChoose={setPlayerId} />
    </AskDialog>
  );
}

function ReturnDialog(props: Asked): ReactNode {
  const t = useT();
  const { line, currency } = props;
  const money = formatMoney(line.amount_cents, currency, t.language, { sign: "always" });
  const run = async (note: string) => {
    const done = await sendLineBack({ line_id: line.line_id, note });
    return t(isPending(done) ? "bank.pendingToast" : "bank.returnedToast");
  };
  return (
    <AskDialog
      title={t("bank.returnTitle", { money })}
      text={t(line.amount_cents > 0 ? "bank.returnText" : "bank.returnedText")}
      label={t("bank.return")}
      reason="needed"
      reasonHint={t("bank.returnReason")}
      run={run}
      onClose={props.onClose}
    />
  );
}

function ReopenDialog(props: Asked): ReactNode {
  const t = useT();
  const run = async (reason: string) => {
    await reopenLine({ line_id: props.line.line_id, reason });
    return t("bank.reopened");
  };
  return (
    <AskDialog
      title={t("bank.reopen")}
      label={t("bank.reopen")}
      danger
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
