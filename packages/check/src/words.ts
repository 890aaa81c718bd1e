import type { CheckLine, CheckName } from "@club/domain";

/** Each check in plain words; where it differs, what was computed and what is stated follow. */
const WORDS: Readonly<Record<CheckName, string>> = {
  settled: "the race is settled",
  placings: "the result names runners of the race",
  gross: "stakes add up to the pool",
  combinations: "stakes on combinations that nobody could hold",
  status: "how the pool ended",
  takeout: "takeout",
  net: "what the winners share",
  tickets: "tickets on a winner add up to its stakes",
  dividend: "dividend",
  paid: "paid out",
  breakage: "breakage",
  house_topup: "paid in by the club",
  jackpot_out: "jackpot that waits",
  book_result: "result of declared dividends",
  favourite: "favourite that replaces withdrawn runners",
  leg: "a race as its pool over several saw it",
  outcome: "what became of an outcome, by the result",
  price: "bets at prices that were never shown",
  frozen: "the pool was frozen",
  root_race: "the frozen pool is of this race",
  root_close: "the frozen pool is of this close",
  root_stakes: "stakes are those of the frozen pool",
  signature: "the club's signature",
  file_signature: "the club's signature on the file",
  key: "the club's key",
  receipt_hash: "the receipt is of this bet",
  path: "the bet is in the frozen pool",
  root_of_receipt: "the receipt names the signed pool",
  bets_of_receipt: "number of bets in the pool",
  in_time: "accepted before the close",
  previous: "follows the signed pool before it",
  order: "goes on where the day before ended",
  log_size: "length of the log",
  log_root: "the log is made of its entries",
  consistency: "the log only grew",
  in_log: "the frozen pool is the one in the public log",
  kept: "what was kept before is still there",
  day_signature: "the club's signature on the day",
  root_of_bets: "the bets are those of the frozen pool",
  stakes_of_bets: "stakes are those of the bets",
  refunded_of_bets: "what came back is that of the bets",
  payout: "what a bet was paid",
  paid_of_bets: "payouts add up",
  books: "the ledger says the same",
  format: "the file",
};

/** One line of text for a check. */
export function sentenceOf({ check, pool, item, computed, stated, verdict }: CheckLine): string {
  const where = [pool, item].filter((part) => part !== null).join(" ");
  const what = `${WORDS[check]}${where === "" ? "" : ` (${where})`}`;
  if (verdict === "equal") return `equal    ${what}`;
  if (verdict === "unchecked") return `unknown  ${what}: ${computed}`;
  return `DIFFERS  ${what}: computed ${shorten(computed)}, stated ${shorten(stated)}`;
}

const MOST = 120;

function shorten(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}...`;
}
