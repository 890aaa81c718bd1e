import { type CheckLine, FormatError, checkReceipt, compare, readReceipt } from "@club/domain";
import type { OrderDetail } from "../api/orders.ts";
import { clubKeys } from "./club-keys.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";
import type { Proof } from "./ProofFrame.tsx";
import { compareShown } from "./shown-bet.ts";

/** Where a bet is in the frozen pool. */
export interface PlaceOfBet {
  readonly state: "inside" | "unsigned";
  readonly index: number;
  readonly size: number;
}

/** The receipt of a frozen bet as a file that proves it without the club; null before the close. */
export async function receiptOf(order: OrderDetail): Promise<object | null> {
  if (order.proof === null || order.signed_root === null) return null;
  const { receipt_hash, proof, signed_root } = order;
  const keys = (await clubKeys()) ?? [];
  return { format: "club-receipt/1", receipt_hash, proof, signed_root, keys };
}

/** Proves a bet on this phone: receipt, leaf, path, signed root. */
export async function proveOrder(order: OrderDetail): Promise<Proof<PlaceOfBet>> {
  const keys = await clubKeys();
  if (keys === null) return { state: "offline" };
  const lines = await checkOrder(order);
  const wrong = lines.filter(({ verdict }) => verdict === "differs");
  if (wrong.length > 0) return { state: "wrong", lines: wrong };
  const { index, tree_size } = order.proof ?? { index: 0, tree_size: 0 };
  const isSigned = lines.every(({ verdict }) => verdict === "equal");
  return { state: isSigned ? "inside" : "unsigned", index, size: tree_size };
}

async function checkOrder(order: OrderDetail): Promise<CheckLine[]> {
  try {
    const receipt = readReceipt(await receiptOf(order));
    const lines = await checkReceipt(receipt, PHONE_TOOLS);
    return [...lines, compareShown(receipt.proof.leaf, order)];
  } catch (error) {
    if (error instanceof FormatError) return [compare("format", {}, ["sound", "broken"])];
    throw error;
  }
}
