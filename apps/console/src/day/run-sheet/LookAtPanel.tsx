import type { DaySign } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney, formatPercent, formatTime } from "@club/i18n";
import { AlertList, FactList, Panel, PanelHead, Tag, type ConsoleAlert } from "@club/ui/console";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { useTrialBalance, useVerification, type TrialLine } from "../../api/ledger.ts";
import { useDaySigns } from "../../api/meetings.ts";
import { useRaces } from "../../api/race.ts";
import { useStreamState } from "../../api/stream.ts";
import { useWaitingTopUps } from "../../api/top-ups.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useResultsClerk } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import type { RunRow } from "../races/due.ts";
import { lookAt, weightOf, type LookAt } from "./look-at.ts";

/** What needs attention, in order of weight, and the club's money as it stands. */
export function LookAtPanel(props: {
  readonly rows: readonly RunRow[];
  readonly nowMs: number;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const verification = useVerification();
  const signs = useDaySigns();
  const fallen = props.rows.filter(({ race }) => race.status === "abandoned");
  const races = useRaces(fallen.map(({ race }) => race.race_id));
  const waiting = [...races.values()].filter((race) => (race.waiting_doubles ?? []).length > 0);
  const found = lookAt({
    rows: props.rows,
    nowMs: props.nowMs,
    clerk: useResultsClerk(),
    topUps: useWaitingTopUps().data?.list ?? [],
    isStreamDown: useStreamState() === "down",
    signs,
    doublesWait: new Set(waiting.map(({ race_id }) => race_id)),
    isBookBroken: verification.phase === "done" && !verification.result.ok,
  });
  const count = (weight: "loss" | "brass") =>
    found.filter((item) => weightOf(item) === weight).length;
  return (
    <Panel
      title={t("look.title")}
      end={
        <>
          {count("loss") > 0 && <Tag tone="loss">{count("loss")}</Tag>}
          {count("brass") > 0 && <Tag tone="brass">{count("brass")}</Tag>}
        </>
      }
    >
      {found.length === 0 ? (
        <p className="quiet">{t("look.nothing")}</p>
      ) : (
        <AlertList alerts={found.map((item) => alertOf(t, item, currency))} />
      )}
      <MoneyNow />
    </Panel>
  );
}

function alertOf(t: T, item: LookAt, currency: string): ConsoleAlert {
  const time = formatTime(item.at, clubZone(), t.language);
  const weight = weightOf(item);
  const face = { time, tone: weight === "plain" ? ("mute" as const) : weight };
  if ("row" in item) return { ...face, ...raceAlert(t, item) };
  switch (item.kind) {
    case "books-broken":
      return {
        ...face,
        id: item.kind,
        icon: "alert",
        title: t("look.books"),
        href: hrefOf("ledger"),
      };
    case "stream-down":
      return {
        ...face,
        id: item.kind,
        icon: "activity",
        title: t("look.stream"),
        text: t("look.streamText"),
      };
    case "old-top-up":
      return {
        ...face,
        id: item.kind,
        icon: "inbox",
        title: t("look.topUps", { n: item.count }),
        text: t("look.topUpsText", { time }),
        href: hrefOf("approvals"),
      };
    case "sign":
      return { ...face, ...signAlert(t, item.sign, currency) };
    case "refused":
      return {
        ...face,
        id: item.kind,
        icon: "ban",
        title: t("look.refused", { n: item.count }),
        text: item.codes.map(({ code, count }) => `${count} ${code}`).join(" · "),
      };
  }
}

/** The player is named only on the player's page, and opening that is logged. */
function signAlert(t: T, sign: DaySign, currency: string) {
  const race = `${sign.meetings} ${t("race.short", { n: sign.raceNo })}`;
  const pool = t(`pool.${sign.pool}`);
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const percent = formatPercent(sign.cents / Math.max(1, sign.gross_cents), t.language);
  const isOne = sign.kind === "one_player" && sign.player_id !== null;
  return {
    id: `${sign.kind} ${sign.pool_id}`,
    icon: isOne ? ("users" as const) : ("activity" as const),
    title: t(`look.${sign.kind}`, { race, pool, percent }),
    text: t(`look.${sign.kind}Text`, { money: money(sign.cents), of: money(sign.gross_cents) }),
    href: isOne ? hrefOf("player", sign.player_id ?? "") : hrefOf("race", sign.race_id),
  };
}

const ICONS = {
  "not-closed": "alert",
  "no-result": "alert",
  "not-settled": "alert",
  "not-final": "scales",
  "second-result": "scales",
  "not-open": "clock",
  settled: "check-circle",
  abandoned: "info",
  "doubles-wait": "alert",
} as const;

function raceAlert(t: T, item: Extract<LookAt, { readonly row: RunRow }>) {
  const { race, meeting } = item.row;
  const name = `${meeting.meetings} ${t("race.short", { n: race.raceNo })}`;
  const closed = formatTime(race.closed_at ?? race.start_time, clubZone(), t.language);
  const money = formatMoney(race.gross_cents, meeting.currency, t.language);
  return {
    id: race.race_id,
    icon: ICONS[item.kind],
    ...(item.kind === "settled" && { tone: "turf" as const }),
    title: t(`look.${item.kind}`, { race: name }),
    text: t(`look.${item.kind}Text`, {
      time: closed,
      money,
      n: race.bets,
      by: race.result_waits_of ?? "",
    }),
    href: hrefOf("race", race.race_id),
  };
}

const SHOWN = ["escrow", "cash", "held", "jackpot", "takeout", "breakage"] as const;

function MoneyNow(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { data } = useTrialBalance();
  if (data === undefined) return null;
  const sumOf = (kind: TrialLine["kind"]) =>
    sumCents(
      data.list.filter((line) => line.kind === kind).map((line) => BigInt(line.balance_cents)),
    );
  return (
    <>
      <PanelHead
        title={t("look.money")}
        end={t("state.asOf", { time: formatTime(data.at, clubZone(), t.language) })}
      />
      <FactList
        facts={SHOWN.map((kind) => ({
          label: t(`account.${kind}`),
          value: formatMoney(sumOf(kind), currency, t.language),
        }))}
      />
    </>
  );
}
