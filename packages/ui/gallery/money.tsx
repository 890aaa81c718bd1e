import { useState, type ReactNode } from "react";
import {
  Checkbox,
  CodeField,
  CopyBoard,
  CopyRow,
  DayHead,
  EmptyState,
  ErrorState,
  Field,
  Figure,
  FigureGrid,
  FilterChips,
  LimitLine,
  LimitRing,
  ListGroup,
  ListRow,
  Meter,
  Notice,
  OfflineBar,
  PrimaryButton,
  RailHero,
  SelectField,
  Skeleton,
  StatementRow,
  StatementTable,
  StepPlot,
  Tag,
  TextLink,
  TimeLine,
  UpdateBar,
} from "../src/index.ts";
import { inMs, nothing } from "./data.ts";
import { all, PiecePage, Shown } from "./piece.tsx";

const BALANCES = [640, 640, 620, 650, 600, 590, 780, 740, 820, 790, 1060, 1030, 1160, 1264.5];

/** What is read of money: figures, the balance's way, rows of the statement, a transfer. */
export function MoneyPage(): ReactNode {
  return (
    <PiecePage title="Money">
      <Shown as="Figures">
        <Figure label="Balance" value="$1,264.50" size="clock" />
        <Figure label="Net result" value="+$74.50" tone="turf" size="board" align="end" />
        <FigureGrid>
          {["Opened with", "Topped up", "Withdrawn", "Staked"].map((label) => (
            <Figure key={label} label={label} value="$640.00" />
          ))}
        </FigureGrid>
        <StepPlot
          label="Balance"
          points={BALANCES.map((y, x) => ({ x, y }))}
          yLabel={(value) => value.toLocaleString("en")}
          xLabels={[
            { x: 0, label: "1 Nov" },
            { x: 13, label: "21 Nov" },
          ]}
        />
      </Shown>
      <FilterChips
        label="Type"
        selectedId="All"
        onSelect={nothing}
        chips={["All", "Bets", "Payouts", "Refunds"].map((label) => ({ id: label, label }))}
      />
      <FilterChips
        label="Kind of event"
        selectedId={["Races", "Greyhounds"]}
        onSelect={nothing}
        chips={["Races", "Harness", "Greyhounds"].map((label) => ({ id: label, label }))}
      />
      <DayHead title="Today, Sat 21 Nov">
        staked $69.00 · back <b>$153.50</b>
      </DayHead>
      <StatementTable
        label="Statement"
        heads={["Time", "Kind", "Details", "Reference", "Amount", "Balance"]}
        figures={2}
        days={[
          {
            id: "2026-11-21",
            title: "Today, Sat 21 Nov",
            lines: [
              {
                id: "1",
                cells: [
                  "14:32",
                  "Payout",
                  "Quinella · Ferrow Downs R1",
                  "WR5-7K2M",
                  "+$153.50",
                  "1,264.50",
                ],
                tone: "turf",
                href: "#",
              },
              { id: "2", cells: ["14:05", "Top-up", "", "TU-1048", "+$50.00", "1,111.00"] },
            ],
          },
        ]}
      />
      {all(StatementRow, [
        { icon: "bets", title: "Each Way", meta: "14:32", figures: ["−$20.00", "1,264.50"] },
        {
          icon: "undo",
          tone: "firm",
          title: "Refund · Ardent Lad scratched",
          meta: "14:05 · Wattle Ridge R5",
          figures: ["+$15.00", "1,284.50"],
          href: "#",
        },
      ])}
      <Shown as="Limits">
        <LimitRing used={0.56} size="large" />
        <LimitLine used={0.8}>
          <b>$200</b> of $500 this week → <b>$400</b> with this one
        </LimitLine>
      </Shown>
      <ListGroup>
        {all(ListRow, [
          { icon: "statement", title: "Statement", href: "#" },
          { icon: "card", title: "Bank account", end: "•••• 4417", href: "#" },
          {
            icon: "camera",
            strong: true,
            title: "Add the bank’s receipt",
            meta: "optional, makes it quicker · JPEG, PNG, WebP",
            onPress: nothing,
          },
        ])}
      </ListGroup>
      <Tag tone="brass" icon="clock">
        waiting for your transfer
      </Tag>
      <CopyRow label="Account" value="1184 2207" copyLabel="Copy" onCopy={nothing} />
      <CopyBoard label="Reference" value="HC 40117 TQ" copyLabel="Copy" onCopy={nothing} />
      <TimeLine
        label="Steps"
        steps={[
          { id: "1", title: "Created", time: "14:41", state: "done" },
          {
            id: "2",
            title: "You send the money",
            note: "then tap “I have sent it”",
            state: "wait",
          },
          { id: "3", title: "In your balance", state: "next" },
        ]}
      />
    </PiecePage>
  );
}

/** What is written: fields with and without a mistake, choices, the code of a text message. */
export function FormsPage(): ReactNode {
  const [text, setText] = useState("seven copper");
  const [code, setCode] = useState("4091");
  const [agreed, setAgreed] = useState(true);
  const field = { name: "field", value: text, onChange: setText };
  return (
    <PiecePage title="Forms">
      <RailHero title={"The money\ncan be checked."} />
      <div className="stack pad gap-3">
        {all(Field, [
          { ...field, label: "User name", end: <b className="turf">free</b>, autoFocus: true },
          { ...field, label: "Password", type: "password" },
          { ...field, label: "Phone", type: "tel", error: "This number is already in use" },
        ])}
        <Meter label="Strength" value={0.86} text="strong" />
        <SelectField
          {...field}
          label="Country"
          value="+61"
          options={[{ id: "+61", label: "+61" }]}
        />
        <CodeField
          label="Code from the text message"
          value={code}
          onChange={setCode}
          autoFocus
          labelEnd={<span className="mute">valid for 4:38</span>}
          hint="Sent to +61 491 570 156"
        />
        <Checkbox checked={agreed} onChange={setAgreed} label="I am 18 or over." />
        <TextLink icon="translate" onPress={nothing}>
          English
        </TextLink>
        <PrimaryButton reason="2 digits of the code are missing">Sign up</PrimaryButton>
        <PrimaryButton icon="lock" reason="Betting needs a connection" reasonInside>
          Place bet
        </PrimaryButton>
      </div>
    </PiecePage>
  );
}

/** What stands where nothing is yet, nothing came, or something is to be known. */
export function StatesPage(): ReactNode {
  return (
    <PiecePage title="States">
      <OfflineBar asOf="14:32" />
      <UpdateBar onUpdate={nothing} onLater={nothing} />
      {all(Skeleton, [
        { kind: "board" },
        { kind: "runner", rows: 2 },
        { kind: "meeting" },
        { kind: "row", rows: 2 },
        { kind: "order" },
        { kind: "next" },
      ])}
      <EmptyState
        title="No open bets"
        text="Next race: Wattle Ridge R5, jumps in"
        startsAt={inMs(3, 12)}
        act={{ label: "See the runners", onPress: nothing }}
      />
      <ErrorState
        title="The statement did not load."
        text="The server took too long. Your money is not affected."
        onRetry={nothing}
        helpHref="#"
        reference="Request 7f3a-19c2 · 14:33:05"
      />
      {all(Notice, [
        { tone: "brass", title: "Mads Orr entered first", children: "He cannot settle this race." },
        { tone: "firm", children: "Refund on the way" },
        { tone: "turf", children: "Saved" },
      ])}
    </PiecePage>
  );
}
