import { useState, type ReactNode } from "react";
import { Cloth, Countdown, Notice, Sparkline } from "../src/index.ts";
import {
  AlertList,
  ConsoleButton,
  ConsoleField,
  ConsoleShell,
  DataTable,
  DayLine,
  DueBoard,
  FactList,
  KeyCap,
  Panel,
  PanelHead,
  Segmented,
  StatusSteps,
  Tag,
} from "../src/console.ts";
import { inMs, NOW, nothing } from "./data.ts";

const GROUPS = [
  {
    id: "day",
    label: "Race day",
    items: [
      { id: "sheet", label: "Run sheet", icon: "grid", href: "#" },
      { id: "races", label: "Races", icon: "flag", href: "#" },
      { id: "cards", label: "Cards", icon: "card-file", href: "#" },
      { id: "sports", label: "Sports", icon: "ball", href: "#" },
    ],
  },
  {
    id: "money",
    label: "Money",
    items: [
      { id: "approvals", label: "Approvals", icon: "inbox", href: "#", count: 7 },
      { id: "ledger", label: "Ledger", icon: "book", href: "#" },
      { id: "reports", label: "Reports", icon: "chart", href: "#" },
    ],
  },
  {
    id: "club",
    label: "Club",
    items: [
      { id: "players", label: "Players", icon: "users", href: "#" },
      { id: "invitations", label: "Invitations", icon: "invite", href: "#" },
      { id: "shop", label: "Shop", icon: "shop", href: "#" },
      { id: "content", label: "Content", icon: "statement", href: "#" },
      { id: "rules", label: "Rule sets", icon: "limits", href: "#" },
    ],
  },
] as const;

const ROWS = [
  {
    id: "PR5",
    at: -4,
    race: "Pier Road R5",
    tag: "no result",
    tone: "loss",
    n: ["9,204", "5,110", "2,006", "1,480", "3,112", "1,905", "22,817", "1,306"],
    act: "R",
    word: "result",
  },
  {
    id: "FD4",
    at: 4.7,
    race: "Ferrow Downs R4",
    tag: "interim",
    tone: "brass",
    n: ["18,402", "11,006", "4,210", "2,918", "7,344", "4,120", "48,000", "2,211"],
    act: "P",
    word: "protest",
  },
  {
    id: "WR5",
    at: 3.2,
    race: "Wattle Ridge R5",
    tag: "open",
    tone: "turf",
    n: ["48,216", "31,904", "12,480", "9,115", "22,760", "15,230", "139,705", "4,118"],
    act: "⏎",
    word: "open",
  },
  {
    id: "TI2",
    at: 8.2,
    race: "Tern Island R2",
    tag: "open",
    tone: "turf",
    n: ["21,340", "14,002", "5,218", "3,004", "9,871", "5,460", "58,895", "1,874"],
    act: "⏎",
    word: "open",
  },
  {
    id: "LR6",
    at: 25,
    race: "Lockside R6",
    tag: "open",
    tone: "turf",
    n: ["2,044", "1,310", "488", "301", "702", "255", "5,100", "318"],
    act: "⏎",
    word: "open",
  },
  {
    id: "TI7",
    at: 183,
    race: "Tern Island R7",
    tag: "draft",
    tone: "plain",
    n: ["–", "–", "–", "–", "–", "–", "–", "–"],
    act: "O",
    word: "publish",
  },
] as const;

type Row = (typeof ROWS)[number];

