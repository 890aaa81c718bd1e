import type { Arguments } from "../../core/db/arguments.ts";
import type { PendingSportBet } from "./sport-bet-group.ts";

/** Lists what several bets name only once; its place, counted from 1 as in SQL, stands for it. */
class Places {
  readonly #places = new Map<string, number>();

  /** The place of a key, and whether it is new. */
  of(key: string): readonly [place: number, isNew: boolean] {
    const known = this.#places.get(key);
    if (known !== undefined) return [known, false];
    const place = this.#places.size + 1;
    this.#places.set(key, place);
    return [place, true];
  }

  get keys(): string[] {
    return [...this.#places.keys()];
  }
}

/** The legs of a group, and everything that they name. */
class Legs {
  readonly players = new Places();
  readonly events = new Places();
  readonly markets = new Places();
  readonly #outcomes = new Places();
  readonly #books = new Places();
  readonly outcomeIds: string[] = [];
  readonly outcomeMarkets: number[] = [];
  readonly outcomeEvents: number[] = [];
  readonly bookPlayers: number[] = [];
  readonly bookEvents: number[] = [];
  readonly legOutcomes: number[] = [];
  readonly legBooks: number[] = [];
  readonly legOdds: number[] = [];

  add(player: number, leg: PendingSportBet["legs"][number]): void {
    const [event] = this.events.of(leg.eventId);
    const [market] = this.markets.of(leg.marketId);
    // The same outcome id under another market or event is a different entry, and an unknown one.
    const [outcome, isNew] = this.#outcomes.of(`${leg.outcomeId} ${market} ${event}`);
    if (isNew) {
      this.outcomeIds.push(leg.outcomeId);
      this.outcomeMarkets.push(market);
      this.outcomeEvents.push(event);
    }
    const [book, isNewBook] = this.#books.of(`${player} ${event}`);
    if (isNewBook) {
      this.bookPlayers.push(player);
      this.bookEvents.push(event);
    }
    this.legOutcomes.push(outcome);
    this.legBooks.push(book);
    this.legOdds.push(leg.seenOddsMilli);
  }
}

type Columns = Omit<Arguments<"place_sport_bets">, "p_max_payout" | "p_player_limit">;

/** A group as the arrays of `place_sport_bets`, whose file explains each. */
export function groupColumns(bets: readonly PendingSportBet[]): Columns {
  const legs = new Legs();
  const players = bets.map((bet) => {
    const [player] = legs.players.of(bet.playerId);
    for (const leg of bet.legs) legs.add(player, leg);
    return player;
  });
  return {
    p_id: bets.map((bet) => bet.id),
    p_player: players,
    p_key: bets.map((bet) => bet.idempotencyKey),
    p_fingerprint: bets.map((bet) => bet.fingerprint),
    p_nonce: bets.map((bet) => bet.nonce),
    p_kind: bets.map((bet) => bet.kind),
    p_policy: bets.map((bet) => bet.policy),
    p_lines: bets.map((bet) => bet.lines),
    p_unit: bets.map((bet) => bet.unitCents),
    p_leg_count: bets.map((bet) => bet.legs.length),
    p_leg_outcome: legs.legOutcomes,
    p_leg_book: legs.legBooks,
    p_leg_odds: legs.legOdds,
    p_players: legs.players.keys,
    p_events: legs.events.keys,
    p_markets: legs.markets.keys,
    p_outcomes: legs.outcomeIds,
    p_outcome_market: legs.outcomeMarkets,
    p_outcome_event: legs.outcomeEvents,
    p_book_player: legs.bookPlayers,
    p_book_event: legs.bookEvents,
  };
}
