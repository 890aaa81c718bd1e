import { DESK_ORDER_SORTS } from "@club/contract/choices";
import { POOL_CODES } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { SelectionLine, type SelectionPart } from "@club/ui";
import {
  column,
  ConsoleField,
  ConsoleSelect,
  DataTable,
  Panel,
  Tag,
  type DataColumn,
  type TagTone,
} from "@club/ui/console";
import type { ReactNode } from "react";
import { useCurrency } from "../api/currency.ts";
import { useDeskOrders, type DeskOrder, type DeskOrderFilter } from "../api/orders.ts";
import { useRested } from "../api/read.ts";
import { replaceQuery, useQueryOfAddress } from "../core/address.ts";
import { useT, type T } from "../core/lang.ts";
import { hrefOf } from "../core/paths.ts";
import { useOrder } from "../core/table-order.ts";
import { centsOfText } from "../core/typed.ts";
import { whenText } from "../core/time.ts";
import { Listing } from "./Listing.tsx";

export interface BetListProps {
  /** Whose bets they are. */
  readonly of: { readonly race_id: string } | { readonly player_id: string };
  /** At the end of the panel's head. */
  readonly end?: ReactNode;
  /** Acts on a bet. */
  readonly acts?: DataColumn<DeskOrder> | undefined;
}

const STATUSES = ["accepted", "won", "lost", "refunded", "void"] as const;

/** The bets of a race or of a player, in cloths, by state, pool and amount. */
export function BetList({ of, end, acts }: BetListProps): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { fields, filter, set } = useFilter();
  const order = useOrder(DESK_ORDER_SORTS, "-at");
  const query = useDeskOrders({ ...of, ...filter, sort: order.by });
  const columns = columnsOf(t, currency, "race_id" in of);
  return (
    <Panel title={t("player.bets")} end={end}>
      <Filters fields={fields} set={set} />
      <Listing query={query} rows={6}>
        {({ list }) => (
          <DataTable
            label={t("player.bets")}
            rows={list}
            rowId={(bet) => bet.order_id}
            order={order}
            empty={t(Object.keys(filter).length === 0 ? "player.noBets" : "bets.noneSuch")}
            columns={acts === undefined ? columns : [...columns, acts]}
          />
        )}
      </Listing>
    </Panel>
  );
}

type FieldName = "state" | "pool" | "least" | "most";
type Fields = Readonly<Record<FieldName, string>>;

/** In the address, so that a view keeps it and a link leads to it. */
function useFilter() {
  const asked = useQueryOfAddress();
  const of = (name: FieldName): string => asked.get(name) ?? "";
  const fields: Fields = {
    state: of("state"),
    pool: of("pool"),
    least: of("least"),
    most: of("most"),
  };
  const set = (name: FieldName, value: string): void => replaceQuery({ [name]: value });
  const status = STATUSES.find((name) => name === fields.state);
  const pool = POOL_CODES.find((name) => name === fields.pool);
  const least = centsOfText(useRested(fields.least));
  const most = centsOfText(useRested(fields.most));
  const filter: DeskOrderFilter = {
    ...(status !== undefined && { status }),
    ...(pool !== undefined && { pool }),
    ...(least !== undefined && { least_cents: least }),
    ...(most !== undefined && { most_cents: most }),
  };
  return { fields, filter, set };
}

function Filters(props: {
  readonly fields: Fields;
  readonly set: (name: FieldName, value: string) => void;
}): ReactNode {
  const t = useT();
  const field = (name: FieldName) => ({
    value: props.fields[name],
    onChange: (value: string) => props.set(name, value),
  });
  const amount = (name: "least" | "most") => {
    const typed = props.fields[name];
    const isWrong = typed !== "" && centsOfText(typed) === undefined;
    return { ...field(name), error: isWrong ? t("clubSetting.wrong") : undefined };
  };
  return (
    <div className="c-panel-body filter filter-many">
      <ConsoleSelect
        label={t("race.status")}
        {...field("state")}
        options={[
          { id: "", label: t("bets.all") },
          ...STATUSES.map((id) => ({ id, label: t(`orderStatus.${id}`) })),
        ]}
      />
      <ConsoleSelect
        label={t("approvals.pool")}
        {...field("pool")}
        options={[
          { id: "", label: t("bets.all") },
          ...POOL_CODES.map((id) => ({ id, label: t(`pool.${id}`) })),
        ]}
      />
      <ConsoleField label={t("bets.least")} {...amount("least")} />
      <ConsoleField label={t("bets.most")} {...amount("most")} />
    </div>
  );
}

const TONES: Readonly<Record<string, TagTone>> = {
  accepted: "brass",
  won: "turf",
  lost: "plain",
  refunded: "firm",
  void: "firm",
};

function OrderTag({ order }: { readonly order: DeskOrder }): ReactNode {
  const t = useT();
  const text = t.find(`orderStatus.${order.status}`) ?? order.status;
  return <Tag tone={TONES[order.status] ?? "plain"}>{text.toLocaleLowerCase(t.language)}</Tag>;
}

/** In the form's order: positions, then legs, separated by a slash. */
const FIELDS = ["horse1st", "horse2nd", "horse3rd", "horse4th", "horse", "horse2"];

function partsOf(selections: DeskOrder["selections"]): SelectionPart[] {
  const fields = FIELDS.flatMap((field) => {
    const numbers = selections[field] ?? [];
    return numbers.length === 0 ? [] : [numbers.map((number) => ({ number }))];
  });
  return fields.flatMap((parts, index) => (index === 0 ? parts : [{ text: "/" }, ...parts]));
}

function columnsOf(t: T, currency: string, isOfRace: boolean): DataColumn<DeskOrder>[] {
  const plain = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  const whose: DataColumn<DeskOrder> = isOfRace
    ? column.text("player", t("route.player"), (order) => (
        <a href={hrefOf("player", order.player_id)}>{order.user_name}</a>
      ))
    : column.text("race", t("route.race"), (order) => (
        <a href={hrefOf("race", order.race_id)}>
          {order.meetings} {t("race.short", { n: order.raceNo })}
        </a>
      ));
  return [
    column.mute("at", t("player.accepted"), (order) => whenText(t, order.accepted_at)),
    column.strong(
      "bet",
      t("player.bet"),
      (order) => t.find(`betType.${order.bet_type}`) ?? String(order.bet_type),
    ),
    whose,
    column.text("runners", t("player.runners"), (order) => (
      <SelectionLine parts={partsOf(order.selections)} />
    )),
    column.figure("cost", t("bet.cost"), (order) => plain(order.cost_cents)),
    column.text("status", t("race.status"), (order) => <OrderTag order={order} />),
    column.figure("paid", t("player.paid"), (order) =>
      order.status === "accepted" ? "–" : plain(order.payout_cents),
    ),
    column.figure("back", t("player.refunded"), (order) =>
      order.refund_cents === 0 ? "–" : plain(order.refund_cents),
    ),
    column.mute("receipt", t("player.receipt"), (order) => order.receipt_no),
  ];
}