export function ConsolePage(): ReactNode {
  const isResult = new URLSearchParams(location.search).get("view") === "result";
  return (
    <ConsoleShell
      brand="Horse Club"
      navLabel="Console"
      groups={GROUPS}
      currentId={isResult ? "races" : "sheet"}
      footItems={[
        { id: "audit", label: "Audit log", icon: "history", href: "#" },
        { id: "settings", label: "Settings", icon: "gear", href: "#" },
      ]}
      user={{ name: "Ines Barlow", role: "pool controller", initials: "IB", onPress: nothing }}
      title={isResult ? "Wattle Ridge R3" : "Run sheet"}
      meta="Sat 21 Nov · 5 meetings, 40 races, 19 run"
      headEnd={
        isResult ? undefined : (
          <ConsoleButton icon="pause" onPress={nothing}>
            Pause betting
          </ConsoleButton>
        )
      }
      search={{ label: "Race, player, receipt, act", keyCap: "⌘K", onPress: nothing }}
      status={{ text: "Books verified 14:31", ok: true, href: "#" }}
      clock={(now) => new Date(now).toISOString().slice(11, 19)}
      act={
        isResult ? (
          <>
            <span>
              Players paid <b className="fig">418</b>
            </span>
            <span>
              Bets won <b className="fig">611</b> of 3,204
            </span>
            <span className="c-act-end">
              <ConsoleButton size="large" onPress={nothing}>
                Save as CSV
              </ConsoleButton>
              <ConsoleButton
                kind="primary"
                size="large"
                money="$102,200.25"
                keyCap="S"
                onPress={nothing}
              >
                Settle · pay
              </ConsoleButton>
            </span>
          </>
        ) : undefined
      }
    >
      {isResult ? <ResultView /> : <RunSheet />}
    </ConsoleShell>
  );
}

