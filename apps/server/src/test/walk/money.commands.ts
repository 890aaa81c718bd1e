import { releaseCooled } from "../../money/withdrawals/cancel-withdrawal.ts";
import { type Command, newKey, pick } from "./command.ts";

/** Money by hand: cancelled bets, money that comes and goes, withdrawals and how they end. */
export const MONEY: readonly Command[] = [
  {
    name: "cancel bet",
    weight: 4,
    plan: (model, [a, b]) => {
      const bet = pick(model.bets, a);
      if (bet === undefined) return null;
      const status = model.statusOfBet(bet);
      const isPlanned = bet.parts.some(({ pool }) => pool.isSettled);
      const isOver = status !== "void" && (status !== "accepted" || isPlanned);
      return {
        told: `cancel bet ${model.bets.indexOf(bet)}`,
        ...(isOver ? { refused: "order.settled" } : {}),
        act: async ({ club }) =>
          await club.call("POST", `/api/operator/orders/${bet.id}/void`, club.clerk.token, {
            reason: `wrong ${b}`,
          }),
        then: () => {
          bet.isVoid = true;
        },
      };
    },
  },
  {
    name: "adjust",
    weight: 4,
    plan: (model, [a, b]) => {
      const player = a % model.players.length;
      const { cash } = model.players[player]!;
      const take = b % 3 !== 0;
      const cents = take ? cash - (b % 2 === 0 ? 0n : cash / 3n) : BigInt(500 + (b % 50) * 100);
      if (cents <= 0n) return null;
      return {
        told: `${take ? "spend" : "bring"} ${cents} of player ${player}`,
        // Money from elsewhere: as if the player had spent some, or brought some.
        act: async ({ club }) => {
          await club.asAdmin(
            `SELECT post_entry(gen_random_uuid(), 'adjustment', $1, 'walk', ARRAY[w.cash_account,
                 (SELECT id FROM account WHERE kind = 'bank_clearing')], ARRAY[$3::bigint, -$3::bigint])
               FROM wallet w WHERE w.player_id = $2`,
            [newKey(), club.players[player]!.id, take ? -cents : cents],
          );
          return undefined;
        },
        then: (now) => {
          now.players[player]!.cash += take ? -cents : cents;
        },
      };
    },
  },
  {
    name: "top up",
    weight: 2,
    plan: (model, [a, b]) => {
      const player = a % model.players.length;
      const amount = 1000 + (b % 40) * 250;
      return {
        told: `player ${player} tops up ${amount}`,
        act: async ({ club }) => {
          const { token } = club.players[player]!;
          const body = { method: "bank_transfer", amount_cents: amount };
          const made = await club.call("POST", "/api/recharge/create", token, body, newKey());
          if (made.status !== 200) return made;
          const path = `/api/operator/topups/${made.body.data.topup_id}/approve`;
          return await club.call("POST", path, club.clerk.token, {});
        },
        then: (now) => {
          now.players[player]!.cash += BigInt(amount);
        },
      };
    },
  },
  {
    name: "withdraw",
    weight: 4,
    plan: (model, [a, b]) => {
      const player = a % model.players.length;
      const { cash } = model.players[player]!;
      const amount = b % 3 === 0 ? cash : cash / 2n;
      // The next withdrawal takes over what a cancelled one still holds, which has a test of its
      // own.
      if (
        amount < 1000n ||
        model.withdrawals.some((one) => one.player === player && one.status === "cancelled")
      )
        return null;
      return {
        told: `player ${player} asks for ${amount}`,
        act: async ({ club }) =>
          await club.call(
            "POST",
            "/api/withdraw/create",
            club.players[player]!.token,
            { amount_cents: Number(amount) },
            newKey(),
          ),
        then: (now, { body }) => {
          now.players[player]!.cash -= amount;
          now.players[player]!.held += amount;
          now.withdrawals.push({
            id: body.data.withdrawal_id,
            player,
            amount,
            status: "requested",
            since: now.now,
          });
        },
      };
    },
  },
  {
    name: "end withdrawal",
    weight: 5,
    plan: (model, [a, b]) => {
      const open = model.withdrawals.filter(({ status }) =>
        ["requested", "approved", "cancelled"].includes(status),
      );
      const one = pick(open, a);
      if (one === undefined) return null;
      if (one.status === "cancelled") {
        return {
          told: `a day later: cancelled money of player ${one.player} is cash`,
          act: async ({ club }) => {
            await club.asAdmin(
              "UPDATE withdrawal SET releases_at = club_now_ms() - interval '1 second' WHERE id = $1",
              [one.id],
            );
            await releaseCooled(club.ctx);
            return undefined;
          },
          then: (now) => {
            one.status = "released";
            now.giveBackHeld(one);
          },
        };
      }
      const ways =
        one.status === "requested"
          ? (["approve", "reject", "cancel"] as const)
          : (["paid", "reject"] as const);
      const way = pick(ways, b)!;
      return {
        told: `${way} the withdrawal of player ${one.player}`,
        act: async ({ club }) =>
          way === "cancel"
            ? await club.call(
                "POST",
                `/api/withdraw/${one.id}/cancel`,
                club.players[one.player]!.token,
                {},
              )
            : await club.call(
                "POST",
                `/api/operator/withdrawals/${one.id}/${way}`,
                club.clerk.token,
                { reason: "looked at" },
              ),
        then: (now) => {
          if (way === "approve") one.status = "approved";
          if (way === "cancel") one.status = "cancelled";
          if (way === "reject") {
            one.status = "rejected";
            now.giveBackHeld(one);
          }
          if (way === "paid") {
            one.status = "paid";
            now.players[one.player]!.held -= one.amount;
          }
        },
      };
    },
  },
];
