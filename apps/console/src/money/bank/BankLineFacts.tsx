import type { BankLineView } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { FactList, type Fact, Figure, Panel, PanelHead, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";

/** One movement as the bank reports it, beside its probable match. */
export function BankLineFacts(props: {
  readonly line: BankLineView;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { line, currency } = props;
  const { match } = line;
  const money = (cents: number) => formatMoney(cents, currency, t.language, { sign: "always" });
  return (
    <Panel label={t("bank.one")}>
      <div className="one-figure">
        <Figure label={line.name || t("bank.one")} value={money(line.amount_cents)} size="clock" />
        <Tag tone={line.status === "open" ? "brass" : "turf"}>
          {t(`bank.${line.status}`)} {line.day}
        </Tag>
      </div>
      <FactList
        facts={[
          { label: t("bank.reference"), value: line.reference || "–" },
          { label: t("bank.says"), value: line.details || "–" },
          ...decidedFacts(t, line),
        ]}
      />
      {match !== null && (
        <>
          <PanelHead
            title={t(`bank.kind.${match.kind}`)}
            meta={match.full_name ?? match.user_name}
          />
          <FactList facts={matchFacts(t, match, money)} />
        </>
      )}
    </Panel>
  );
}

function decidedFacts(t: T, line: BankLineView): Fact[] {
  return [
    ...(line.kind === null
      ? []
      : [
          {
            label: t("bank.explainKind"),
            value: line.is_sent_back ? t("bank.sentBack") : t(`bank.line.${line.kind}`),
          },
        ]),
    ...(line.note === null ? [] : [{ label: t("bank.note"), value: line.note }]),
    ...(line.decided_by === null || line.decided_at === null
      ? []
      : [
          { label: t("bank.byWhom"), value: `${line.decided_by}, ${whenText(t, line.decided_at)}` },
        ]),
  ];
}

function matchFacts(
  t: T,
  match: NonNullable<BankLineView["match"]>,
  money: (cents: number) => string,
): Fact[] {
  const isProposal = match.strength !== null;
  const check = (has: boolean, checkLabel: string): Partial<Fact> =>
    isProposal ? { check: has ? "ok" : "differs", checkLabel } : {};
  return [
    {
      label: t("bank.reference"),
      value: match.reference,
      ...check(match.has_reference, t("bank.reference")),
    },
    {
      label: t("bank.amount"),
      value: money(match.amount_cents),
      ...check(match.has_amount, t("bank.amount")),
    },
    ...(match.kind === "payout_file"
      ? []
      : [
          {
            label: t("bank.name"),
            value: match.full_name ?? match.user_name ?? "–",
            ...check(match.has_name, t("bank.name")),
          },
        ]),
    { label: t("bank.state"), value: stateText(t, match) },
  ];
}

function stateText(t: T, { kind, status }: NonNullable<BankLineView["match"]>): string {
  const words = { top_up: "topUp", withdrawal: "withdrawals", payout_file: "pay.status" }[kind];
  return t.find(`${words}.${status}`) ?? status;
}
