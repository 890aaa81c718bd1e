import { useState, type ReactNode } from "react";
import {
  AppShell,
  DateStrip,
  FloatingButton,
  MeetingCard,
  NextToJump,
  Segmented,
  TabBar,
  TopBar,
  useText,
} from "../src/index.ts";
import type { RaceChipProps } from "../src/index.ts";
import { inMs, nothing, ZONE } from "./data.ts";

export function Tabs({
  current,
  badge = 1,
}: {
  readonly current: string;
  readonly badge?: number;
}): ReactNode {
  const t = useText();
  return (
    <TabBar
      label={t("nav.main")}
      currentId={current}
      items={[
        { id: "races", label: t("nav.races"), icon: "races", href: "#/" },
        { id: "sports", label: t("nav.sports"), icon: "ball", href: "#/sport" },
        {
          id: "bets",
          label: t("nav.bets"),
          icon: "bets",
          href: "#/order",
          badge,
          badgeLabel: "open bets",
        },
        { id: "account", label: t("nav.account"), icon: "account", href: "#/account" },
      ]}
    />
  );
}

function chips(
  done: readonly string[],
  next: number | undefined,
  times: readonly string[],
): RaceChipProps[] {
  const ran = done.map((text, index) => ({
    number: index + 1,
    state: text === "Interim" ? ("interim" as const) : ("ran" as const),
    text,
    label: `Race ${index + 1}`,
    href: "#",
  }));
  const later = times.map((text, index) => ({
    number: ran.length + (next === undefined ? 0 : 1) + index + 1,
    state: "open" as const,
    text,
    label: `Race, ${text}`,
    href: "#",
  }));
  if (next === undefined) return [...ran, ...later];
  const now = {
    number: ran.length + 1,
    state: "next" as const,
    text: "",
    startsAt: next,
    label: "next",
    href: "#",
  };
  return [...ran, now, ...later];
}

export function HomePage(): ReactNode {
  const t = useText();
  const zh = t.language.startsWith("zh");
  const [kind, setKind] = useState<"Races" | "Harness" | "Greyhounds">("Races");
  const price = (number: number, text: string) => ({
    number,
    price: text,
    label: `${number} ${text}`,
    onPress: nothing,
  });
  const other = (name: string, race: string, meta: string, startsAt: number) => ({
    id: name,
    name,
    race,
    meta,
    startsAt,
    zone: ZONE,
    href: "#",
  });
  return (
    <AppShell
      header={
        <TopBar
          kind="green"
          brand
          title="Horse Club"
          balance="$1,284.50"
          balanceHref="#"
          actions={[{ icon: "bell", label: "Notices", dot: true, onPress: nothing }]}
        />
      }
      floating={
        <FloatingButton icon="bets" onPress={nothing}>
          {zh ? "投注" : "Bet"}
        </FloatingButton>
      }
      tabBar={<Tabs current="races" />}
    >
      <NextToJump
        label={t("race.nextToJump")}
        race={other(
          zh ? "金合嶺" : "Wattle Ridge",
          "R5",
          zh ? "紙皮樹讓賽 · 1400 米 · 好地 4" : "Paperbark Handicap · 1400 m · Good 4",
          inMs(3, 12),
        )}
        prices={[price(3, "3.40"), price(1, "4.60"), price(5, "6.20"), price(2, "8.40")]}
        others={[
          other(
            zh ? "燕鷗島" : "Tern Island",
            "R2",
            zh ? "1200 米 · 草地" : "1200 m · Turf",
            inMs(8, 12),
          ),
          other(
            zh ? "碼頭路" : "Pier Road",
            "R6",
            zh ? "駕車賽 · 2138 米" : "Harness · 2138 m",
            inMs(11, 20),
          ),
          other(
            zh ? "費羅原" : "Ferrow Downs",
            "R5",
            zh ? "1600 米 · 軟地 5" : "1600 m · Soft 5",
            inMs(28, 20),
          ),
        ]}
      />
      <DateStrip
        label="Day"
        currentId="21"
        calendarLabel={t("act.calendar")}
        onCalendar={nothing}
        days={["Fri", "Today", "Sun", "Mon", "Tue"].map((name, index) => ({
          id: `${20 + index}`,
          name: zh ? (["五", "今天", "日", "一", "二"][index] ?? "") : name,
          number: `${20 + index}`,
          label: name,
          onPress: nothing,
        }))}
      />
      <div style={{ padding: "0.5rem 1rem" }}>
        <Segmented
          label="Kind"
          value={kind}
          onChange={setKind}
          options={[
            { id: "Races", label: t("event.Races"), count: 3 },
            { id: "Harness", label: t("event.Harness"), count: 1 },
            { id: "Greyhounds", label: t("event.Greyhounds"), count: 1 },
          ]}
        />
      </div>
      <MeetingCard
        name={zh ? "金合嶺" : "Wattle Ridge"}
        favourite={{ on: true, label: "Favourite", onToggle: nothing }}
        meta={zh ? "好地 4" : "Good 4"}
        pool="$152,318"
        races={chips(["6-2-9", "1-8-3", "4-7-9", "5-1-12"], inMs(3, 12), [
          "15:10",
          "15:45",
          "16:20",
        ])}
      />
      <MeetingCard
        name={zh ? "燕鷗島" : "Tern Island"}
        meta={zh ? "快地" : "Fast"}
        pool="$66,240"
        races={chips(["2-5-11"], inMs(8, 12), ["15:15", "15:50", "16:25", "17:00", "17:35"])}
      />
      <MeetingCard
        name={zh ? "費羅原" : "Ferrow Downs"}
        meta={zh ? "軟地 5" : "Soft 5"}
        pool="$19,804"
        races={chips(["7-1-4", "3-10-6", "8-2-5", "Interim"], undefined, [
          "15:05",
          "15:40",
          "16:15",
        ])}
      />
    </AppShell>
  );
}
