import { useState, type ReactNode } from "react";
import {
  AppShell,
  Button,
  Checkbox,
  CodeField,
  CopyBoard,
  CopyRow,
  DayHead,
  Field,
  Figure,
  FigureGrid,
  FilterChips,
  Icon,
  LimitLine,
  LimitRing,
  ListGroup,
  ListRow,
  Meter,
  OrderCard,
  PrimaryButton,
  RailHero,
  Section,
  SelectField,
  StatementRow,
  StepPlot,
  TabSwitch,
  Tag,
  TextLink,
  TimeLine,
  TopBar,
  ToteBoard,
} from "../src/index.ts";
import { nothing } from "./data.ts";
import { Tabs } from "./home.tsx";

export function OrdersPage(): ReactNode {
  return (
    <AppShell
      header={
        <TopBar
          kind="light"
          title="Order"
          back={{ onPress: nothing }}
          actions={[
            { icon: "calendar", label: "Days", onPress: nothing },
            { icon: "filter", label: "Filter", onPress: nothing },
          ]}
        />
      }
      tabBar={<Tabs current="bets" badge={2} />}
    >
      <TabSwitch
        label="Orders"
        currentId="settled"
        items={[
          { id: "open", label: "Open", count: 2, href: "#" },
          { id: "settled", label: "Settled", href: "#" },
          { id: "all", label: "All", href: "#" },
        ]}
        end={
          <TextLink href="#x" opens>
            Sport orders
          </TextLink>
        }
      />
      <DayHead title="Today, Sat 21 Nov">
        staked $69.00 · back <b>$153.50</b>
      </DayHead>
      <OrderCard
        href="#"
        title="Single Win"
        meta="Wattle Ridge R5 · 13:20"
        tags={[{ text: "Refunded", tone: "firm", icon: "undo" }]}
        selection={[{ number: 8 }, { text: "Ardent Lad", struck: true }]}
        note="scratched 14:05"
        sum="1 × $15.00 = $15.00"
        amounts={[{ word: "back", amount: "$15.00", tone: "firm" }]}
      />
      <OrderCard
        href="#"
        title="Quinella"
        meta="Wattle Ridge R3 · 12:52"
        tags={[{ text: "Won", tone: "turf", icon: "check" }]}
        selection={[{ number: 4 }, { text: "with" }, { number: 7 }, { number: 9 }]}
        sum="2 × $5.00 = $10.00"
        amounts={[{ word: "paid", amount: "$120.50", tone: "turf" }]}
      />
      <OrderCard
        href="#"
        title="Trifecta Box"
        meta="Ferrow Downs R2 · 12:58"
        tags={[{ text: "Part refunded", tone: "firm", icon: "undo" }, { text: "Lost" }]}
        selection={[{ number: 2 }, { number: 3 }, { number: 10 }, { number: 5, scratched: true }]}
        note="5 scratched: 18 of 24 void"
        sum="24 × $1.00 = $24.00"
        amounts={[
          { word: "back", amount: "$18.00", tone: "firm" },
          { word: "paid", amount: "$0.00", tone: "mute" },
        ]}
      />
      <OrderCard
        href="#"
        title="Exacta Stand Out"
        meta="Ferrow Downs R2 · 13:06"
        tags={[{ text: "Lost" }]}
        selection={[
          { number: 2 },
          { text: "to win, with" },
          { number: 1 },
          { number: 4 },
          { number: 6 },
          { number: 7 },
          { number: 9 },
        ]}
        sum="5 × $4.00 = $20.00"
        amounts={[{ word: "paid", amount: "$0.00", tone: "mute" }]}
      />
      <DayHead title="Fri 20 Nov">
        staked $42.00 · back <b>$38.40</b>
      </DayHead>
    </AppShell>
  );
}

