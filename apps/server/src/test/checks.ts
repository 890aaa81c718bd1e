import type { AppContext } from "../core/context.ts";
import { DatabaseBusy } from "../core/db/connect.ts";
import { type Verification, verifyBooks } from "../proofs/checks/verify-books.ts";
import { until } from "./db/race-day.ts";

type Ctx = Pick<AppContext, "db">;

/** All checks of the books. Asked again in a busy moment, as the clock does: it goes on at its check. */
export async function checksOf(ctx: Ctx): Promise<Verification["checks"]> {
  const found: Verification["checks"] = [];
  await until(async () => {
    try {
      found.push(...(await verifyBooks(ctx)).checks);
      return true;
    } catch (error) {
      if (error instanceof DatabaseBusy) return false;
      throw error;
    }
  });
  return found;
}

/** The checks that fail. */
export async function brokenChecks(ctx: Ctx): Promise<Verification["checks"]> {
  return (await checksOf(ctx)).filter((check) => !check.ok);
}
