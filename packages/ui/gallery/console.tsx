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
  DueStrip,
  FactList,
  KeyCap,
  Panel,
  PanelHead,
  Segmented,
  StatusSteps,
  Tag,
  useIsNarrow,
  type AnyIconName,
} from "../src/console.ts";
import { inMs, NOW, nothing } from "./data.ts";

const item = (id: string, label: string, icon: AnyIconName, count?: number) => ({
  ...{ id, label, icon, href: "#" },
  ...(count === undefined ? {} : { count }),
});

const GROUPS = [
  {
    id: "day",
    label: "Race day",
    items: [item("sheet", "Run sheet", "grid"), item("cards", "Cards", "card-file")],
  },
  {
    id: "money",
    label: "Money",
    items: [item("approvals", "Approvals", "inbox", 7), item("reports", "Reports", "chart")],
  },
];

const POOLS = ["Win", "Place", "Quinella", "Exacta", "Trifecta", "First 4", "Total"];

const ROWS = (
  [
    ["PR5", -4, "no result", "loss", "result"],
    ["FD4", 4.7, "interim", "brass", "protest"],
    ["WR5", 3.2, "open", "turf", "open"],
    ["TI7", 183, "draft", "plain", "publish"],
  ] as const
).map(([id, at, tag, tone, word]) => ({ id, at, tag, tone, word }));

type Row = (typeof ROWS)[number];

export function ConsolePage(): ReactNode {
  const isResult = new URLSearchParams(location.search).get("view") === "result";
  const isNarrow = useIsNarrow();
  const [isOpen, onTurn] = useState(false);
  return (
    <ConsoleShell
      menu={{ label: "Menu: 7 waiting", count: 7, isOpen, onTurn }}
      strip={isResult && isNarrow && <NextRace />}
      brand="Horse Club"
      navLabel="Console"
      groups={GROUPS}
      currentId={isResult ? "races" : "sheet"}
      footItems={[item("audit", "Audit log", "history")]}
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

/** On a phone the console has it above every page. */
function NextRace(): ReactNode {
  return (
    <DueStrip
      label="The race in hand"
      startsAt={inMs(3, 12)}
      title="Wattle Ridge R5"
      act="Close now"
      href="#"
    />
  );
}

function RunSheet(): ReactNode {
  const [selected, setSelected] = useState("WR5");
  const [view, setView] = useState<"due" | "all">("due");
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
                    [-2.2, -1.7, -1.1, -0.5, 0.05, 0.6],
                    ["ran", "abandoned", "interim", "late", "next", "due"],
                  ),
                },
                {
                  id: "t",
                  name: "Tern Island",
                  kind: "Harness",
                  races: races([0.7, 1.3], ["open", "draft"]),
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
                { id: "race", label: "Race", kind: "strong", cell: (row: Row) => row.id },
                {
                  id: "status",
                  label: "Status",
                  cell: (row: Row) => <Tag tone={row.tone}>{row.tag}</Tag>,
                },
                ...POOLS.map((label) => ({
                  id: label,
                  label,
                  kind: "figure" as const,
                  ...(label === "Total" ? { tone: "brass" as const } : {}),
                  cell: () => "48,216",
                })),
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
                      <KeyCap>R</KeyCap> {row.word}
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
            alerts={(["loss", "brass", "mute", "turf"] as const).map((tone) => ({
              id: tone,
              icon: "alert",
              tone,
              title: "Pier Road R5 has no result",
              text: "Closed 14:18, limit 10 min. Results clerk has not entered.",
              time: "14:28",
              href: "#",
            }))}
          />
          <PanelHead title="Money today" />
          <FactList
            facts={[
              { label: "Staked", value: "$1,151,169.50" },
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
          { id: "c", label: "Closed 13:25:00", state: "done" },
          { id: "i", label: "Interim 13:29", state: "now" },
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
              { id: "pool", label: "Pool", kind: "strong", cell: (row) => row[0] },
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
            order={{ by: "-gross", columns: ["pool", "gross", "paid"], onSort: nothing }}
          />
        </Panel>
      </div>
    </>
  );
}
