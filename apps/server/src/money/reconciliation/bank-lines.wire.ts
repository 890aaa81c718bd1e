import type { BankLineView } from "@club/contract";
import { matchBankLines } from "@club/domain";
import type { BankMatch } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { listCandidates, listOpenLines, readTargets } from "./bank-lines.queries.ts";
import type { BankLineRow, TargetRow } from "./bank-lines.queries.ts";

/** The most open movements compared at once: the oldest. */
const MOST_COMPARED = 5000;

/** Movements as the console shows them, with their match or their likely ones. */
export async function toBankLines(
  db: Queryable,
  rows: readonly BankLineRow[],
): Promise<BankLineView[]> {
  const hasOpen = rows.some((row) => row.status === "open");
  const proposals = hasOpen ? await propose(db) : new Map<string, Proposal>();
  const known = await readTargets(
    db,
    rows.flatMap((row) => row.target_id ?? []),
  );
  const targets = new Map(known.map((target) => [target.id, target]));
  return rows.map((row) => {
    const target = row.target_id === null ? undefined : targets.get(row.target_id);
    const proposal = proposals.get(row.id);
    return {
      line_id: row.id,
      day: row.day,
      amount_cents: Number(row.amount_cents),
      reference: row.reference,
      name: row.name,
      details: row.details,
      status: row.status,
      kind: row.kind,
      note: row.note,
      is_sent_back: row.is_sent_back,
      match:
        target !== undefined
          ? toMatch(target, null)
          : proposal === undefined
            ? null
            : toMatch(proposal.target, proposal.match),
      decided_by: row.decided_by,
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  });
}

interface Proposal {
  readonly match: BankMatch;
  readonly target: TargetRow;
}

async function propose(db: Queryable): Promise<ReadonlyMap<string, Proposal>> {
  const candidates = await listCandidates(db);
  const targets = new Map(candidates.map((each) => [each.id, each]));
  const found = matchBankLines(
    (await listOpenLines(db, MOST_COMPARED)).map((row) => ({
      ...row,
      amountCents: row.amount_cents,
    })),
    candidates.map((each) => ({ ...each, amountCents: each.amount_cents })),
  );
  return new Map(
    found.flatMap((match) => {
      const target = targets.get(match.candidate.id);
      return target === undefined ? [] : [[match.lineId, { match, target }] as const];
    }),
  );
}

function toMatch(target: TargetRow, match: BankMatch | null): BankLineView["match"] {
  return {
    kind: target.kind,
    target_id: target.id,
    reference: target.reference,
    user_name: target.user_name,
    full_name: target.full_name,
    amount_cents: Number(target.amount_cents),
    status: target.status,
    strength: match?.strength ?? null,
    has_reference: match?.hasReference ?? true,
    has_amount: match?.hasAmount ?? true,
    has_name: match?.hasName ?? true,
  };
}
