import { useState, type ReactNode } from "react";
import {
  AppShell,
  BetTypePicker,
  Button,
  PriceButton,
  PullToRefresh,
  SelectionGrid,
  Sheet,
  showToast,
  Stack,
  TopBar,
  UpdateBar,
} from "../src/index.ts";
import { nothing, RUNNERS } from "./data.ts";

const TYPES = [
  ["1", "1 Single Win", "Finishes first."],
  ["2", "2 Single Place", "Finishes in the places."],
  ["6", "6 Trifecta", "First three in order."],
  ["15", "15 First 4 Stand Out", "Your stand-outs in order, the rest in any."],
] as const;

/** Parts that move: sheets, toasts, prices, the grid by keys. */
export function PartsPage(): ReactNode {
  const [open, setOpen] = useState(false);
  const [type, setType] = useState("6");
  const [price, setPrice] = useState(46);
  const [on, setOn] = useState<string[]>([]);
  return (
    <AppShell
      header={<TopBar kind="light" title="Parts" back={{ onPress: nothing }} />}
      banner={<UpdateBar onUpdate={nothing} onLater={nothing} />}
    >
      <PullToRefresh onRefresh={() => new Promise((done) => setTimeout(done, 800))}>
        <Stack pad>
          <Button onPress={() => setOpen(true)}>Open sheet</Button>
          <Button
            onPress={() => showToast("Selections cleared", { label: "Undo", onPress: nothing })}
          >
            Toast
          </Button>
          <Button busy busyText="Sending to tote…" kind="primary" size="large">
            Place bet
          </Button>
          <Button onPress={() => setPrice(price - 2)}>Shorten</Button>
          <PriceButton
            price={(price / 10).toFixed(2)}
            was="5.20"
            move="in"
            label={`win ${price}`}
            onPress={nothing}
          />
        </Stack>
        <SelectionGrid
          label="Grid"
          columns={["1st", "2nd", "3rd", "4th"].map((label) => ({ id: label, label }))}
          rows={RUNNERS.map((runner) => ({
            id: `${runner.number}`,
            number: runner.number,
            name: runner.name,
            scratched: runner.number === 2 ? "Scratched" : undefined,
            cells: ["1st", "2nd", "3rd", "4th"].map((column) => ({
              state: on.includes(`${runner.number} ${column}`) ? ("on" as const) : ("off" as const),
            })),
          }))}
          onToggle={(row, column) => setOn([...on, `${row} ${column}`])}
        />
      </PullToRefresh>
      <Sheet open={open} onClose={() => setOpen(false)} title="Bet type">
        <BetTypePicker
          label="Bet type"
          selectedId={type}
          onSelect={setType}
          types={TYPES.map(([id, label, hint]) => ({ id, label, hint }))}
        />
        <Stack pad>
          <Button onPress={() => showToast("In the sheet")}>Toast in sheet</Button>
        </Stack>
      </Sheet>
    </AppShell>
  );
}
