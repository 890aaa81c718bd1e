import type { PendingSportBet } from "./sport-bet-group.ts";

/** What several bets of a group name, each once: its place in the list, from 1 as the database counts, stands for it. */
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

/** The legs of a group, and what they name. */
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
    // The same outcome under another market or event is another one, which nobody knows.
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

/** A group as the first 21 parameters of `place_sport_bets`: migration 0200 says what each is. */
export function groupColumns(bets: readonly PendingSportBet[]): unknown[] {
  const legs = new Legs();
  const players = bets.map((bet) => {
    const [player] = legs.players.of(bet.playerId);
    for (const leg of bet.legs) legs.add(player, leg);
    return player;
  });
  return [
    bets.map((bet) => bet.id),
    players,
    bets.map((bet) => bet.idempotencyKey),
    bets.map((bet) => bet.fingerprint),
    bets.map((bet) => bet.nonce),
    bets.map((bet) => bet.kind),
    bets.map((bet) => bet.policy),
    bets.map((bet) => bet.lines),
    bets.map((bet) => bet.unitCents),
    bets.map((bet) => bet.legs.length),
    legs.legOutcomes,
    legs.legBooks,
    legs.legOdds,
    legs.players.keys,
    legs.events.keys,
    legs.markets.keys,
    legs.outcomeIds,
    legs.outcomeMarkets,
    legs.outcomeEvents,
    legs.bookPlayers,
    legs.bookEvents,
  ];
}
