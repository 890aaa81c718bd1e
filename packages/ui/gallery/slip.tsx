import { useState, type ReactNode } from "react";
import {
  Button,
  Cloth,
  CostBar,
  Countdown,
  Icon,
  IconButton,
  Keypad,
  LegRow,
  LimitLine,
  PrimaryButton,
  pressKey,
  Receipt,
  Segmented,
  SelectionGrid,
  SelectionLine,
  Sheet,
  Silk,
  SlipRunner,
  StakeChips,
  StakeField,
  Toggle,
  ValueRow,
  toggleInOrder,
} from "../src/index.ts";
import { inMs, nothing, RUNNERS } from "./data.ts";
import { RacePage } from "./race.tsx";

const NOTE = "Wattle Ridge R5 · 1400 m";

export function SlipSheet(): ReactNode {
  const [same, setSame] = useState(true);
  const [chip, setChip] = useState("10");
  return (
    <>
      <RacePage />
      <Sheet
        open
        onClose={nothing}
        title="Each Way"
        onTitle={nothing}
        headEnd={<Countdown at={inMs(2, 54)} size="sheet" note={NOTE} />}
        foot={
          <div className="stack pad gap-2">
            <CostBar
              label="Cost"
              cells={[
                { label: "2 combinations", value: "2 × $10" },
                { label: "Cost", value: "$20.00", tone: "amber" },
                { label: "Estimate: wins / places", value: "$111.00 / $27.00" },
              ]}
            />
            <LimitLine used={0.36}>
              <b>$36</b> of $100 today → <b>$56</b> with this bet
            </LimitLine>
            <PrimaryButton money="$20.00" onPress={nothing}>
              Place bet ·
            </PrimaryButton>
          </div>
        }
      >
        <SlipRunner
          colours={
            <>
              <Cloth number={2} size="large" />
              <Silk pattern={RUNNERS[1].silk} size="large" />
            </>
          }
          name={
            <>
              <b>Paper Lantern</b> <span className="mute">(9)</span>
            </>
          }
          meta="Win 8.40 · Place 2.70 approx."
          end={<IconButton icon="trash" label="Remove" onPress={nothing} />}
        />
        <div className="stack pad gap-3">
          <div>
            <Button kind="text" icon="add" onPress={nothing}>
              Add another runner
            </Button>
          </div>
          <div className="row gap-2 row-even">
            <StakeField label="Win stake" value="$10.00" active onPress={nothing} />
            <StakeField label="Place stake" value="$10.00" active={false} onPress={nothing} />
          </div>
          <Toggle label="Same stake for win and place" checked={same} onChange={setSame} />
          <StakeChips
            label="Stakes"
            selectedId={chip}
            onSelect={setChip}
            chips={["1", "2", "5", "10", "50"]
              .map((id) => ({ id, label: `$${id}` }))
              .concat({ id: "last", label: "Last 20" })}
          />
        </div>
      </Sheet>
    </>
  );
}

export function GridSheet(): ReactNode {
  const four = new URLSearchParams(location.search).get("columns") === "4";
  const [stand, setStand] = useState<string[]>(["3", "1"]);
  const [others, setOthers] = useState<string[]>(["2", "4", "5", "6"]);
  const place = (id: string) => ["1st", "2nd", "3rd"][stand.indexOf(id)];
  const rows = RUNNERS.map((runner) => {
    const id = `${runner.number}`;
    const isStand = stand.includes(id);
    const cells = [
      { state: isStand ? ("on" as const) : ("off" as const), text: place(id) },
      {
        state: isStand
          ? ("blocked" as const)
          : others.includes(id)
            ? ("on" as const)
            : ("off" as const),
      },
    ];
    return {
      id,
      number: runner.number,
      name: runner.name,
      meta: `${runner.win} · ${runner.form}`,
      cells: four ? [...cells, ...cells].map((cell) => ({ state: cell.state })) : cells,
    };
  });
  return (
    <>
      <RacePage />
      <Sheet
        open
        full
        onClose={nothing}
        title="First 4 Stand Out"
        onTitle={nothing}
        headEnd={<Countdown at={inMs(2, 31)} size="sheet" note={NOTE} />}
        foot={
          <div className="stack pad gap-2">
            <SelectionLine
              parts={[
                { text: "Covers" },
                { number: 3 },
                { number: 1 },
                { text: "+ any two of" },
                { number: 2 },
                { number: 4 },
                { number: 5 },
                { number: 6 },
                { number: 9 },
              ]}
            />
            <StakeChips
              label="Stakes"
              selectedId="1"
              onSelect={nothing}
              start={
                <button type="button" className="choice">
                  Per combination <Icon name="chevron-down" />
                </button>
              }
              chips={["1", "2", "5", "10"].map((id) => ({ id, label: `$${id}` }))}
            />
            <CostBar
              label="Cost"
              cells={[
                { label: "20 combinations", value: "20 × $1" },
                { label: "Cost", value: "$20.00", tone: "amber" },
                { label: "Estimated return", value: "$840–$6,210" },
              ]}
            />
            <LimitLine used={0.36}>
              <b>$36</b> of $100 today → <b>$56</b> with this bet
            </LimitLine>
            <PrimaryButton money="$20.00" onPress={nothing}>
              Place bet ·
            </PrimaryButton>
          </div>
        }
      >
        <SelectionGrid
          label="Selections"
          hint={
            four
              ? "Tap a head for the whole field."
              : "Tap 1 to 3 stand-outs in order, then who fills the rest."
          }
          columns={
            four
              ? ["1st", "2nd", "3rd", "4th"].map((label) => ({
                  id: label,
                  label,
                  hint: "Field",
                  actLabel: `Field, ${label}`,
                }))
              : [
                  { id: "stand", label: "Stand-out", hint: "in order" },
                  { id: "with", label: "With", hint: "Field", actLabel: "Field, with" },
                ]
          }
          rows={[
            ...rows,
            {
              id: "8",
              number: 8,
              name: "Ardent Lad",
              scratched: "Scratched, cannot be chosen",
              cells: [],
            },
          ]}
          onToggle={(row, column) =>
            column === "stand"
              ? setStand(toggleInOrder(stand, row, 3))
              : setOthers(toggleInOrder(others, row, 24))
          }
          onHead={nothing}
        />
      </Sheet>
    </>
  );
}

