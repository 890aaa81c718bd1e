import {
  type CheckLine,
  FormatError,
  checkSportReceipt,
  compare,
  readSportReceipt,
} from "@club/domain";
import type { SportOrderDetail } from "../api/sport.ts";
import { clubKeys } from "./club-keys.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";
import type { Proof } from "./ProofFrame.tsx";
import { compareShownSport } from "./shown-bet.ts";

/** Where a bet stands in the sealed list of one of its events. */
export interface SealedPlace {
  readonly eventId: string;
  readonly number: number;
  readonly size: number;
  readonly closedAt: string;
  readonly root: string;
}

/** Where a sport bet is in the sealed list of each event that has closed. */
export interface PlacesOfBet {
  readonly state: "inside" | "unsigned";
  readonly places: readonly SealedPlace[];
}

/** The receipt of a sport bet as a file that proves it without the club; null before any of its events has closed. */
export async function sportReceiptOf(order: SportOrderDetail): Promise<object | null> {
  const [first] = order.proofs;
  if (first === undefined) return null;
  return {
    format: "club-sport-receipt/1",
    receipt_hash: order.receipt_hash,
    leaf: first.leaf,
    proofs: order.proofs.map(({ index, tree_size, path, root, signed_root }) => {
      return { index, tree_size, path, root, signed_root };
    }),
    keys: (await clubKeys()) ?? [],
  };
}

/** Proves a sport bet on this phone: receipt, leaf, path, signed root, for each event. */
export async function proveSportOrder(order: SportOrderDetail): Promise<Proof<PlacesOfBet>> {
  const keys = await clubKeys();
  if (keys === null) return { state: "offline" };
  const lines = await checkOrder(order);
  const wrong = lines.filter(({ verdict }) => verdict === "differs");
  if (wrong.length > 0) return { state: "wrong", lines: wrong };
  const isSigned = lines.every(({ verdict }) => verdict === "equal");
  const places = order.proofs.map((proof) => ({
    eventId: proof.event_id,
    number: proof.index + 1,
    size: proof.tree_size,
    closedAt: proof.signed_root.closed_at,
    root: proof.root,
  }));
  return { state: isSigned ? "inside" : "unsigned", places };
}

async function checkOrder(order: SportOrderDetail): Promise<CheckLine[]> {
  try {
    const receipt = readSportReceipt(await sportReceiptOf(order));
    const lines = await checkSportReceipt(receipt, PHONE_TOOLS);
    return [...lines, compareShownSport(receipt.leaf, order)];
  } catch (error) {
    if (error instanceof FormatError) return [compare("format", {}, ["sound", "broken"])];
    throw error;
  }
}
