import { useState, type ReactNode } from "react";
import {
  BetTypePicker,
  Button,
  Cloth,
  CostBar,
  Countdown,
  Icon,
  IconButton,
  Keypad,
  LegHead,
  LegList,
  LegRow,
  LegTabs,
  LimitLine,
  pressKey,
  PriceButton,
  PrimaryButton,
  PullToRefresh,
  Receipt,
  Segmented,
  SelectionGrid,
  SelectionLine,
  Sheet,
  showToast,
  Silk,
  SlipRunner,
  StakeChips,
  StakeField,
  Toggle,
  toggleInOrder,
  ValueRow,
} from "../src/index.ts";
import { inMs, nothing, RUNNERS } from "./data.ts";
import { PiecePage } from "./piece.tsx";

/** A sheet as the slip opens it, with the cost of the bet at its foot. */
function BetSheet(props: {
  readonly title: string;
  readonly full?: boolean;
  readonly foot: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Sheet
      {...props}
      open
      onClose={nothing}
      onTitle={nothing}
      headEnd={<Countdown at={inMs(2, 54)} size="sheet" note="Wattle Ridge R5 · 1400 m" />}
    />
  );
}

const COST = (
  <CostBar
    label="Cost"
    cells={[
      { label: "2 combinations", value: "2 × $10" },
      { label: "Cost", value: "$20.00", tone: "amber" },
      { label: "Estimate: wins / places", value: "$111.00 / $27.00" },
    ]}
  />
);

const PLACE_BET = (
  <div className="stack pad gap-2">
    {COST}
    <LimitLine used={0.36}>
      <b>$36</b> of $100 today → <b>$56</b> with this bet
    </LimitLine>
    <PrimaryButton money="$20.00" onPress={nothing}>
      Place bet ·
    </PrimaryButton>
  </div>
);

const STAKES = ["1", "2", "5", "10"].map((id) => ({ id, label: `$${id}` }));

export function SlipPage(): ReactNode {
  const [same, setSame] = useState(true);
  const [chip, setChip] = useState("10");
  return (
    <BetSheet title="Each Way" foot={PLACE_BET}>
      <SlipRunner
        colours={
          <>
            <Cloth number={1} size="large" />
            <Silk pattern={RUNNERS[0].silk} size="large" />
          </>
        }
        name={<b>Northern Tide</b>}
        meta="Win 8.40 · Place 2.70 approx."
        end={<IconButton icon="trash" label="Remove" onPress={nothing} />}
      />
      <div className="stack pad gap-3">
        <Button kind="text" icon="add" onPress={nothing}>
          Add another runner
        </Button>
        <div className="row gap-2 row-even">
          <StakeField label="Win stake" value="$10.00" active onPress={nothing} />
          <StakeField label="Place stake" value="$10.00" active={false} onPress={nothing} />
        </div>
        <Toggle label="Same stake for win and place" checked={same} onChange={setSame} />
        <StakeChips
          label="Stakes"
          selectedId={chip}
          onSelect={setChip}
          chips={[...STAKES, { id: "last", label: "Last 20" }]}
        />
      </div>
    </BetSheet>
  );
}

export function GridPage(): ReactNode {
  const [stand, setStand] = useState<string[]>(["3"]);
  const [others, setOthers] = useState<string[]>(["1"]);
  const place = (id: string) => ["1st", "2nd", "3rd"][stand.indexOf(id)];
  const rows = RUNNERS.map(({ number, name, form }) => {
    const id = `${number}`;
    const isStand = stand.includes(id);
    const other = others.includes(id) ? ("on" as const) : ("off" as const);
    const cells = [
      { state: isStand ? ("on" as const) : ("off" as const), text: place(id) },
      { state: isStand ? ("blocked" as const) : other },
    ];
    return { id, number, name, meta: form, cells };
  });
  const gone = { id: "8", number: 8, name: "Ardent Lad", scratched: "Scratched", cells: [] };
  return (
    <BetSheet
      full
      title="First 4 Stand Out"
      foot={
        <div className="stack pad gap-2">
          <SelectionLine parts={[{ text: "Covers" }, { number: 3 }, { text: "+ any of" }]} />
          <StakeChips
            label="Stakes"
            selectedId="1"
            onSelect={nothing}
            start={
              <button type="button" className="choice">
                Per combination <Icon name="chevron-down" />
              </button>
            }
            chips={STAKES}
          />
        </div>
      }
    >
      <SelectionGrid
        label="Selections"
        hint="Tap 1 to 3 stand-outs in order, then who fills the rest."
        columns={[
          { id: "stand", label: "Stand-out", hint: "in order" },
          { id: "with", label: "With", hint: "Field", actLabel: "Field, with" },
        ]}
        rows={[...rows, gone]}
        onToggle={(row, column) =>
          column === "stand"
            ? setStand(toggleInOrder(stand, row, 3))
            : setOthers(toggleInOrder(others, row, 24))
        }
        onHead={nothing}
      />
    </BetSheet>
  );
}

