import { formatDate, formatMoney } from "@club/i18n";
import { ConsoleButton, Panel, Segmented, Tag, useKeys } from "@club/ui/console";
import { useState } from "react";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { usePlayer } from "../../api/players.ts";
import type { PlayerDetail } from "../../api/players.ts";
import { useIdOfPath } from "../../core/address.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { PendingPage } from "../../shell/Listing.tsx";
import { AdjustDialog } from "./AdjustDialog.tsx";
import { FileView } from "./FileView.tsx";
import { FreezeDialog } from "./FreezeDialog.tsx";
import { LimitsPanel } from "./LimitsPanel.tsx";
import { OrderTable, StatementTable, PlayerTag } from "./PlayerTables.tsx";
import { ProtectionPanel } from "./ProtectionPanel.tsx";

/** One player: money, bets, statement, limits. The read is in the audit log. Route: /player/:id */
export function PlayerPage(): ReactNode {
  const t = useT();
  const query = usePlayer(useIdOfPath());
  const { data } = query;
  if (data !== undefined) return <PlayerView player={data} />;
  return <PendingPage title={t("route.player")} query={query} />;
}

function PlayerView({ player }: { readonly player: PlayerDetail }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [tab, setTab] = useState<Tab>("bets");
  const since = formatDate(player.created_at, clubZone(), t.language);
  return (
    <ConsoleFrame
      title={player.full_name ?? player.user_name}
      meta={`${player.user_name} · ${t("player.sinceDay", { day: since })}`}
      headEnd={
        <>
          <PlayerTag status={player.status} />
          {player.is_demo && <Tag>{t("player.demo")}</Tag>}
          <Tag tone={player.is_adult ? "turf" : "brass"}>
            {t(player.is_adult ? "player.isAdult" : "player.noBirthDate")}
          </Tag>
        </>
      }
    >
      <PlayerBoard player={player} currency={currency} />
      <div className="columns-player">
        <Main player={player} currency={currency} tab={tab} onTab={setTab} />
        <div className="form">
          <LimitsPanel limits={player.limits} currency={currency} />
          <ProtectionPanel playerId={player.player_id} />
        </div>
      </div>
    </ConsoleFrame>
  );
}

type Tab = "bets" | "money" | "file";

/** Bets, money, or the file, with a switch between them. */
function Main(props: {
  readonly player: PlayerDetail;
  readonly currency: string;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}): ReactNode {
  const t = useT();
  const { player, currency, tab } = props;
  const switcher = (
    <Segmented
      label={t("sheet.view")}
      value={tab}
      onChange={props.onTab}
      options={[
        { id: "bets", label: t("nav.bets") },
        { id: "money", label: t("player.money") },
        { id: "file", label: t("file.tab") },
      ]}
    />
  );
  if (tab === "file") return <FileView player={player} switcher={switcher} />;
  if (tab === "bets") return <OrderTable player={player} currency={currency} end={switcher} />;
  return (
    <Panel title={t("player.money")} meta={t("player.lastOnes")} end={switcher}>
      <StatementTable lines={player.lines} currency={currency} />
    </Panel>
  );
}

/** The wallet on the board, with the two acts on a player. */
function PlayerBoard(props: {
  readonly player: PlayerDetail;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { player, currency } = props;
  const [asking, setAsking] = useState<"adjust" | "freeze" | undefined>(undefined);
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const figures = [
    { label: t("account.held"), value: money(player.held_cents) },
    { label: t("account.bonus"), value: money(player.bonus_cents) },
    { label: t("player.openStakes"), value: money(player.open_stakes_cents) },
    { label: t("player.openBets"), value: String(player.open_bets) },
  ];
  const stop = () => setAsking(undefined);
  return (
    <>
      <section className="c-due board" aria-label={t("money.balance")}>
        <div className="c-due-figure big-figure">
          <span>{t("money.balance")}</span>
          <b className="fig">{money(player.cash_cents)}</b>
        </div>
        {figures.map((figure) => (
          <div className="c-due-figure" key={figure.label}>
            <span>{figure.label}</span>
            <b className="fig">{figure.value}</b>
          </div>
        ))}
        <PlayerActs isFrozen={player.status === "frozen"} onAsk={setAsking} />
      </section>
      {asking === "adjust" && <AdjustDialog player={player} currency={currency} onClose={stop} />}
      {asking === "freeze" && <FreezeDialog player={player} onClose={stop} />}
    </>
  );
}

function PlayerActs(props: {
  readonly isFrozen: boolean;
  readonly onAsk: (what: "adjust" | "freeze") => void;
}): ReactNode {
  const t = useT();
  const mayAdjust = useMay("POST /api/operator/players/:player_id/adjust");
  const mayFreeze = useMay(
    "POST /api/operator/players/:player_id/freeze",
    "POST /api/operator/players/:player_id/unfreeze",
  );
  useKeys({ a: () => mayAdjust && props.onAsk("adjust") });
  return (
    <div className="c-due-acts board-end">
      <ConsoleButton
        keyCap="A"
        reason={roleNeeded(t, mayAdjust, "cashier")}
        onPress={() => props.onAsk("adjust")}
      >
        {t("adjust.act")}
      </ConsoleButton>
      <ConsoleButton
        kind="danger"
        reason={roleNeeded(t, mayFreeze, "risk")}
        onPress={() => props.onAsk("freeze")}
      >
        {t(props.isFrozen ? "freeze.undo" : "freeze.act")}
      </ConsoleButton>
    </div>
  );
}