export function KeypadSheet(): ReactNode {
  const [typed, setTyped] = useState("50");
  const [mode, setMode] = useState<"unit" | "total">("total");
  const line = (label: string, numbers: number[]) => (
    <LegRow label={label}>
      <SelectionLine size="medium" parts={numbers.map((number) => ({ number }))} />
    </LegRow>
  );
  return (
    <>
      <RacePage />
      <Sheet
        open
        onClose={nothing}
        title="Trifecta"
        onTitle={nothing}
        headEnd={<Countdown at={inMs(2, 8)} size="sheet" note={NOTE} />}
        foot={
          <Keypad
            label="Amount"
            onKey={(key) => setTyped(pressKey(typed, key))}
            act={{ label: "Place bet", money: "$49.86", onPress: nothing }}
          />
        }
      >
        {line("1st", [3])}
        {line("2nd", [1, 2, 5])}
        {line("3rd", [1, 2, 4, 5, 6, 7, 9])}
        <div className="stack pad gap-3">
          <Segmented
            label="Stake"
            value={mode}
            onChange={setMode}
            options={[
              { id: "unit", label: "Per combination" },
              { id: "total", label: "Total (flexi)" },
            ]}
          />
          <StakeField
            label="Total to spend, at most"
            value={typed === "" ? "" : `$${typed}`}
            placeholder="$0"
            layout="side"
            active
            onPress={nothing}
          />
          <CostBar
            label="Cost"
            cells={[
              { label: "18 combinations", value: "18 × $2.77" },
              { label: "Cost", value: "$49.86", tone: "amber" },
              { label: "Estimated return", value: "$227–$3,390" },
            ]}
          />
          <p className="mute" style={{ fontSize: "var(--t-meta)" }}>
            $50.00 ÷ 18, rounded down to the cent: $0.14 stays yours.
          </p>
        </div>
      </Sheet>
    </>
  );
}

export function ReceiptSheet(): ReactNode {
  return (
    <>
      <RacePage />
      <Sheet
        open
        full
        onClose={nothing}
        title="Accepted"
        titleTone="turf"
        ground="page"
        titleStart={<Icon name="check-circle" className="turf" />}
        foot={
          <div className="stack pad gap-2">
            <div className="row gap-2 row-even">
              <Button wide icon="share" onPress={nothing}>
                Share
              </Button>
              <Button wide icon="repeat" onPress={nothing}>
                Same again
              </Button>
            </div>
            <PrimaryButton onPress={nothing}>Back to the race</PrimaryButton>
          </div>
        }
      >
        <div className="stack pad gap-3">
          <Receipt
            label="Receipt"
            number="WR5-7K2M-0482"
            date="Sat 21 Nov 2026"
            time="14:32:07.482"
            title="Each Way"
            meta="Wattle Ridge R5 · Paperbark Handicap · 1400 m"
            runners={[
              { number: 2, name: "Paper Lantern", meta: "Approx. at acceptance 8.40 / 2.70" },
            ]}
            lines={[
              { label: "Win", value: "$10.00 × 1" },
              { label: "Place", value: "$10.00 × 1" },
              { label: "Combinations", value: "2" },
            ]}
            total={{ label: "Cost", value: "$20.00" }}
            hash={{
              label: "Receipt hash",
              value: "9c41 e07b … 5d2a",
              note: "Sealed with all bets of the race when it closes",
              copyLabel: "Copy",
              onCopy: nothing,
            }}
          />
          <ValueRow label="Balance now" value="$1,264.50" />
        </div>
      </Sheet>
    </>
  );
}