export function StatementPage(): ReactNode {
  const values = [
    640, 640, 620, 650, 650, 600, 590, 780, 740, 740, 820, 790, 760, 1060, 1030, 990, 1050, 1100,
    1080, 1160, 1010, 1264.5,
  ];
  return (
    <AppShell
      header={
        <TopBar
          kind="light"
          title="Statement"
          back={{ onPress: nothing }}
          actions={[{ icon: "download", label: "Export", onPress: nothing }]}
        />
      }
      tabBar={<Tabs current="account" badge={2} />}
    >
      <div
        className="section"
        style={{
          marginBottom: 0,
          borderTop: 0,
          display: "flex",
          flexDirection: "column",
          gap: "0.625rem",
        }}
      >
        <div style={{ display: "flex", justifyContent: "space-between" }}>
          <Button icon="calendar" onPress={nothing}>
            1 – 21 Nov 2026
          </Button>
          <Figure
            label="Net result of betting"
            value="+$74.50"
            tone="turf"
            size="board"
            align="end"
          />
        </div>
        <FigureGrid>
          <Figure label="Opened with" value="$640.00" />
          <Figure label="Topped up" value="+$700.00" />
          <Figure label="Withdrawn" value="−$150.00" />
          <Figure label="Staked" value="−$612.40" />
          <Figure label="Paid out" value="+$653.90" />
          <Figure label="Refunded" value="+$33.00" />
        </FigureGrid>
        <StepPlot
          label="Balance"
          points={values.map((y, x) => ({ x, y }))}
          yLabel={(value) => value.toLocaleString("en")}
          xLabels={[
            { x: 0, label: "1 Nov" },
            { x: 7, label: "8 Nov" },
            { x: 14, label: "15 Nov" },
            { x: 21, label: "21 Nov" },
          ]}
        />
      </div>
      <FilterChips
        label="Type"
        selectedId="all"
        onSelect={nothing}
        chips={["All", "Bets", "Payouts", "Refunds", "Top-ups"].map((label) => ({
          id: label.toLowerCase(),
          label,
        }))}
      />
      <StatementRow
        icon="bets"
        title="Each Way · Wattle Ridge R5"
        meta="14:32 · WR5-7K2M-0482"
        amount="−$20.00"
        balance="1,264.50"
        href="#"
      />
      <StatementRow
        icon="undo"
        tone="firm"
        title="Refund · Ardent Lad scratched"
        meta="14:05 · Wattle Ridge R5"
        amount="+$15.00"
        balance="1,284.50"
        href="#"
      />
      <StatementRow
        icon="arrow-in"
        tone="turf"
        title="Payout · Quinella"
        meta="13:34 · Wattle Ridge R3"
        amount="+$120.50"
        balance="1,269.50"
        href="#"
      />
      <StatementRow
        icon="bets"
        title="Single Win · Wattle Ridge R5"
        meta="13:20 · WR5-7K1R-0091"
        amount="−$15.00"
        balance="1,149.00"
        href="#"
      />
      <StatementRow
        icon="bets"
        title="Exacta Stand Out · Ferrow Downs R2"
        meta="13:06 · FD2-7K1F-0215"
        amount="−$20.00"
        balance="1,164.00"
        href="#"
      />
    </AppShell>
  );
}

export function AccountPage(): ReactNode {
  return (
    <AppShell
      header={
        <TopBar
          kind="green"
          title="Noor Haldane"
          subtitle="noor.h · member 40117"
          actions={[
            { icon: "translate", label: "Language", onPress: nothing },
            { icon: "bell", label: "Notices", dot: true, onPress: nothing },
          ]}
        />
      }
      tabBar={<Tabs current="account" badge={2} />}
    >
      <ToteBoard>
        <div
          className="section section-page"
          style={{ display: "flex", flexDirection: "column", gap: "0.75rem" }}
        >
          <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end" }}>
            <Figure label="Balance" value="$1,264.50" size="clock" />
            <Figure label="Held, withdrawal pending" value="$150.00" align="end" />
          </div>
          <div className="row gap-2 row-even">
            <Button wide kind="primary" icon="add" onPress={nothing}>
              Top up
            </Button>
            <Button wide icon="bank" onPress={nothing}>
              Withdraw
            </Button>
          </div>
        </div>
      </ToteBoard>
      <Section>
        <div
          style={{
            display: "flex",
            gap: "0.75rem",
            alignItems: "center",
            paddingBottom: "0.625rem",
            borderBottom: "1px solid var(--line)",
          }}
        >
          <LimitRing used={0.56} size="large" />
          <span className="row-text">
            <b>$56 of $100 staked today</b>
            <span className="mute">resets 00:00 · net loss $0 of $200 this week</span>
          </span>
        </div>
        <div
          style={{ display: "flex", gap: "0.75rem", alignItems: "center", paddingTop: "0.625rem" }}
        >
          <Figure label="Signed in for" value="0:48" />
          <Figure label="Net today" value="+$64.50" tone="turf" />
          <Button icon="limits" onPress={nothing}>
            Limits
          </Button>
          <Button icon="pause" onPress={nothing}>
            Break
          </Button>
        </div>
      </Section>
      <ListGroup>
        <ListRow icon="statement" title="Statement" href="#" />
        <ListRow icon="history" title="Top-up and withdrawal records" href="#" />
        <ListRow icon="card" title="Bank account" end="•••• 4417" href="#" />
      </ListGroup>
      <ListGroup>
        <ListRow icon="gift" title="Invite" end="3 joined" href="#" />
        <ListRow icon="shop" title="Shop" href="#" />
        <ListRow icon="live" title="Live" href="#" />
        <ListRow icon="book" title="Rules and help" href="#" />
        <ListRow icon="gear" title="Language, theme, text size" end="English" href="#" />
      </ListGroup>
    </AppShell>
  );
}