export function KeypadPage(): ReactNode {
  const [typed, setTyped] = useState("50");
  const [mode, setMode] = useState<"unit" | "total">("total");
  return (
    <BetSheet
      title="Trifecta"
      foot={
        <Keypad
          label="Amount"
          onKey={(key) => setTyped(pressKey(typed, key))}
          act={{ label: "Place bet", money: "$49.86", onPress: nothing }}
        />
      }
    >
      {["1st", "2nd", "3rd"].map((label) => (
        <LegRow key={label} label={label}>
          <SelectionLine size="medium" parts={[{ number: 3 }, { number: 14 }]} />
        </LegRow>
      ))}
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
        {COST}
      </div>
    </BetSheet>
  );
}

export function ReceiptPage(): ReactNode {
  return (
    <Sheet
      open
      full
      onClose={nothing}
      title="Accepted"
      titleTone="turf"
      ground="page"
      titleStart={<Icon name="check-circle" className="turf" />}
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
  );
}

const TYPES = [
  { id: "1", group: "One runner", label: "1 Single Win", hint: "Finishes first." },
  { id: "6", group: "Three runners", label: "6 Trifecta", hint: "First three in order." },
];

const LEGS = [5, 6, 7, 8].map((race, at) => ({
  id: String(race),
  text: `R${race}`,
  count: at % 3,
}));

/** A bet on several races: the tabs and head of its form, and its legs as they go. */
export function LegsPage(): ReactNode {
  const [current, setCurrent] = useState(0);
  const states = ["right", "wrong", "void", "open"] as const;
  return (
    <PiecePage title="Legs">
      <LegTabs
        label="Legs"
        current={current}
        onPress={setCurrent}
        legs={LEGS.map((leg) => ({ ...leg, label: `${leg.text}, ${leg.count} chosen` }))}
      />
      <LegHead title="Leg 1 · R5" note="14:05 · Paperbark Handicap" acts={<Button>Field</Button>} />
      <div className="stack pad gap-3">
        <LegList
          label="How its legs stand"
          legs={states.map((state, at) => ({
            id: state,
            race: `R${at + 5}`,
            time: `14:${at}5`,
            selection: [{ number: 3 }, { number: 7 + at, scratched: state === "wrong" }],
            note: "Won by 3 Meridian",
            state,
            stateText: state,
          }))}
        />
      </div>
    </PiecePage>
  );
}

/** Parts that move: a sheet that opens, toasts, a price, what is pulled. */
export function PartsPage(): ReactNode {
  const [open, setOpen] = useState(false);
  const [type, setType] = useState("6");
  const [price, setPrice] = useState(46);
  return (
    <PiecePage title="Parts">
      <PullToRefresh onRefresh={() => new Promise((done) => setTimeout(done, 800))}>
        <div className="stack pad gap-3">
          <Button onPress={() => setOpen(true)}>Open sheet</Button>
          <Button onPress={() => showToast("Cleared", { label: "Undo", onPress: nothing })}>
            Toast
          </Button>
          <Button onPress={() => setPrice(price - 2)}>Shorten</Button>
          <PriceButton
            price={(price / 10).toFixed(2)}
            was="5.20"
            move="in"
            label={`win ${price}`}
            onPress={nothing}
          />
        </div>
      </PullToRefresh>
      <Sheet open={open} onClose={() => setOpen(false)} title="Bet type">
        <BetTypePicker label="Bet type" selectedId={type} onSelect={setType} types={TYPES} />
        <Button onPress={() => showToast("In the sheet")}>Toast in sheet</Button>
      </Sheet>
    </PiecePage>
  );
}
