import { ALL_UPS } from "./all-up.commands.ts";
import { BETS } from "./bets.commands.ts";
import { CARD } from "./card.commands.ts";
import type { Command } from "./command.ts";
import { MONEY } from "./money.commands.ts";
import { MULTI } from "./multi.commands.ts";
import { RACES } from "./races.commands.ts";
import { DIVIDENDS, RESULTS } from "./results.commands.ts";
import { SECOND_PERSON } from "./second-person.commands.ts";
import { SPORTS } from "./sports.commands.ts";

/** All commands. Their order is part of a seed's walk, so new ones go last. */
export const COMMANDS: readonly Command[] = [
  ...CARD,
  ...BETS,
  ...RACES,
  ...RESULTS,
  ...MONEY,
  ...SPORTS,
  ...MULTI,
  ...ALL_UPS,
  ...SECOND_PERSON,
  ...DIVIDENDS,
];
