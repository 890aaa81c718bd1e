import { formatDate, formatMoney, formatTime } from "@club/i18n";
import { Palette, type AnyIconName, type PaletteItem } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useFoundMoney, type FoundMoney } from "../api/bank.ts";
import { verify } from "../api/ledger.ts";
import { useTodaysMeetings } from "../api/meetings.ts";
import { useFoundPlayers } from "../api/players.ts";
import { signOut } from "../api/client.ts";
import { useRested } from "../api/read.ts";
import { go } from "../core/address.ts";
import { useT, type T } from "../core/lang.ts";
import { pathOf, type PageName } from "../core/paths.ts";
import { currentSession } from "../core/session.ts";
import { setTheme } from "../core/theme.ts";
import { clubZone } from "../core/time.ts";
import { allRows, rowsOf } from "../day/races/due.ts";
import { mayOpen, ROUTES } from "./routes.ts";
import { placeOfMoney, search, type Findable } from "./search.ts";

type Entry = Findable & Pick<PaletteItem, "icon" | "keyCap"> & { readonly run: () => void };

const MOST = 6;
const LEAST_LETTERS = 2;

/** Finds races, players and acts by a few letters. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [query, setQuery] = useState("");
  const rested = useRested(query.trim());
  const players = usePlayerEntries(rested);
  const money = useMoneyEntries(t, rested);
  const groups = [
    { id: "races", label: t("nav.races"), entries: search(useRaceEntries(t), query, MOST) },
    { id: "players", label: t("route.players"), entries: players.entries },
    { id: "money", label: t("nav.money"), entries: money.entries },
    { id: "acts", label: t("palette.acts"), entries: search(actEntries(t), query, MOST) },
    { id: "places", label: t("palette.places"), entries: search(placeEntries(t), query, MOST + 3) },
  ].filter((group) => group.entries.length > 0);
  const choose = (id: string) => {
    onClose();
    groups
      .flatMap((group) => group.entries)
      .find((entry) => entry.id === id)
      ?.run();
  };
  return (
    <Palette
      label={t("search.label")}
      placeholder={t("palette.placeholder")}
      query={query}
      onQuery={setQuery}
      groups={groups.map(({ id, label, entries }) => ({ id, label, items: entries }))}
      empty={t("palette.empty")}
      busy={players.busy || money.busy}
      onChoose={choose}
      onClose={onClose}
    />
  );
}

function useRaceEntries(t: T): Entry[] {
  const { meetings } = useTodaysMeetings();
  return allRows(rowsOf(meetings)).map(({ race, meeting }) => ({
    id: race.race_id,
    label: `${meeting.meetings} ${t("race.short", { n: race.raceNo })}`,
    words: `${meeting.code} ${race.raceNo}`,
    meta: [
      race.name,
      formatTime(race.start_time, clubZone(), t.language),
      t(`raceStatus.${race.status}`),
    ].join(" · "),
    icon: "flag",
    run: () => go(pathOf("race", race.race_id)),
  }));
}

function usePlayerEntries(query: string) {
  const isAsked = query.length >= LEAST_LETTERS;
  const { data = [], isFetching } = useFoundPlayers(query, { enabled: isAsked, most: MOST });
  const found = isAsked ? data : [];
  const entries = found.map((player): Entry => ({
    id: player.player_id,
    label: player.full_name ?? player.user_name,
    meta: player.user_name,
    icon: "users",
    run: () => go(pathOf("player", player.player_id)),
  }));
  return { entries, busy: isFetching };
}

/** By reference, provider's id, receipt, amount, name: whatever moved money, and bets. */
function useMoneyEntries(t: T, query: string) {
  const isAsked = query.length >= LEAST_LETTERS;
  const { data = [], isFetching } = useFoundMoney(query, { enabled: isAsked });
  const found = isAsked ? data : [];
  const entries = found.map((one): Entry => ({
    // A payment may have the id of its top-up.
    id: `${one.kind}:${one.id}`,
    label: [
      t(`palette.${one.kind}`),
      formatMoney(one.amount_cents, one.currency, t.language, { sign: "always" }),
      one.reference,
    ].join(" · "),
    meta: [one.name, statusText(t, one), formatDate(one.at, clubZone(), t.language)].join(" · "),
    icon: KINDS[one.kind].icon,
    run: () => go(placeOfMoney(one)),
  }));
  return { entries, busy: isFetching };
}

/** How each kind looks, and where the words for its states begin. */
const KINDS: Readonly<Record<FoundMoney["kind"], { icon: AnyIconName; states: string }>> = {
  top_up: { icon: "inbox", states: "topUp" },
  withdrawal: { icon: "inbox", states: "withdrawals" },
  payment: { icon: "activity", states: "cardPay.state" },
  payment_arrival: { icon: "activity", states: "cardPay.is" },
  bank_line: { icon: "scales", states: "bank" },
  shop_order: { icon: "inbox", states: "shop" },
  bet: { icon: "flag", states: "orderStatus" },
  sport_bet: { icon: "ball", states: "orderStatus" },
};

function statusText(t: T, { kind, status }: FoundMoney): string {
  return t.find(`${KINDS[kind].states}.${status}`) ?? status;
}

function actEntries(t: T): Entry[] {
  return [
    {
      id: "act:verify",
      label: t("palette.verify"),
      words: "verify ledger books",
      icon: "shield",
      keyCap: "V",
      run: () => {
        go(pathOf("ledger"));
        void verify();
      },
    },
    {
      id: "act:import",
      label: t("palette.import"),
      words: "import card",
      icon: "upload",
      run: () => go(pathOf("cards")),
    },
    {
      id: "act:dark",
      label: t("palette.dark"),
      words: "dark theme",
      icon: "eye",
      run: () => setTheme("dark"),
    },
    {
      id: "act:light",
      label: t("palette.light"),
      words: "light theme",
      icon: "eye",
      run: () => setTheme("light"),
    },
    {
      id: "act:sign-out",
      label: t("act.signOut"),
      words: "sign out",
      icon: "lock",
      run: () => void signOut(),
    },
  ];
}

function placeEntries(t: T): Entry[] {
  return (Object.keys(ROUTES) as PageName[])
    .filter((page) => ROUTES[page].parent === undefined && mayOpen(currentSession(), page))
    .map((page) => ({
      id: `place:${page}`,
      label: t(`route.${page}`),
      words: page,
      icon: ROUTES[page].icon,
      run: () => go(pathOf(page)),
    }));
}