function RunSheet(): ReactNode {
  const [selected, setSelected] = useState("WR5");
  const [view, setView] = useState<"due" | "all">("due");
  const figure = (index: number, label: string, tone?: "brass") => ({
    id: label,
    label,
    kind: "figure" as const,
    ...(tone === undefined ? {} : { tone }),
    cell: (row: Row) => row.n[index],
  });
  const hour = (offset: number) => NOW + offset * 3600_000;
  const races = (starts: readonly number[], states: readonly string[]) =>
    starts.map((at, index) => ({
      id: `${index}`,
      number: index + 1,
      at: hour(at),
      state: (states[index] ?? "open") as "open",
      href: "#",
      label: `Race ${index + 1}`,
    }));
  return (
    <>
      <DueBoard
        label="Due"
        startsAt={inMs(3, 12)}
        title="Wattle Ridge R5"
        meta="Paperbark Handicap · 11 starters, 1 scratched"
        note="closes by itself at 14:35:00 · result due from Mads Orr and Ines Barlow"
        figures={[
          { label: "In the pools", value: "$139,705.50" },
          { label: "Bets", value: "4,118" },
          { label: "Intake p99", value: "11 ms" },
          { label: "Refused", value: "23" },
        ]}
        acts={
          <>
            <ConsoleButton kind="primary" keyCap="⏎" onPress={nothing}>
              Open race
            </ConsoleButton>
            <ConsoleButton keyCap="D" onPress={nothing}>
              Delay
            </ConsoleButton>
            <ConsoleButton kind="danger" keyCap="C" onPress={nothing}>
              Close now
            </ConsoleButton>
          </>
        }
      />
      <div className="c-columns" style={{ gridTemplateColumns: "minmax(0, 1fr) 19rem" }}>
        <div className="c-columns">
          <Panel label="Day">
            <DayLine
              label="Day"
              from={hour(-2.5)}
              to={hour(3.5)}
              now={NOW}
              hours={[-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5].map((at, index) => ({
                at: hour(at),
                label: `${12 + index}:00`,
              }))}
              meetings={[
                {
                  id: "w",
                  name: "Wattle Ridge",
                  kind: "Races",
                  races: races(
                    [-2.2, -1.7, -1.1, -0.5, 0.05, 0.6, 1.2, 1.8],
                    ["ran", "ran", "ran", "ran", "next"],
                  ),
                },
                {
                  id: "t",
                  name: "Tern Island",
                  kind: "Races",
                  races: races(
                    [-0.4, 0.14, 0.7, 1.3, 1.9, 2.5, 3],
                    ["ran", "due", "open", "open", "open", "open", "draft"],
                  ),
                },
                {
                  id: "f",
                  name: "Ferrow Downs",
                  kind: "Races",
                  races: races(
                    [-1.8, -1.2, -0.6, -0.1, 0.5, 1],
                    ["ran", "ran", "abandoned", "interim"],
                  ),
                },
                {
                  id: "p",
                  name: "Pier Road",
                  kind: "Harness",
                  races: races([-2, -1.5, -1, -0.2, 0.2], ["ran", "ran", "ran", "late"]),
                },
              ]}
            />
          </Panel>
          <Panel
            title="Due next"
            meta="live, per pool in $"
            end={
              <>
                <Segmented
                  label="View"
                  value={view}
                  onChange={setView}
                  options={[
                    { id: "due", label: "Due" },
                    { id: "all", label: "All 40" },
                  ]}
                />
                <KeyCap>N</KeyCap> next race
              </>
            }
          >
            <DataTable
              label="Due next"
              rows={ROWS}
              rowId={(row) => row.id}
              selectedId={selected}
              onSelect={setSelected}
              onOpen={nothing}
              globalKeys
              isMuted={(row) => row.tag === "draft"}
              columns={[
                {
                  id: "due",
                  label: "Due",
                  kind: "strong",
                  cell: (row: Row) =>
                    row.at < 0 ? (
                      <b className="fig loss">+3:48</b>
                    ) : (
                      <Countdown at={inMs(row.at)} />
                    ),
                },
                { id: "race", label: "Race", kind: "strong", cell: (row: Row) => row.race },
                {
                  id: "status",
                  label: "Status",
                  cell: (row: Row) => <Tag tone={row.tone}>{row.tag}</Tag>,
                },
                figure(0, "Win"),
                figure(1, "Place"),
                figure(2, "Quinella"),
                figure(3, "Exacta"),
                figure(4, "Trifecta"),
                figure(5, "First 4"),
                figure(6, "Total", "brass"),
                figure(7, "Bets"),
                {
                  id: "rate",
                  label: "Bets / min",
                  cell: (row: Row) =>
                    row.tag !== "draft" && (
                      <Sparkline
                        values={[3, 4, 4, 5, 4, 6, 7, 7, 8, 8, 7, 8]}
                        move={row.tone === "turf" ? "in" : "flat"}
                      />
                    ),
                },
                {
                  id: "act",
                  label: "Key",
                  hideLabel: true,
                  kind: "end",
                  cell: (row: Row) => (
                    <>
                      <KeyCap>{row.act}</KeyCap> {row.word}
                    </>
                  ),
                },
              ]}
            />
          </Panel>
        </div>
        <Panel
          title="Look at"
          end={
            <>
              <Tag tone="loss">1</Tag>
              <Tag tone="brass">3</Tag>
            </>
          }
        >
          <AlertList
            alerts={[
              {
                id: "1",
                icon: "alert",
                tone: "loss",
                title: "Pier Road R5 has no result",
                text: "Closed 14:18, limit 10 min. Results clerk has not entered.",
                time: "14:28",
                href: "#",
              },
              {
                id: "2",
                icon: "activity",
                tone: "brass",
                title: "One player holds 54 % of Tern Island R2 Exacta",
                text: "k.rowe, $1,620 of $3,004",
                time: "14:29",
                href: "#",
              },
              {
                id: "3",
                icon: "scales",
                tone: "brass",
                title: "Ferrow Downs R4: inquiry",
                text: "8 against 2, interim since 14:27",
                time: "14:29",
                href: "#",
              },
              {
                id: "4",
                icon: "ban",
                tone: "mute",
                title: "23 bets refused in 10 min",
                text: "14 limit.stake · 6 race.closed · 3 funds",
                time: "14:31",
                href: "#",
              },
              {
                id: "5",
                icon: "check-circle",
                tone: "turf",
                title: "Wattle Ridge R4 settled",
                text: "$141,902.00 in, 2,960 bets in 0.4 s",
                time: "14:09",
                href: "#",
              },
            ]}
          />
          <PanelHead title="Money today" />
          <FactList
            facts={[
              { label: "Staked", value: "$1,151,169.50" },
              { label: "Paid and refunded", value: "$682,610.85" },
              { label: "Takeout", value: "$135,306.40" },
              { label: "Deposit limit", value: "$400 of $500", check: "ok", checkLabel: "equal" },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

function ResultView(): ReactNode {
  const [typed, setTyped] = useState("4 7=9 2");
  const pools = [
    ["Win", "41,386.00", [4], "4.80", "35,352.00"],
    ["Quinella", "10,935.00", [4, 7], "14.30", "9,292.70"],
    ["First 4", "12,644.00", [4, 7, 9, 2], "753.70", "9,797.75"],
  ] as const;
  return (
    <>
      <StatusSteps
        label="Status"
        steps={[
          { id: "d", label: "Draft", state: "done" },
          { id: "o", label: "Open", state: "done" },
          { id: "c", label: "Closed 13:25:00", state: "done" },
          { id: "i", label: "Interim 13:29", state: "now" },
          { id: "f", label: "Final", state: "next" },
          { id: "s", label: "Settled", state: "next" },
        ]}
        end="Pools frozen 13:25:00.004 · $119,987.50 in 3,204 bets"
      />
      <div className="c-columns" style={{ gridTemplateColumns: "20rem minmax(0, 1fr)" }}>
        <Panel
          title="Result, second entry"
          end={
            <>
              <KeyCap>R</KeyCap> edit
            </>
          }
          padded
        >
          <ConsoleField
            label="Saddle numbers in order, = for a tie"
            value={typed}
            onChange={setTyped}
            look="figure"
            autoFocus
          />
          <div
            style={{ display: "flex", gap: "0.5rem", margin: "0.75rem 0", alignItems: "center" }}
          >
            <Cloth number={4} /> <b>Pepper Lane</b>
          </div>
          <Notice tone="brass">
            Mads Orr entered first, so he cannot settle this race. You can.
          </Notice>
          <div style={{ display: "flex", gap: "0.5rem", marginTop: "0.75rem" }}>
            <ConsoleButton keyCap="I" onPress={nothing}>
              Interim
            </ConsoleButton>
            <ConsoleButton keyCap="Q" onPress={nothing}>
              Inquiry
            </ConsoleButton>
            <ConsoleButton kind="danger" onPress={nothing}>
              Abandon…
            </ConsoleButton>
          </div>
        </Panel>
        <Panel
          title="Dry run"
          meta="result version 1 · rule set AU_STD v3 · nothing has moved"
          end={
            <Tag tone="turf" icon="check">
              balanced to the cent in 7 pools
            </Tag>
          }
        >
          <DataTable
            label="Dry run"
            rows={pools}
            rowId={(row) => row[0]}
            columns={[
              { id: "pool", label: "Pool", kind: "strong", cell: (row) => row[0], sortable: true },
              { id: "status", label: "Status", cell: () => <Tag tone="turf">PAID</Tag> },
              { id: "gross", label: "Gross", kind: "figure", cell: (row) => row[1] },
              {
                id: "win",
                label: "Winning",
                cell: (row) => (
                  <span className="cloths">
                    {row[2].map((number) => (
                      <Cloth key={number} number={number} size="small" />
                    ))}
                  </span>
                ),
              },
              {
                id: "dividend",
                label: "Dividend",
                kind: "figure",
                tone: "brass",
                cell: (row) => row[3],
              },
              { id: "paid", label: "Paid", kind: "figure", cell: (row) => row[4] },
            ]}
            foot={{ pool: "All pools", gross: "123,167.50", paid: "102,200.25" }}
            onSort={nothing}
            sort={{ columnId: "pool", descending: false }}
          />
        </Panel>
      </div>
    </>
  );
}
