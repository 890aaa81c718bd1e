import type { Segment, SegmentPlayer } from "@club/contract";
import { SEGMENT_SORTS } from "@club/contract/choices";
import { formatDate, formatMoney } from "@club/i18n";
import {
  column,
  ConsoleButton,
  ConsoleField,
  ConsoleSelect,
  DataTable,
  Panel,
  Tag,
  type DataColumn,
  type TableOrder,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { useRested } from "../../api/read.ts";
import { useSegmentPlayers, useSegments } from "../../api/segments.ts";
import { go, replaceQuery, useQueryOfAddress } from "../../core/address.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/paths.ts";
import { useOrder } from "../../core/table-order.ts";
import { clubZone, whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { MailingDialog } from "./MailingDialog.tsx";
import { Mailings } from "./Mailings.tsx";
import { DeleteSegment, SegmentDialog } from "./SegmentDialogs.tsx";
import {
  fieldsOf,
  isWrong,
  RULE_FIELDS,
  rulesOf,
  type RuleFields,
  type RuleName,
} from "./segment-fields.ts";
import "../people.css";

type Asking = "new" | "change" | "delete" | "write" | null;

/** Which players fit rules, and rules that have a name. Route: /segments */
export function SegmentsPage(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress();
  const fields = fieldsInAddress(asked);
  const named = useSegments().data ?? [];
  const chosen = named.find(({ segment_id: id }) => id === asked.get("segment"));
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { rested, areWrong } = useRules(fields);
  const order = useOrder(SEGMENT_SORTS, "-since");
  const query = useSegmentPlayers(rested, order.by, !areWrong);
  return (
    <ConsoleFrame
      title={t("route.segments")}
      meta={<a href={hrefOf("players")}>{t("route.players")}</a>}
    >
      <div className="rows">
        <Panel title={t("segment.rules")} padded>
          <div className="form">
            <div className="segment-rules">
              <NamedSelect named={named} chosen={chosen} />
              <Rules fields={fields} />
            </div>
            <SegmentActs {...{ chosen, areWrong }} onAsk={setAsking} />
          </div>
        </Panel>
        <Mailings />
        <Panel
          title={t("segment.players")}
          meta={query.data !== undefined && t("segment.count", { n: query.data.players })}
        >
          <Listing query={query} rows={10}>
            {({ list }) => <PlayerTable list={list} order={order} />}
          </Listing>
        </Panel>
      </div>
      {asking === "write" && <MailingDialog rules={rulesOf(fields)} onClose={close} />}
      {(asking === "new" || (asking === "change" && chosen !== undefined)) && (
        <SegmentDialog
          segment={asking === "change" ? chosen : undefined}
          rules={rulesOf(fields)}
          onClose={close}
        />
      )}
      {asking === "delete" && chosen && <DeleteSegment segment={chosen} onClose={close} />}
    </ConsoleFrame>
  );
}

function fieldsInAddress(asked: URLSearchParams): RuleFields {
  const said = RULE_FIELDS.map(({ rule }) => [rule, asked.get(rule) ?? ""] as const);
  return Object.fromEntries(said) as unknown as RuleFields;
}

/** The rules once typing rests; while one is wrong none are asked for. */
function useRules(fields: RuleFields) {
  const text = useRested(JSON.stringify(fields));
  const rested = rulesOf(JSON.parse(text) as RuleFields);
  return { rested, areWrong: RULE_FIELDS.some((field) => isWrong(field, fields[field.rule])) };
}

/** A segment's rules take the place of those that are there. */
function NamedSelect(props: {
  readonly named: readonly Segment[];
  readonly chosen: Segment | undefined;
}): ReactNode {
  const t = useT();
  const { named, chosen } = props;
  const choose = (id: string) => {
    const { rules = {} } = named.find(({ segment_id: each }) => each === id) ?? {};
    replaceQuery({ ...fieldsOf(rules), segment: id });
  };
  return (
    <ConsoleSelect
      label={t("segment.named")}
      value={chosen?.segment_id ?? ""}
      onChange={choose}
      options={[
        { id: "", label: t("segment.unnamed") },
        ...named.map(({ segment_id: id, name }) => ({ id, label: name })),
      ]}
    />
  );
}

function Rules({ fields }: { readonly fields: RuleFields }): ReactNode {
  const t = useT();
  return RULE_FIELDS.map((field) => {
    const { rule, kind, options } = field;
    const shared = {
      label: t(`segment.rule.${rule}`),
      value: fields[rule],
      onChange: (value: string) => replaceQuery({ [rule]: value }),
    };
    if (options === undefined) {
      const error = isWrong(field, fields[rule]) ? t("clubSetting.wrong") : undefined;
      const type = kind === "day" ? "date" : "text";
      const placeholder = rule === "days" ? "30" : undefined;
      return <ConsoleField key={rule} {...shared} {...{ type, error, placeholder }} />;
    }
    return (
      <ConsoleSelect
        key={rule}
        {...shared}
        options={[
          { id: "", label: t("segment.any") },
          ...options.map((id) => ({ id, label: optionText(t, rule, id) })),
        ]}
      />
    );
  });
}

function optionText(t: T, rule: RuleName, id: string): string {
  const key = rule === "standing" || rule === "risk" ? `segment.${rule}.${id}` : `segment.${id}`;
  return t.find(key) ?? id;
}

function SegmentActs(props: {
  readonly chosen: Segment | undefined;
  readonly areWrong: boolean;
  readonly onAsk: (what: Asking) => void;
}): ReactNode {
  const t = useT();
  const { chosen, onAsk } = props;
  const whyNot = useWhyNot("support", "POST /api/operator/segments");
  const mayNotWrite = useWhyNot("support", "POST /api/operator/mailings");
  const wrong = props.areWrong ? t("segment.wrong") : undefined;
  const reason = whyNot ?? wrong;
  return (
    <span className="acts">
      {chosen !== undefined && (
        <>
          <ConsoleButton kind="text" reason={whyNot} onPress={() => onAsk("delete")}>
            {t("segment.delete")}
          </ConsoleButton>
          <ConsoleButton reason={reason} onPress={() => onAsk("change")}>
            {t("segment.change")}
          </ConsoleButton>
        </>
      )}
      <ConsoleButton icon="add" reason={reason} onPress={() => onAsk("new")}>
        {t("segment.new")}
      </ConsoleButton>
      <ConsoleButton reason={mayNotWrite ?? wrong} onPress={() => onAsk("write")}>
        {t("mailing.write")}
      </ConsoleButton>
    </span>
  );
}

function PlayerTable(props: {
  readonly list: readonly SegmentPlayer[];
  readonly order: TableOrder;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [selected, setSelected] = useState<string | undefined>(undefined);
  return (
    <DataTable
      label={t("segment.players")}
      rows={props.list}
      rowId={(player) => player.player_id}
      order={props.order}
      columns={columnsOf(t, currency)}
      selectedId={selected ?? props.list[0]?.player_id}
      onSelect={setSelected}
      onOpen={(id) => go(pathOf("player", id))}
      globalKeys
      empty={t("segment.empty")}
    />
  );
}

function columnsOf(t: T, currency: string): DataColumn<SegmentPlayer>[] {
  const money = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  const yesNo = (is: boolean) => t(is ? "segment.yes" : "segment.no");
  return [
    column.strong("name", t("signIn.name"), (player) => (
      <a href={hrefOf("player", player.player_id)}>{player.user_name}</a>
    )),
    column.text("full", t("player.fullName"), (player) => player.full_name ?? "–"),
    column.text("standing", t("segment.rule.standing"), ({ standing }) => (
      <Tag tone={standing === "plays" ? "turf" : "loss"}>{t(`segment.standing.${standing}`)}</Tag>
    )),
    column.figure("staked", t("segment.staked"), (player) => money(player.staked_cents)),
    column.figure("cash", t("account.cash"), (player) => money(player.cash_cents)),
    column.mute("seen", t("segment.seen"), (player) => whenText(t, player.last_seen_at)),
    column.mute("since", t("player.since"), (player) =>
      formatDate(player.created_at, clubZone(), t.language),
    ),
    column.text("limits", t("segment.rule.has_limits"), (player) => yesNo(player.has_limits)),
    column.text("agrees", t("segment.rule.agrees"), (player) => yesNo(player.agrees)),
    column.text("risk", t("segment.rule.risk"), ({ risks }) => (
      <span className="words">
        {risks.map((risk) => (
          <Tag key={risk} tone="brass">
            {t(`segment.risk.${risk}`)}
          </Tag>
        ))}
      </span>
    )),
  ];
}
