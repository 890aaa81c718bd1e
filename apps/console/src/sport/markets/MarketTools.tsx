import type { DeskMarket } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { setLimit } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { centsOfText } from "../../core/typed.ts";
import { useMoney } from "../book/money.ts";
import type { PriceDraft } from "./use-price-draft.ts";

const MOST_PERCENT = 50;

/** Only if exactly one outcome wins do the odds together have a margin. */
export function hasMargin({ type }: Pick<DeskMarket, "type">): boolean {
  return type !== "double_chance";
}

interface Props {
  readonly market: DeskMarket;
  readonly draft: PriceDraft;
}

/** The margin tool and the limit of a market. */
export function MarketTools({ market, draft }: Props): ReactNode {
  return (
    <div className="sport-market-tools">
      {hasMargin(market) && <Margin draft={draft} />}
      <Limit market={market} />
    </div>
  );
}

function Margin({ draft }: { readonly draft: PriceDraft }): ReactNode {
  const t = useT();
  const [margin, setMargin] = useState("");
  const percent = Number(margin.replace(",", "."));
  const isMargin = margin.trim() !== "" && percent >= 0 && percent <= MOST_PERCENT;
  const apply = () => isMargin && draft.setMargin(Math.round(percent * 100));
  return (
    <>
      <ConsoleField
        label={t("desk.marginTool")}
        value={margin}
        onChange={setMargin}
        placeholder="5"
        onEnter={apply}
      />
      <ConsoleButton reason={isMargin ? undefined : t("desk.marginHint")} onPress={apply}>
        {t("desk.applyMargin")}
      </ConsoleButton>
    </>
  );
}

function Limit({ market }: { readonly market: DeskMarket }): ReactNode {
  const t = useT();
  const money = useMoney();
  const [text, setText] = useState("");
  const cents = centsOfText(text);
  const isLimit = cents !== undefined && cents >= 0;
  const act = useAct(
    async () => {
      await setLimit({ market_id: market.market_id, max_liability_cents: cents ?? 0 });
      setText("");
      showToast(t("desk.limitSet"));
    },
    { toast: true },
  );
  return (
    <>
      <ConsoleField
        label={t("desk.limit")}
        value={text}
        onChange={setText}
        placeholder={money.plain(market.max_liability_cents)}
        onEnter={() => isLimit && void act.run()}
      />
      <ConsoleButton
        busy={act.busy}
        reason={isLimit ? undefined : t("desk.limitHint")}
        onPress={() => void act.run()}
      >
        {t("act.save")}
      </ConsoleButton>
    </>
  );
}
