import { expect, test } from "vitest";
import { startClub } from "./club.ts";
import { requireSoundBooks } from "./sound-books.ts";

test("a cent too much in a wallet, or a line that nobody paid, is named at the end of a test", async () => {
  const club = await startClub();
  const player = await club.signUp();
  await club.fund(player, 1000);
  await requireSoundBooks(club.database);
  const change = async (cents: number): Promise<unknown> =>
    await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents + $2 WHERE player_id = $1", [
      player.id,
      cents,
    ]);
  await change(1);
  await expect(requireSoundBooks(club.database)).rejects.toThrow(
    `the wallet of ${player.id} has 1001, its lines 1000`,
  );
  await change(-1);
  await club.asAdmin("ALTER TABLE posting DISABLE TRIGGER ALL");
  await club.asAdmin("UPDATE posting SET amount_cents = amount_cents + 5 WHERE amount_cents < 0");
  await expect(club.close()).rejects.toThrow("the ledger sums to 5");
});
