import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { ProductDrawing, type ProductDrawingName } from "./ProductDrawing.tsx";
import "./styles/shop.css";

export interface ProductCardProps {
  readonly drawing: ProductDrawingName;
  readonly name: string;
  readonly about: string;
  readonly price: string;
  /** "24 left", "Sold out". */
  readonly stock: string;
  /** few: said in red; none: cannot be bought. */
  readonly left: "many" | "few" | "none";
  readonly act: string;
  readonly onPress: () => void;
  /** Sold out: "Tell me" asks for a message when it is back, and says so once asked. */
  readonly tell?:
    | { readonly label: string; readonly isOn: boolean; readonly onPress: () => void }
    | undefined;
}

/** Goods of the shop: what they are, what they cost, how many are left. */
export function ProductCard(props: ProductCardProps): ReactNode {
  const { name, price, stock, left, act, tell } = props;
  return (
    <li className="product down">
      <div className="product-ground">
        <ProductDrawing name={props.drawing} />
      </div>
      <div className="product-words down gap-1">
        <h2>{name}</h2>
        {props.about !== "" && <p className="mute">{props.about}</p>}
        <p className="product-price">
          <b className="fig brass">{price}</b>
          <span className={left === "few" ? "loss" : "mute"}>{stock}</span>
        </p>
        {left === "none" && tell !== undefined ? (
          <Button
            wide
            icon={tell.isOn ? "check" : "bell"}
            label={`${tell.label}: ${name}, ${stock}`}
            onPress={tell.onPress}
          >
            {tell.label}
          </Button>
        ) : (
          <Button
            wide
            label={`${left === "none" ? stock : act}: ${name}, ${price}`}
            reason={left === "none" ? stock : undefined}
            reasonInside
            onPress={props.onPress}
          >
            {act}
          </Button>
        )}
      </div>
    </li>
  );
}

export interface DayCardProps {
  /** "DEC" and "05". */
  readonly month: string;
  readonly day: string;
  readonly name: string;
  readonly about: string;
  readonly price: string;
  readonly stock: string;
  readonly left: "many" | "few" | "none";
  readonly onPress: () => void;
}

/** A day at the club: one row that opens. */
export function DayCard(props: DayCardProps): ReactNode {
  return (
    <li>
      <button type="button" className="club-day across" onClick={props.onPress}>
        <span className="club-day-date centred fig">
          <small>{props.month}</small> {props.day}
        </span>
        <span className="club-day-words down">
          <b>{props.name}</b>
          <span className="mute">{props.about}</span>
          <span className={props.left === "few" ? "loss" : "mute"}>{props.stock}</span>
        </span>
        <b className="fig brass">{props.price}</b>
      </button>
    </li>
  );
}
