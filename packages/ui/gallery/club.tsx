import type { ReactNode } from "react";
import { Button, DayCard, FriendRow, InviteBoard, ProductCard, Tag } from "../src/index.ts";
import { nothing } from "./data.ts";
import { PiecePage, Shown } from "./piece.tsx";

const GOODS = [
  ["cap", "Rail cap", "$29.00", "24 left", "many"],
  ["glasses", "Field glasses 8 × 32", "$118.00", "6 left", "few"],
  ["towel", "Saddle cloth towel with a long name", "$35.00", "40 left", "many"],
  ["umbrella", "Jockey umbrella", "$64.00", "Sold out", "none"],
  ["mug", "Winning post mug", "$18.00", "60 left", "many"],
  ["book", "Morning gallops", "$48.00", "9 left", "many"],
] as const;

export function ProductsPage(): ReactNode {
  return (
    <PiecePage title="Product cards">
      <ul className="products">
        {GOODS.map(([drawing, name, price, stock, left]) => (
          <ProductCard
            key={name}
            {...{ drawing, name, price, stock, left }}
            about="In the colours of the club."
            act="Buy"
            onPress={nothing}
            tell={{ label: "Tell me", isOn: false, onPress: nothing }}
          />
        ))}
      </ul>
      <ul className="club-days">
        <DayCard
          month="DEC"
          day="05"
          name="Morning gallops"
          about="Wattle Ridge, with breakfast"
          price="$48.00"
          stock="3 left"
          left="few"
          onPress={nothing}
        />
      </ul>
    </PiecePage>
  );
}

const QR =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath d='M1 1h2v2h-2zM5 1h2v2h-2zM1 5h2v2h-2zM5 5h1v1h-1z'/%3E%3C/svg%3E";

export function InvitePage(): ReactNode {
  return (
    <PiecePage title="Invitation board">
      <InviteBoard
        picture={QR}
        pictureLabel="QR code of the link"
        codeLabel="Your code"
        code="RIVER401"
        text="Show it to a friend: at the sign-up your code is filled in."
        acts={
          <>
            <Button kind="primary" icon="share" onPress={nothing}>
              Share the link
            </Button>
            <Button icon="copy" onPress={nothing}>
              Copy
            </Button>
          </>
        }
      />
      <Shown as="Who joined">
        <ul>
          <FriendRow name="T•••" meta="joined Sat 14 Nov" end={<Tag tone="turf">rewarded</Tag>} />
          <FriendRow name="O•••" meta="joined Mon 9 Nov" end={<Tag tone="brass">on the way</Tag>} />
        </ul>
      </Shown>
    </PiecePage>
  );
}
