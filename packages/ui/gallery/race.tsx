import { useState, type ReactNode } from "react";
import {
  AppShell,
  BetTypeBar,
  ColumnHead,
  DividendTable,
  ListRow,
  PlacingRow,
  PoolStrip,
  RaceHead,
  RaceStrip,
  RunnerRow,
  Tag,
  TopBar,
  ToteBoard,
} from "../src/index.ts";
import { inMs, nothing, RUNNERS, ZONE } from "./data.ts";

export function RaceTop({ balance = "$1,284.50" }: { readonly balance?: string }): ReactNode {
  return (
    <TopBar
      kind="green"
      title="Wattle Ridge"
      back={{ onPress: nothing }}
      balance={balance}
      balanceHref="#"
      actions={[{ icon: "share", label: "Share", onPress: nothing }]}
    />
  );
}

export function RaceBoard({
  current = "5",
  children,
}: {
  readonly current?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ToteBoard>
      <RaceStrip
        label="Races"
        currentId={current}
        races={[1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
          id: `${number}`,
          number,
          label: `Race ${number}`,
          href: "#",
        }))}
      />
      {children}
    </ToteBoard>
  );
}

export function Runners(): ReactNode {
  const [chosen, setChosen] = useState("6 win");
  const cell = (key: string, price: string, more: object = {}) => ({
    price,
    label: `${key} ${price}`,
    selected: chosen === key,
    onPress: () => setChosen(key),
    ...more,
  });
  return (
    <>
      <ColumnHead
        title="No."
        onSort={nothing}
        sortLabel="Sort"
        hint="approx."
        columns={["Win", "Place"]}
      />
      {RUNNERS.map(({ win, was, move, place, ...runner }) => (
        <RunnerRow
          key={runner.number}
          {...runner}
          onPress={nothing}
          win={cell(`${runner.number} win`, win, { was, move })}
          place={cell(`${runner.number} place`, place)}
        />
      ))}
      <RunnerRow number={8} name="Ardent Lad" barrier={3} meta="" scratched="Scratched 14:05" />
    </>
  );
}

export function RacePage(): ReactNode {
  const closing = new URLSearchParams(location.search).get("theme") === "dark";
  return (
    <AppShell
      header={<RaceTop />}
      tabBar={
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
            { id: "5", label: "Exacta" },
          ]}
        />
      }
    >
      <RaceBoard>
        <RaceHead
          title="Paperbark Handicap"
          meta="Race 5 · 1400 m · Class 3 · Good 4"
          startsAt={closing ? inMs(1, 44) : inMs(3, 12)}
          zone={ZONE}
        />
        <PoolStrip
          label="Pools"
          pools={[
            ["Win", "$48,216"],
            ["Place", "$31,904"],
            ["Quinella", "$12,480"],
            ["Exacta", "$9,115"],
            ["Trifecta", "$22,760"],
          ].map(([label = "", amount = ""]) => ({ id: label, label, amount }))}
        />
      </RaceBoard>
      <Runners />
    </AppShell>
  );
}

export function ResultPage(): ReactNode {
  const pool = (name: string, total: string, lines: [number[], string][]) => ({
    id: name,
    name,
    total,
    lines: lines.map(([cloths, dividend]) => ({ cloths, dividend })),
  });
  return (
    <AppShell header={<RaceTop />}>
      <RaceBoard current="3">
        <RaceHead
          title="Saltbush Maiden Plate"
          meta="Race 3 · 1100 m · Good 4 · ran 13:25"
          status={<Tag tone="turf">Final</Tag>}
        />
      </RaceBoard>
      <ColumnHead look="result" title="Placings" columns={["Win", "Place"]} />
      <PlacingRow
        place="1st"
        isWinner
        number={4}
        name="Pepper Lane"
        meta="J Ferro · 1:04.82"
        dividends={["4.80", "2.20"]}
      />
      <PlacingRow
        place="=2nd"
        number={7}
        name="Second Ferry"
        meta="Dead heat"
        dividends={["", "3.50"]}
      />
      <PlacingRow
        place="=2nd"
        number={9}
        name="Orchard Gate"
        meta="Dead heat"
        dividends={["", "5.10"]}
      />
      <PlacingRow place="4th" number={2} name="Marble Arcade" meta="M Sato" dividends={["", ""]} />
      <ColumnHead
        look="result"
        title="Dividends per $1.00, stake included"
        end="Pool $119,987.50"
      />
      <DividendTable
        label="Dividends"
        pools={[
          pool("Quinella", "$10,935", [
            [[4, 7], "14.30"],
            [[4, 9], "9.80"],
          ]),
          pool("Exacta", "$8,240", [
            [[4, 7], "26.80"],
            [[4, 9], "17.10"],
          ]),
          pool("Trifecta", "$19,870", [
            [[4, 7, 9], "186.80"],
            [[4, 9, 7], "136.40"],
          ]),
          pool("First 4", "$12,644", [
            [[4, 7, 9, 2], "753.70"],
            [[4, 9, 7, 2], "544.30"],
          ]),
        ]}
      />
      <ListRow
        icon="shield"
        strong
        title="Check these dividends"
        meta="Recomputed on this phone, equal to the cent"
        onPress={nothing}
      />
    </AppShell>
  );
}
