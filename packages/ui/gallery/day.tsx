import { useState, type ReactNode } from "react";
import {
  BetTypeBar,
  ColumnHead,
  DateStrip,
  DividendTable,
  Icon,
  MeetingCard,
  NextToJump,
  PlacingRow,
  PoolStrip,
  RaceHead,
  RaceStrip,
  RunnerRow,
  Tag,
  ToteBoard,
} from "../src/index.ts";
import type { RaceChipProps } from "../src/index.ts";
import { inMs, nothing, RUNNERS, ZONE } from "./data.ts";
import { all, PiecePage } from "./piece.tsx";

const CHIPS = (
  [
    ["ran", "6-2-9"],
    ["interim", "Interim"],
    ["abandoned", "Off"],
    ["closed", "Closed"],
    ["next", ""],
    ["open", "15:10"],
  ] as const
).map(([state, text], index): RaceChipProps => ({
  number: index + 1,
  state,
  text,
  startsAt: inMs(3, 12),
  label: `Race ${index + 1}, ${state}`,
  href: "#",
}));

const jump = (name: string, race: string, meta: string, startsAt: number) => ({
  ...{ id: name, name, race, meta, startsAt },
  zone: ZONE,
  href: "#",
});

/** The day: what jumps next, which day it is, a meeting with a race in every state. */
export function DayPage(): ReactNode {
  return (
    <PiecePage title="Race day">
      <NextToJump
        label="Next to jump"
        race={jump("Wattle Ridge", "R5", "Paperbark Handicap · 1400 m · Good 4", inMs(3, 12))}
        prices={RUNNERS.map(({ number, price: [price] }) => ({
          ...{ number, price },
          label: `${number} ${price}`,
          onPress: nothing,
        }))}
        others={[
          jump("Tern Island", "R2", "1200 m · Turf", inMs(8, 12)),
          jump("Pier Road", "R6", "Harness · 2138 m", inMs(28, 20)),
        ]}
        end={
          <li>
            <a className="next-row next-all" href="#">
              Races to come <Icon name="chevron-right" />
            </a>
          </li>
        }
      />
      <DateStrip
        label="Day"
        currentId="21"
        calendarLabel="Calendar"
        onCalendar={nothing}
        days={["Fri", "Today", "Sun", "Mon", "Tue"].map((name, index) => ({
          id: `${20 + index}`,
          number: `${20 + index}`,
          name,
          label: name,
          onPress: nothing,
        }))}
      />
      <MeetingCard
        name="Wattle Ridge"
        favourite={{ on: true, label: "Favourite", onToggle: nothing }}
        meta="Good 4"
        pool="$152,318"
        races={CHIPS}
      />
      <MeetingCard name="Tern Island" races={CHIPS.slice(4)} />
    </PiecePage>
  );
}

/** A race: its board, its runners with prices that move, the bet types. */
export function RacePage(): ReactNode {
  const [chosen, setChosen] = useState("1 win");
  const cell = (key: string, price: string) => ({
    price,
    label: `${key} ${price}`,
    selected: chosen === key,
    onPress: () => setChosen(key),
  });
  return (
    <PiecePage title="Race">
      <ToteBoard>
        <RaceStrip
          label="Races"
          currentId="5"
          races={CHIPS.map(({ number, label }) => ({ id: `${number}`, number, label, href: "#" }))}
        />
        <RaceHead
          title="Paperbark Handicap"
          meta="Race 5 · 1400 m · Class 3 · Good 4"
          startsAt={inMs(1, 44)}
          zone={ZONE}
        />
        <PoolStrip
          label="Pools"
          pools={["Win", "Place", "Quinella", "Exacta", "Trifecta"].map((label) => ({
            id: label,
            label,
            amount: "$48,216",
          }))}
        />
      </ToteBoard>
      <ColumnHead
        title="No."
        onSort={nothing}
        sortLabel="Sort"
        hint="approx."
        columns={["Win", "Place"]}
      />
      {RUNNERS.map(({ price: [win, place, was, move], ...runner }) => (
        <RunnerRow
          key={runner.number}
          {...runner}
          onPress={nothing}
          win={{ ...cell(`${runner.number} win`, win), was, move }}
          place={cell(`${runner.number} place`, place)}
        />
      ))}
      <RunnerRow number={8} name="Ardent Lad" barrier={3} meta="" scratched="Scratched 14:05" />
      <BetTypeBar
        label="Bet types"
        allLabel="All 15"
        onAll={nothing}
        selectedId="wp"
        onSelect={nothing}
        types={[
          { id: "wp", label: "Win · Place" },
          { id: "9", label: "Each Way" },
          { id: "3", label: "Quinella" },
        ]}
      />
    </PiecePage>
  );
}

/** A result with a dead heat, and pools that pay twice. */
export function ResultPage(): ReactNode {
  const heat = { name: "Second Ferry", meta: "Dead heat", dividends: ["", "3.50"] };
  return (
    <PiecePage title="Result">
      <ToteBoard>
        <RaceHead
          title="Saltbush Maiden Plate"
          meta="Race 3 · 1100 m · Good 4 · ran 13:25"
          status={<Tag tone="turf">Final</Tag>}
        />
      </ToteBoard>
      <ColumnHead look="result" title="Placings" columns={["Win", "Place"]} />
      {all(PlacingRow, [
        { ...heat, place: "1st", isWinner: true, number: 4, dividends: ["4.80", "2.20"] },
        { ...heat, place: "=2nd", number: 7 },
        { ...heat, place: "=2nd", number: 9 },
        { ...heat, place: "4th", number: 2, dividends: ["", ""] },
      ])}
      <ColumnHead
        look="result"
        title="Dividends per $1.00, stake included"
        end="Pool $119,987.50"
      />
      <DividendTable
        label="Dividends"
        pools={["Quinella", "Exacta"].map((name) => ({
          id: name,
          name,
          total: "$10,935",
          lines: [
            { cloths: [4, 7], dividend: "14.30" },
            { cloths: [4, 9], dividend: "9.80" },
          ],
        }))}
      />
    </PiecePage>
  );
}