export function TopUpPage(): ReactNode {
  return (
    <AppShell
      header={
        <TopBar
          kind="light"
          title="Player top up"
          back={{ onPress: nothing }}
          end={<TextLink href="#h">History</TextLink>}
        />
      }
      act={
        <>
          <LimitLine used={0.8}>
            <b>$200</b> of $500 this week → <b>$400</b> with this one
          </LimitLine>
          <PrimaryButton money="$200.00" onPress={nothing}>
            I have sent
          </PrimaryButton>
        </>
      }
    >
      <Section>
        <div style={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
          <Figure label="Bank transfer" value="$200.00" size="clock" />
          <Tag tone="brass" icon="clock">
            waiting for your transfer
          </Tag>
        </div>
      </Section>
      <Section title="Send it to" flush>
        <CopyRow label="Account name" value="Horse Club Trust" copyLabel="Copy" onCopy={nothing} />
        <CopyRow label="BSB" value="999 204" copyLabel="Copy" onCopy={nothing} />
        <CopyRow label="Account" value="1184 2207" copyLabel="Copy" onCopy={nothing} />
      </Section>
      <CopyBoard
        label="Reference, must be in the transfer"
        value="HC 40117 TQ"
        copyLabel="Copy"
        onCopy={nothing}
      />
      <ListGroup>
        <ListRow
          icon="camera"
          strong
          title="Add the bank’s receipt"
          meta="optional, makes it quicker · JPEG, PNG, WebP"
          onPress={nothing}
        />
      </ListGroup>
      <Section>
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
            {
              id: "3",
              title: "Checked by the club",
              note: "usually within 20 minutes, 09:00 to 22:00",
              state: "next",
            },
            { id: "4", title: "In your balance", state: "next" },
          ]}
        />
      </Section>
    </AppShell>
  );
}

export function LoginPage(): ReactNode {
  const [password, setPassword] = useState("seven copper");
  return (
    <AppShell
      header={
        <TopBar
          kind="green"
          brand
          title="Horse Club"
          end={
            <TextLink icon="translate" onPress={nothing}>
              English
            </TextLink>
          }
        />
      }
    >
      <RailHero title={"The money\ncan be checked."} />
      <div className="stack pad gap-3" style={{ paddingTop: "1.25rem" }}>
        <Field label="User name" name="user" value="noor.h" onChange={nothing} />
        <Field
          label="Password"
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoFocus
        />
        <PrimaryButton onPress={nothing}>Sign in</PrimaryButton>
        <Button wide icon="key" onPress={nothing}>
          Sign in with a passkey
        </Button>
      </div>
    </AppShell>
  );
}

export function FormsPage(): ReactNode {
  const [code, setCode] = useState("4091");
  const [agreed, setAgreed] = useState(true);
  return (
    <AppShell
      header={
        <TopBar
          kind="green"
          title="Sign Up"
          back={{ onPress: nothing }}
          end={
            <TextLink icon="translate" onPress={nothing}>
              English
            </TextLink>
          }
        />
      }
      act={<PrimaryButton reason="2 digits of the code are missing">Sign up</PrimaryButton>}
    >
      <div className="stack pad gap-3" style={{ paddingTop: "1rem" }}>
        <Field
          label="User name"
          name="user"
          value="wen.corrie"
          onChange={nothing}
          end={
            <b className="turf" style={{ display: "flex", gap: "0.25rem" }}>
              <Icon name="check" />
              free
            </b>
          }
        />
        <Field
          label="Password"
          name="password"
          type="password"
          value="seven copper gates"
          onChange={nothing}
        />
        <Meter label="Strength" value={0.86} text="strong" />
        <div className="row gap-2 row-even">
          <div style={{ flex: "0 0 6rem" }}>
            <SelectField
              label="Country"
              name="country"
              value="+61"
              options={[{ id: "+61", label: "+61" }]}
              onChange={nothing}
            />
          </div>
          <div style={{ flex: 1 }}>
            <Field
              label="Phone"
              name="phone"
              type="tel"
              value="491 570 156"
              onChange={nothing}
              error="This number is already in use"
            />
          </div>
        </div>
        <CodeField
          label="Code from the text message"
          value={code}
          onChange={setCode}
          autoFocus
          labelEnd={
            <span className="mute">
              valid for <b className="fig">4:38</b>
            </span>
          }
          hint="Sent to +61 491 570 156"
        />
        <Checkbox
          checked={agreed}
          onChange={setAgreed}
          label={
            <>
              I am 18 or over and agree to the <b className="turf">club rules</b>. I give my date of
              birth before my first bet.
            </>
          }
        />
      </div>
    </AppShell>
  );
}
