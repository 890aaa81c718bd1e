import type { ExclusionEvidence } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";
import { signUpFieldsOf } from "../../desk/connections/define-provider.ts";
import type { PersonFact, Provider } from "../../desk/connections/define-provider.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { noteRegisterBar } from "../protection/bar-player.ts";
import { readPerson } from "../protection/read-person.ts";
import { holdForReview } from "../protection/recognise-player.ts";
import type { Person } from "../protection/read-person.ts";
import type { RegisterAnswer } from "./exclusion-adapter.ts";
import {
  askAgainIn,
  claimWatched,
  endRegisterBar,
  forgetWatch,
  keepAnswer,
  listAnswers,
  readBarState,
  wasListedAs,
  writeRegisterBar,
} from "./exclusion.queries.ts";
import type { AnswerRow, Occasion } from "./exclusion.queries.ts";
import { readRegisterRule } from "./register-rule.ts";

/** How often the register is asked again about a player who was admitted without an answer. */
const AGAIN_S = 30;
const MOST_AT_ONCE = 20;

type Evidence = Omit<AnswerRow, "player_id">;

type Asked =
  | { readonly kind: "answered"; readonly answer: RegisterAnswer; readonly evidence: Evidence }
  /** No register is on, or too little is known of the person. */
  | { readonly kind: "unasked" }
  | { readonly kind: "unanswered"; readonly evidence: Evidence };

const FACTS: Readonly<Record<PersonFact, keyof Person>> = {
  full_name: "fullName",
  date_of_birth: "dateOfBirth",
  email: "email",
  postcode: "postcode",
  phone: "phone",
};

/**
 * Asks the register about a player at a sign-in or a session's first bet (promise G7). An excluded
 * player is barred as by an exclusion of the player's own: no bets and no top-ups, open bets run on,
 * the balance can be withdrawn. Without an answer the club's rule decides; of whom a register knows
 * too little to be asked, it does not decide: nobody bets before it was asked.
 *
 * @throws exclusion.unanswered, profile.name_needed
 */
export async function askRegister(
  ctx: AppContext,
  playerId: string,
  occasion: Occasion,
): Promise<void> {
  const asked = await askAbout(ctx, playerId, occasion);
  if (asked === "unasked" && occasion === "first_bet") throw new Refusal("profile.name_needed");
  if (asked !== "unanswered") return;
  const { unanswered } = await readRegisterRule(ctx.db.browsing);
  if (unanswered === "refuse") throw new Refusal("exclusion.unanswered");
  await askAgainIn(ctx.db.browsing, playerId, AGAIN_S);
}

/** After a change of name, date of birth or address. A failure is not shown to the player. */
export async function askAfterChange(ctx: AppContext, playerId: string): Promise<void> {
  if ((await askAbout(ctx, playerId, "profile")) === "unanswered") {
    await askAgainIn(ctx.db.browsing, playerId, AGAIN_S);
  }
}

/**
 * Whoever signs up gives what the register must be told, so that it is asked before there is an
 * account.
 *
 * @throws profile.name_needed with the first field that is missing
 */
export async function requireFacts(ctx: AppContext, person: Person): Promise<void> {
  const connection = await ctx.connections.open("exclusion");
  const field = signUpFieldsOf(connection?.provider).find((each) => person[FACTS[each]] === null);
  if (field !== undefined) throw new Refusal("profile.name_needed", { field });
}

/**
 * Asks the register about somebody who signs up, before there is an account. Returns what keeps the
 * answer with the account, in the transaction that makes it.
 *
 * @throws player.excluded, exclusion.unanswered
 */
export async function admitNewcomer(
  ctx: AppContext,
  person: Person,
): Promise<(tx: Queryable, playerId: string) => Promise<void>> {
  const asked = await ask(ctx, { person, occasion: "sign_up" });
  if (asked.kind === "unasked") return async () => undefined;
  const why = await refusalOf(ctx, asked);
  if (why !== null) {
    await keepAnswer(ctx.db.browsing, { ...asked.evidence, player_id: null });
    throw why;
  }
  return async (tx, playerId) => {
    await keepAnswer(tx, { ...asked.evidence, player_id: playerId });
    if (asked.kind === "unanswered") await askAgainIn(tx, playerId, AGAIN_S);
  };
}

