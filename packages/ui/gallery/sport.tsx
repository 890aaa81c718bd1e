import type { ReactNode } from "react";
import { OrderCard, SportOrderLegs } from "../src/index.ts";
import { PiecePage, Shown } from "./piece.tsx";

/** A sport order as the list shows it: the card of every order, with its legs. */
export function SportOrderPage(): ReactNode {
  return (
    <PiecePage title="Sport order card">
      <Shown as="Open, with legs in every state">
        <SportOrderLegs
          label="Legs"
          legs={[
            leg("1", "Ellerby Town", "open", "15:00"),
            leg("2", "Over 2.5", "live", "58′ 1–0"),
            leg("3", "Castle Moor", "won", "Won"),
            leg("4", "Draw", "lost", "Lost"),
            leg("5", "Ellerby Town −0.75", "half-won", "Half won"),
            leg("6", "Under 2.25", "half-lost", "Half lost"),
            leg("7", "Northgate", "back", "Void"),
          ]}
        />
      </Shown>
    </PiecePage>
  );
}

function leg(
  id: string,
  name: string,
  state: "open" | "live" | "won" | "lost" | "half-won" | "half-lost" | "back",
  stateText: string,
) {
  const meta = "Match result · Ellerby Town v Castle Moor";
  return { id, name, meta, odds: "1.85", state, stateText };
}

export function OrderCardPage(): ReactNode {
  return (
    <PiecePage title="Order card">
      <OrderCard
        href="#1"
        title="Single Win"
        meta="Wattle Ridge R5 · 13:20"
        tags={[{ text: "Refunded", tone: "firm", icon: "undo" }]}
        selection={[{ number: 8 }, { text: "Ardent Lad", struck: true }]}
        note="scratched 14:05"
        sum="1 × $15.00 = $15.00"
        amounts={[{ word: "back", amount: "$15.00", tone: "firm" }]}
      />
      <OrderCard
        href="#2"
        title="Quinella"
        meta="Wattle Ridge R3 · 12:52"
        tags={[{ text: "Won", tone: "turf", icon: "check" }]}
        selection={[{ number: 4 }, { text: "with" }, { number: 7 }, { number: 9 }]}
        sum="2 × $5.00 = $10.00"
        amounts={[{ word: "paid", amount: "$120.50", tone: "turf" }]}
      />
      <OrderCard
        href="#3"
        title="First 4 Stand Out"
        meta="A meeting with a name that is long R12 · 12:58"
        tags={[{ text: "Open", tone: "brass" }]}
        selection={[
          { number: 2 },
          { number: 3 },
          { text: "with" },
          { number: 10 },
          { number: 5 },
          { number: 11 },
        ]}
        sum="24 × $1.00 = $24.00"
        amounts={[]}
      />
    </PiecePage>
  );
}
