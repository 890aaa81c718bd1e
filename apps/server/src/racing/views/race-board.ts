import type { BoardData, BoardLine } from "@club/contract";
import { type BoardPoolCode, type BoardRow, Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { knownId } from "../../core/kit/ids.ts";
import { rememberRace } from "../../proofs/log/race-cache.ts";
import { loadBoard } from "../pools/boards.ts";
import { loadRaceFacts } from "../races/race-facts.ts";

export interface AskedBoard {
  readonly raceId: string;
  readonly pool: BoardPoolCode;
  /** This one alone. */
  readonly combination?: string | undefined;
}

/**
 * A pool's own money by combination. A crowd shares one of each second.
 *
 * @throws not_found for a race, or a combination, that there is not; pool.not_offered
 */
export async function raceBoard(ctx: AppContext, asked: AskedBoard): Promise<BoardData> {
  const { pool, combination } = asked;
  const raceId = knownId(asked.raceId);
  if (combination !== undefined) return await readBoard(ctx, { ...asked, raceId });
  const read = async (): Promise<BoardData> => await readBoard(ctx, { raceId, pool });
  return await rememberRace(ctx, `${raceId} ${pool}`, read);
}

async function readBoard(ctx: AppContext, asked: AskedBoard): Promise<BoardData> {
  const { raceId, pool, combination } = asked;
  const { board, of, at } = await loadBoard(ctx, await loadRaceFacts(ctx, raceId), pool);
  const one = combination === undefined ? undefined : board.find(combination, of);
  if (one === null) throw new Refusal("not_found", { field: "combination" });
  const view = board.view(of, one === undefined ? undefined : 0);
  return {
    pool,
    at: wireInstant(at),
    gross_cents: wireCents(view.grossCents),
    net_cents: wireCents(view.netCents),
    total_combinations: view.totalCombinations,
    list: (one === undefined ? view.rows : [one]).map(toLine),
  };
}

function toLine({ combination, stakeCents, dividendCents }: BoardRow): BoardLine {
  return {
    combination,
    stake_cents: wireCents(stakeCents),
    dividend_cents: wireCents(dividendCents),
  };
}
