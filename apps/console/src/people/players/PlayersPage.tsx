import type { PlayerSummary } from "@club/contract";
import { PLAYER_SORTS } from "@club/contract/choices";
import { formatDate, formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  ConsoleField,
  DataTable,
  Panel,
  Tag,
  useKeys,
  type DataColumn,
  type TableOrder,
  column,
} from "@club/ui/console";
import { useRef, useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { usePlayers } from "../../api/players.ts";
import { useRested } from "../../api/read.ts";
import { go, replaceQuery, useQueryOfAddress } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { useOrder } from "../../core/table-order.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { PlayerTag } from "./PlayerTables.tsx";

/** Players by the beginning of a name or by id. Route: /players */
export function PlayersPage(): ReactNode {
  const t = useT();
  const typed = useQueryOfAddress().get("q") ?? "";
  const setTyped = (q: string) => replaceQuery({ q });
  const maySegment = useMay("GET /api/operator/segments/players");
  const field = useRef<HTMLInputElement>(null);
  const order = useOrder(PLAYER_SORTS, "-since");
  const query = usePlayers(useRested(typed.trim()), order.by);
  const [selected, setSelected] = useState<string | undefined>(undefined);
  useKeys({ f: () => field.current?.select() });
  const list = query.data?.list;
  const first = list?.[0]?.player_id;
  const open = (playerId: string) => go(pathOf("player", playerId));
  return (
    <ConsoleFrame
      title={t("route.players")}
      headEnd={
        maySegment && <ConsoleButton href={hrefOf("segments")}>{t("route.segments")}</ConsoleButton>
      }
    >
      <div className="filter">
        <ConsoleField
          label={t("players.find")}
          value={typed}
          onChange={setTyped}
          placeholder={t("players.findHint")}
          inputRef={field}
          autoFocus
          onEnter={() => first !== undefined && list?.length === 1 && open(first)}
        />
      </div>
      <Panel title={t("players.title")}>
        <Listing query={query} rows={10}>
          {({ list: players }) => (
            <PlayerTable
              list={players}
              order={order}
              selectedId={selected ?? first}
              onSelect={setSelected}
              onOpen={open}
            />
          )}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}

function PlayerTable(props: {
  readonly list: readonly PlayerSummary[];
  readonly order: TableOrder;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  return (
    <DataTable
      label={t("players.title")}
      rows={props.list}
      rowId={(player) => player.player_id}
      columns={columnsOf(t, currency)}
      order={props.order}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      onOpen={props.onOpen}
      globalKeys
      empty={t("players.none")}
    />
  );
}

function columnsOf(t: T, currency: string): DataColumn<PlayerSummary>[] {
  const money = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  return [
    column.strong("name", t("signIn.name"), (player) => player.user_name),
    column.text("full", t("player.fullName"), (player) => player.full_name ?? "–"),
    column.text("status", t("player.status"), (player) => (
      <>
        <PlayerTag status={player.status} /> {player.is_demo && <Tag>{t("player.demo")}</Tag>}
      </>
    )),
    {
      id: "cash",
      label: t("account.cash"),
      kind: "figure",
      tone: "brass",
      cell: (player) => money(player.cash_cents),
    },
    column.figure("held", t("account.held"), (player) => money(player.held_cents)),
    column.mute("since", t("player.since"), (player) =>
      formatDate(player.created_at, clubZone(), t.language),
    ),
  ];
}
