import { SPORTS } from "@club/domain";
import { sportName } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { createEvent, type NewEvent } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { go } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { instantOfInput, localInput } from "../../core/typed.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { AskLimits } from "../book/BookLimitsDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { MarketForm } from "../markets/MarketForm.tsx";
import { emptyMarket, marketOf, type MarketDraft } from "../markets/new-market.ts";

const AHEAD_MS = 2 * 60 * 60_000;

interface Draft {
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly start: string;
  readonly markets: readonly MarketDraft[];
}

/** An event made by hand: who, when, and its markets with their odds. Route: /sports/new */
export function NewEventPage(): ReactNode {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(() => ({
    sport: "football",
    competition: "",
    home: "",
    away: "",
    start: localInput(clubNow() + AHEAD_MS),
    markets: [emptyMarket("1x2", "0")],
  }));
  const form = formOf(draft);
  const act = useAct(async (publish: boolean) => {
    if (typeof form === "string") return;
    const event = await createEvent({ ...form, publish });
    go(pathOf("sport", event.event_id));
  });
  useKeys({ Escape: () => go(pathOf("sports")) });
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  const reason = typeof form === "string" ? t(`desk.fault.${form}`) : undefined;
  return (
    <ConsoleFrame
      title={t("route.sportNew")}
      act={<Acts reason={reason} busy={act.busy} onCreate={(publish) => void act.run(publish)} />}
    >
      <div className="rows">
        <AskLimits />
        <ErrorNotice text={act.error} />
        <Facts t={t} draft={draft} change={change} />
        <Markets draft={draft} change={change} />
      </div>
    </ConsoleFrame>
  );
}

interface Props {
  readonly draft: Draft;
  readonly change: (more: Partial<Draft>) => void;
}

function Facts({ t, draft, change }: Props & { readonly t: T }): ReactNode {
  return (
    <Panel title={t("desk.match")} padded>
      <div className="form">
        <ConsoleSelect
          label={t("desk.sport")}
          value={draft.sport}
          onChange={(sport) => change({ sport })}
          options={SPORTS.map((id) => ({ id, label: sportName(t, id) }))}
        />
        <ConsoleField
          label={t("desk.competition")}
          value={draft.competition}
          onChange={(competition) => change({ competition })}
          autoFocus
        />
        <ConsoleField
          label={t("desk.home")}
          value={draft.home}
          onChange={(home) => change({ home })}
        />
        <ConsoleField
          label={t("desk.away")}
          value={draft.away}
          onChange={(away) => change({ away })}
          hint={t("desk.awayHint")}
        />
        <ConsoleField
          label={t("desk.startField")}
          type="datetime-local"
          value={draft.start}
          onChange={(start) => change({ start })}
          hint={clubZone()}
        />
      </div>
    </Panel>
  );
}

function Markets({ draft, change }: Props): ReactNode {
  const t = useT();
  const { markets } = draft;
  return (
    <>
      {markets.map((market, index) => (
        <Panel
          key={market.id}
          title={t("desk.marketNumber", { n: index + 1 })}
          end={
            <ConsoleButton
              kind="text"
              onPress={() => change({ markets: markets.filter(({ id }) => id !== market.id) })}
            >
              {t("act.remove")}
            </ConsoleButton>
          }
          padded
        >
          <MarketForm
            draft={market}
            onChange={(next) => change({ markets: markets.with(index, next) })}
          />
        </Panel>
      ))}
      <div className="acts">
        <ConsoleButton
          icon="add"
          onPress={() => {
            const id = String(1 + Math.max(-1, ...markets.map((market) => Number(market.id))));
            change({ markets: [...markets, emptyMarket("over_under", id)] });
          }}
        >
          {t("desk.addMarket")}
        </ConsoleButton>
      </div>
    </>
  );
}

function Acts(props: {
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onCreate: (publish: boolean) => void;
}): ReactNode {
  const t = useT();
  const { reason, busy, onCreate } = props;
  return (
    <>
      <span>{reason}</span>
      <span className="c-act-end">
        <ConsoleButton size="large" keyCap="Esc" href={`#${pathOf("sports")}`}>
          {t("act.cancel")}
        </ConsoleButton>
        <ConsoleButton size="large" busy={busy} reason={reason} onPress={() => onCreate(false)}>
          {t("desk.saveDraft")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          busy={busy}
          reason={reason}
          onPress={() => onCreate(true)}
        >
          {t("desk.publishNow")}
        </ConsoleButton>
      </span>
    </>
  );
}

function formOf(draft: Draft): NewEvent | "names" | "start" | "line" | "odds" | "outcomes" {
  const { sport, away } = draft;
  const [competition, home] = [draft.competition.trim(), draft.home.trim()];
  if (competition === "" || home === "") return "names";
  const start = instantOfInput(draft.start);
  if (start === undefined) return "start";
  const markets = draft.markets.map(marketOf);
  const fault = markets.find((market) => typeof market === "string");
  if (fault !== undefined) return fault;
  const whole = markets.filter((market) => typeof market !== "string");
  return { sport, competition, home, away: away.trim(), start_time: start, markets: whole };
}