async function refusalOf(
  ctx: AppContext,
  asked: Exclude<Asked, { kind: "unasked" }>,
): Promise<Refusal | null> {
  if (asked.kind === "answered") {
    const { answer, until } = asked.answer;
    return answer === "yes" ? new Refusal("player.excluded", { until: wireInstant(until) }) : null;
  }
  const { unanswered } = await readRegisterRule(ctx.db.browsing);
  return unanswered === "refuse" ? new Refusal("exclusion.unanswered") : null;
}

/** What registers answered about a player, for the player's file. */
export async function exclusionEvidence(
  db: Queryable,
  playerId: string,
): Promise<ExclusionEvidence[]> {
  return (await listAnswers(db, playerId)).map((row) => ({
    ...row,
    until: wireInstant(row.until),
    at: wireInstant(row.at),
  }));
}

/** Clock work: asks again about those who were let in without an answer. */
export async function askAgain(ctx: AppContext): Promise<void> {
  const due = await claimWatched(ctx.db.jobs, MOST_AT_ONCE);
  for (const playerId of due) {
    const asked = await askAbout(ctx, playerId, "again");
    if (asked === "unanswered") await askAgainIn(ctx.db.jobs, playerId, AGAIN_S);
  }
}

/** Asks, keeps the answer and does what follows from it. */
async function askAbout(
  ctx: AppContext,
  playerId: string,
  occasion: Occasion,
): Promise<Asked["kind"] | "needless"> {
  if ((await ctx.connections.open("exclusion")) === null) return "needless";
  const state = await readBarState(ctx.db.browsing, playerId);
  // Somebody who is barred already must get at the money, whatever the register says.
  const isOwnBar = state?.bar === "exclusion" && !state.is_barred;
  if (state === null || isOwnBar) return "needless";
  const person = await readPerson(ctx, ctx.db.browsing, playerId);
  const asked = await ask(ctx, { person, occasion });
  if (asked.kind === "unasked") return "unasked";
  await keepAnswer(ctx.db.browsing, { ...asked.evidence, player_id: playerId });
  if (asked.kind === "unanswered") return state.is_barred ? "needless" : "unanswered";
  await take(ctx, playerId, asked);
  return "answered";
}

async function take(
  ctx: AppContext,
  playerId: string,
  { answer: { answer, until }, evidence }: Extract<Asked, { kind: "answered" }>,
): Promise<void> {
  const isChanged = await withTransaction(ctx.db.browsing, async (tx) => {
    await lockPlayer(tx, playerId);
    // Another look-up of the same player may have been quicker; it is told once.
    const wasBarred = (await readBarState(tx, playerId))?.is_barred === true;
    if (answer === "yes") {
      await writeRegisterBar(tx, playerId, until);
      if (!wasBarred) await noteRegisterBar(ctx, tx, { playerId, until });
    } else if (wasBarred) {
      await endRegisterBar(tx, playerId);
      // Under another name nobody is rid of a register: people look who it is.
      if (await wasListedAs(tx, playerId, evidence.asked_hash)) {
        await tellPlayer(ctx, tx, { playerId, kind: "register_over", facts: {} });
      } else await holdForReview(tx, playerId, "identity");
    } else await forgetWatch(tx, playerId);
    return wasBarred || answer === "yes";
  });
  if (isChanged) ctx.sessions.forget(playerId);
}

async function ask(ctx: AppContext, asked: { person: Person; occasion: Occasion }): Promise<Asked> {
  const { person, occasion } = asked;
  const connection = await ctx.connections.open("exclusion");
  if (connection === null || !isEnough(connection.provider, person)) return { kind: "unasked" };
  const row = {
    id: newId(),
    provider: connection.provider.name,
    occasion,
    asked_hash: lookupHash(ctx.secrets, "register", JSON.stringify(person)),
  };
  const none = { provider_id: null, until: null };
  try {
    const answer = await ctx.connections.use(
      "exclusion",
      async (adapter) => await adapter.ask(person),
    );
    const told = { answer: answer.answer, provider_id: answer.providerId, until: answer.until };
    return { kind: "answered", answer, evidence: { ...row, ...told, failure: null } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const evidence = { ...row, ...none, answer: "none", failure: error.reason } as const;
    return { kind: "unanswered", evidence };
  }
}

/** Whether a register can be asked about somebody of whom so much is known. */
function isEnough({ needs = [[]] }: Provider, person: Person): boolean {
  return needs.some((facts) => facts.every((fact) => person[FACTS[fact]] !== null));
}
