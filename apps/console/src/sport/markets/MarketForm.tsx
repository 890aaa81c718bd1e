import { FIXED_OUTCOMES, LINE_TYPES, MARKET_TYPES } from "@club/domain";
import { formatPercent } from "@club/i18n";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { hasMargin } from "./MarketTools.tsx";
import { emptyMarket, marginOf, marketOf, type MarketDraft } from "./new-market.ts";

interface Props {
  readonly draft: MarketDraft;
  readonly onChange: (draft: MarketDraft) => void;
}

/** A market being typed: its type, its line, the odds of each outcome. */
export function MarketForm(props: Props): ReactNode {
  const t = useT();
  const { draft, onChange } = props;
  const margin = marginOf(draft);
  return (
    <div className="form">
      <Fields {...props} />
      {FIXED_OUTCOMES[draft.type] === null && (
        <ConsoleField
          label={t("desk.freeOutcomes")}
          lines={5}
          value={draft.free}
          onChange={(free) => onChange({ ...draft, free })}
          hint={t("desk.freeHint")}
          error={marketOf(draft) === "outcomes" ? t("desk.fault.outcomes") : undefined}
        />
      )}
      {hasMargin(draft) && (
        <p className="mute">
          {margin === undefined
            ? t("desk.fault.odds")
            : t("desk.marginIs", { margin: formatPercent(margin / 10_000, t.language) })}
        </p>
      )}
    </div>
  );
}

function Fields({ draft, onChange }: Props): ReactNode {
  const t = useT();
  return (
    <div className="sport-new-odds">
      <ConsoleSelect
        label={t("desk.marketType")}
        value={draft.type}
        onChange={(id) => {
          const type = MARKET_TYPES.find((each) => each === id);
          if (type !== undefined) onChange(emptyMarket(type, draft.id));
        }}
        options={MARKET_TYPES.map((id) => ({ id, label: t(`sport.market.${id}`) }))}
      />
      {LINE_TYPES.has(draft.type) && (
        <ConsoleField
          label={t("desk.line")}
          value={draft.line}
          onChange={(line) => onChange({ ...draft, line })}
          error={marketOf(draft) === "line" ? t("desk.fault.line") : undefined}
        />
      )}
      {FIXED_OUTCOMES[draft.type]?.map((key) => (
        <ConsoleField
          key={key}
          label={t.find(`desk.outcome.${key}`) ?? key}
          value={draft.odds[key] ?? ""}
          onChange={(odds) => onChange({ ...draft, odds: { ...draft.odds, [key]: odds } })}
        />
      ))}
    </div>
  );
}
