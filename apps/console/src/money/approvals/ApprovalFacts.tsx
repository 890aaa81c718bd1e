import type { Approval, ReceivingAccount, RuleFigures } from "@club/contract";
import { formatCount, formatMoney } from "@club/i18n";
import { FactList, type Fact, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { usePoolRefundFacts } from "../../api/incidents.ts";
import { useRuleSet, changedFields } from "../../api/rules.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText } from "../../core/time.ts";
import { textOfCents } from "../../core/typed.ts";
import { Listing } from "../../shell/Listing.tsx";
import { accountName } from "../ledger/entry-names.ts";

interface Shown {
  readonly item: Approval;
  readonly currency: string;
}

/** What the deciding operator needs to know: who asks, when, for what, why. */
export function ApprovalFacts(props: Shown): ReactNode {
  const t = useT();
  const { item } = props;
  return (
    <Panel title={kindText(t, item)}>
      {item.kind === "pool.refund" && <RefundFacts {...props} />}
      {item.kind === "rules.activate" && <RuleFacts item={item} />}
      <FactList
        facts={[
          { label: t("approvals.askedBy"), value: item.requested_by },
          { label: t("approvals.at"), value: whenText(t, item.requested_at) },
          ...kindFacts(t, props),
          { label: t("act.reason"), value: item.reason ?? "–" },
        ]}
      />
    </Panel>
  );
}

function kindFacts(t: T, { item, currency }: Shown): Fact[] {
  switch (item.kind) {
    case "setting.change":
      return settingFacts(t, item);
    case "connection":
      return connectionFacts(t, item);
    case "race.correct":
      return correctFacts(t, item, currency);
    case "race.reopen":
      return reopenFacts(t, item);
    case "pool.refund":
    case "rules.activate":
      return [];
    case "order.void":
      return voidFacts(t, item, currency);
    case "receiving.set":
      return receivingFacts(t, item);
    case "bank_line.give":
    case "bank_line.return":
      return [
        ...(item.player_id === null
          ? []
          : [{ label: t("approvals.player"), value: item.user_name ?? "–" }]),
        { label: t("bank.says"), value: wordsOfBank(item) },
        { label: t("approvals.amount"), value: amountText(t, item, currency) },
      ];
    case "ledger.adjust":
      return [
        { label: t("approvals.move"), value: moveText(t, item) },
        { label: t("house.kind"), value: t.find(`house.kind.${String(item.payload["kind"])}`) },
        { label: t("approvals.amount"), value: amountText(t, item, currency) },
      ];
    default:
      return [
        { label: t("approvals.player"), value: item.user_name ?? "–" },
        { label: t("approvals.amount"), value: amountText(t, item, currency) },
      ];
  }
}

function wordsOfBank({ payload }: Approval): string {
  return typeof payload["name"] === "string" && payload["name"] !== "" ? payload["name"] : "–";
}

/** The pool as it stands now: while it is open, bets keep coming. */
function RefundFacts({ item, currency }: Shown): ReactNode {
  const t = useT();
  const query = usePoolRefundFacts(String(item.payload["pool_id"]));
  return (
    <Listing query={query} rows={5}>
      {(pool) => (
        <FactList
          facts={[
            {
              label: t("approvals.pool"),
              value: `${t(`pool.${pool.pool}`)} · ${t(`poolStatus.${pool.status}`)}`,
            },
            {
              label: t("approvals.race"),
              value: (
                <a href={hrefOf("race", pool.race_id)}>
                  {pool.meetings} {t("race.short", { n: pool.raceNo })}
                  {pool.second_leg !== null && ` + ${pool.second_leg}`}
                </a>
              ),
            },
            { label: t("approvals.start"), value: whenText(t, pool.start_time) },
            { label: t("approvals.bets"), value: formatCount(pool.bets, t.language) },
            { label: t("approvals.players"), value: formatCount(pool.players, t.language) },
            {
              label: `${t("approvals.goesBack")}, ${t("approvals.nowFigures")}`,
              value: formatMoney(pool.stakes_cents, currency, t.language),
            },
          ]}
        />
      )}
    </Listing>
  );
}

/** How many figures the version changes; its page lists them, with the what-if. */
function RuleFacts({ item }: { readonly item: Approval }): ReactNode {
  const t = useT();
  const { name, figures } = item.payload as {
    readonly name: string;
    readonly figures: RuleFigures;
  };
  const query = useRuleSet(name);
  return (
    <Listing query={query} rows={2}>
      {({ versions }) => (
        <FactList
          facts={[
            {
              label: t("approvals.rules"),
              value: <a href={`${hrefOf("rules")}?set=${name}`}>{name}</a>,
            },
            {
              label: t("ruleSet.versions"),
              value:
                versions[0] === undefined
                  ? t("ruleSet.notYet")
                  : t("approvals.rulesChanges", {
                      n: changedFields(versions[0].figures, figures).size,
                    }),
            },
          ]}
        />
      )}
    </Listing>
  );
}

/** The two accounts of the movement. */
function moveText(t: T, { payload }: Approval): string {
  const [from, to] = ["from", "to"].map((key) => accountName(t, { account: String(payload[key]) }));
  return `${from} → ${to}`;
}

/** Every account that players would pay into from then on, to compare with the bank's own paper. */
function receivingFacts(t: T, { payload }: Approval): Fact[] {
  const accounts = payload["accounts"] as readonly ReceivingAccount[];
  return accounts.map((each) => ({
    label: each.bank_name,
    value: [
      each.account_name,
      each.branch_code,
      each.account_number,
      each.iban,
      each.bic,
      each.currency,
      t(each.is_open ? "receiving.open" : "receiving.closed"),
    ]
      .filter((part) => part !== "")
      .join(" · "),
  }));
}

/** Which race is to open again, and when it would start. */
function reopenFacts(t: T, { payload }: Approval): Fact[] {
  const { meetings, raceNo, start_time: start } = payload;
  return [
    {
      label: t("approvals.race"),
      value: `${String(meetings)} ${t("race.short", { n: Number(raceNo) })}`,
    },
    { label: t("act.newStart"), value: whenText(t, String(start)) },
  ];
}

/** Which race gets which result, and what that moves. */
function correctFacts(t: T, { payload }: Approval, currency: string): Fact[] {
  const money = (key: string) => formatMoney(Number(payload[key] ?? 0), currency, t.language);
  const placings = payload["placings"] as readonly (readonly number[])[];
  return [
    {
      label: t("approvals.race"),
      value: `${String(payload["meetings"])} ${t("race.short", { n: Number(payload["raceNo"]) })}`,
    },
    { label: t("correct.field"), value: placings.map((group) => group.join("=")).join(" ") },
    {
      label: t("correct.players"),
      value: t("correct.sums", {
        n: Number(payload["players"]),
        up: money("up_cents"),
        down: money("down_cents"),
        borne: money("borne_cents"),
      }),
    },
  ];
}

/** What would hold from then on. */
function settingFacts(t: T, { target, payload }: Approval): Fact[] {
  const values = Object.entries(payload["values"] as Readonly<Record<string, unknown>>);
  return [
    { label: t("route.clubSettings"), value: target },
    ...values.map(([name, value]) => ({
      label: t.find(`clubSetting.field.${name}`) ?? name,
      value: name.endsWith("_cents") ? textOfCents(Number(value)) : String(value),
    })),
  ];
}

/** Whom the club would deal with from then on; secrets are shown to nobody. */
function connectionFacts(t: T, { target, payload }: Approval): Fact[] {
  const settings = Object.entries(payload["settings"] as Readonly<Record<string, string>>);
  const provider = payload["provider"] as string | null;
  return [
    { label: t("route.connections"), value: t.find(`connection.kind.${target}`) ?? target },
    { label: t("connection.provider"), value: provider ?? "–" },
    ...settings.map(([name, value]) => ({
      label: t.find(`connection.field.${name}`) ?? name,
      value: value === "" ? "–" : value,
    })),
    {
      label: t("hook.state"),
      value: t(payload["is_on"] === true ? "connection.on" : "connection.off"),
    },
  ];
}

/** Whose bet is cancelled, and how much of its cost is still live. */
function voidFacts(t: T, item: Approval, currency: string): Fact[] {
  const money = (key: string) => formatMoney(Number(item.payload[key] ?? 0), currency, t.language);
  const name = item.user_name ?? "–";
  return [
    {
      label: t("approvals.player"),
      value: item.player_id === null ? name : <a href={hrefOf("player", item.player_id)}>{name}</a>,
    },
    { label: t("player.bet"), value: <span className="mono small">{item.target}</span> },
    { label: t("bet.cost"), value: money("cost_cents") },
    { label: t("approvals.goesBack"), value: money("refund_cents") },
  ];
}

export function kindText(t: T, item: Approval): string {
  return t.find(`approvalKind.${item.kind}`) ?? item.kind;
}

/** The money it moves; for a cancelled bet, what the player gets back. */
export function amountText(t: T, item: Approval, currency: string): string {
  const cents = item.payload[item.kind === "order.void" ? "refund_cents" : "amount_cents"];
  if (typeof cents !== "number") return "–";
  return formatMoney(cents, currency, t.language, { sign: "always" });
}
