import { randomBytes, randomInt } from "node:crypto";
import {
  HttpDouble,
  IdentityDouble,
  LineDouble,
  MailDouble,
  PayoutsDouble,
  RegisterDouble,
  SmppDouble,
  SmsHttpDouble,
  StandardPaymentsDouble,
} from "@club/doubles";
import type { LineTrouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendPayouts } from "../apps/server/src/money/payouts/send-payouts.ts";
import { askAgain } from "../apps/server/src/people/exclusion/ask-register.ts";
import { checkIdentities } from "../apps/server/src/people/identity-checks/check-identities.ts";
import { createLog } from "../apps/server/src/core/metrics/log.ts";
import { verifyBooks } from "../apps/server/src/proofs/checks/verify-books.ts";
import { watchAlerts } from "../apps/server/src/run/alerts/watch-alerts.ts";
import { deliverDue } from "../apps/server/src/tell/delivery/deliver.ts";
import { alertsChannel } from "../apps/server/src/tell/outbox/alerts-channel.ts";
import { mailChannel, smsChannel } from "../apps/server/src/tell/outbox/message-channel.ts";
import { queueMessage } from "../apps/server/src/tell/outbox/queue-message.ts";
import { openRaces, placeOrder, richPlayer } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import type { TestClub, TestPlayer } from "../apps/server/src/test/club.ts";
import { PAYMENT_KEY, PAYMENT_SECRET, paymentEnv } from "../apps/server/src/test/payment-env.ts";
import { PaymentDesk } from "../apps/server/src/test/payment-desk.ts";
import { isFull } from "../apps/server/src/test/sample.ts";

/*
 * Each kind of provider is down, slow, answers with an error or with rubbish for an hour: betting
 * and other money go on, and what waited goes out once when it is back.
 */

const KEY = "key of the club";
const ALERTS_SECRET = `whsec_${Buffer.from("what alerts are signed with, at least").toString("base64")}`;
const ERROR_OF_SMPP = 8;
const ACCOUNT = "11844417";

/** What waits for a provider. */
interface Waiting {
  /** What comes for it while it is away. */
  readonly meanwhile?: () => Promise<unknown>;
  /** What the club's job does when its time comes, with every pause over. */
  readonly turn: () => Promise<unknown>;
  /** How often it went out. */
  readonly went: () => Promise<number> | number;
}

const heard: string[] = [];
const mail = new MailDouble();
const gateway = new SmsHttpDouble(KEY);
const centre = new SmppDouble("club", KEY);
const payments = new StandardPaymentsDouble({ key: PAYMENT_KEY, secret: PAYMENT_SECRET });
const payouts = new PayoutsDouble(KEY);
const checker = new IdentityDouble(KEY);
const register = new RegisterDouble(KEY);
const program = new HttpDouble(({ headers, body }) => {
  heard.push(`${headers["webhook-id"]} ${body}`);
  return { status: 200 };
});

const portOf = (host: string): number => Number(host.split(":").at(-1));
const byHttp = (http: HttpDouble) => ({
  start: async () => portOf((await http.start()).url),
  end: async () => await http.close(),
  fail: (isOn: boolean) => http.failAlways(isOn ? { kind: "status", status: 500 } : null),
});

/** How each is started, ended and made to answer with an error of its own protocol. */
const PROVIDERS = {
  mail: {
    start: async () => portOf((await mail.start()).url),
    end: async () => await mail.close(),
    fail: (isOn: boolean) => mail.failAlways(isOn ? 451 : null),
  },
  "text messages by HTTP": byHttp(gateway),
  "text messages by SMPP": {
    start: async () => portOf((await centre.start()).host),
    end: async () => await centre.close(),
    fail: (isOn: boolean) => {
      centre.next.length = 0;
      if (isOn) centre.next.push(...Array.from({ length: 100 }, () => ERROR_OF_SMPP));
    },
  },
  payments: byHttp(payments.http),
  payouts: byHttp(payouts.http),
  identity: byHttp(checker.http),
  exclusion: byHttp(register.http),
  alerts: byHttp(program),
} as const;
type Kind = keyof typeof PROVIDERS;
const KINDS = Object.keys(PROVIDERS) as Kind[];

const log = createLog("trace", { write: (line) => void logged.push(line) });
const logged: string[] = [];
const lines = new Map<Kind, LineDouble>();
const hostOf = (kind: Kind): string => lines.get(kind)?.host ?? "";
let club: TestClub;
let texting: TestClub;
let speakingSmpp: TestClub;
let bettor: TestPlayer;
let race: string;

beforeAll(async () => {
  for (const kind of KINDS) {
    lines.set(kind, await new LineDouble(await PROVIDERS[kind].start()).start());
  }
  const env = {
    CLUB_RATE_FACTOR: "0",
    CLUB_SMTP_URL: `smtp://${hostOf("mail")}`,
    CLUB_MAIL_FROM: "Club <club@club.example>",
    ...paymentEnv("standard", `http://${hostOf("payments")}`),
    ...named("PAYOUT", "payouts"),
    ...named("IDENTITY", "identity"),
    CLUB_IDENTITY_WEBHOOK_SECRET: PAYMENT_SECRET,
    ...named("EXCLUSION", "exclusion"),
    CLUB_ALERTS_URL: `http://${hostOf("alerts")}`,
    CLUB_ALERTS_SECRET: ALERTS_SECRET,
  };
  club = await startClub({ env, log });
  // Two more processes of the club, which say by whom text messages leave.
  const sms = (more: Record<string, string>) =>
    startClub({ database: club.database, log, env: { ...env, CLUB_SMS_FROM: "Club", ...more } });
  texting = await sms({
    CLUB_SMS_PROVIDER: "http",
    CLUB_SMS_URL: `http://${hostOf("text messages by HTTP")}`,
    CLUB_SMS_TOKEN: KEY,
  });
  speakingSmpp = await sms({
    CLUB_SMS_PROVIDER: "smpp",
    CLUB_SMS_URL: `smpp://club:${encodeURIComponent(KEY)}@${hostOf("text messages by SMPP")}`,
  });
  const { token } = await club.operator();
  const rule = { unanswered: "let_in" };
  ok(await club.call("PUT", "/api/operator/register-rule", { token, body: rule }));
  [race = ""] = await openRaces(club, { runners: [8], startsInMinutes: 600 });
  bettor = await richPlayer(club);
  await goOn();
}, 240_000);
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await Promise.all([texting.close(), speakingSmpp.close()]);
  await club.close();
  for (const line of lines.values()) await line.close();
  for (const { end } of Object.values(PROVIDERS)) await end();
});

function named(name: string, kind: Kind): Record<string, string> {
  return {
    [`CLUB_${name}_PROVIDER`]: "standard",
    [`CLUB_${name}_URL`]: `http://${hostOf(kind)}`,
    [`CLUB_${name}_KEY`]: KEY,
  };
}

/** Betting, and money that needs no provider. */
async function goOn(): Promise<void> {
  ok(await placeOrder(club, bettor, { race_id: race, bet_type: 1, horse: [3] }));
  await club.fund(bettor, 100);
}

const newName = (): string => randomBytes(6).toString("hex");

async function aMessage(at: TestClub, channel: "mail" | "sms", to: string): Promise<void> {
  const message = { channel, purpose: "notice", to, text: "hello", code: null } as const;
  await queueMessage(at.ctx, at.ctx.db.jobs, message);
}

async function deliver(at: TestClub): Promise<void> {
  await at.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
  await deliverDue(at.ctx, [mailChannel, smsChannel, alertsChannel]);
}

async function aText(at: TestClub, texts: readonly { to: string }[]): Promise<Waiting> {
  const phone = `+61${randomInt(100_000_000, 999_999_999)}`;
  await aMessage(at, "sms", phone);
  return {
    turn: async () => await deliver(at),
    went: () => texts.filter(({ to }) => to === phone).length,
  };
}

const WAITING: Readonly<Record<Kind, () => Promise<Waiting>>> = {
  mail: async () => {
    const address = `${newName()}@example.org`;
    await aMessage(club, "mail", address);
    return {
      turn: async () => await deliver(club),
      went: () => mail.mails.filter(({ to }) => to === address).length,
    };
  },
  "text messages by HTTP": async () => await aText(texting, gateway.texts),
  "text messages by SMPP": async () => await aText(speakingSmpp, centre.texts),
  payments: async () => {
    const desk = new PaymentDesk(club, payments);
    const { id, payment } = await desk.ask(await club.signUp());
    payments.choose(payment, "debit");
    return {
      turn: async () => await desk.watch(),
      went: async () => await countOf("SELECT FROM entry WHERE cause = $1", `topup:${id}:approve`),
    };
  },
  payouts: async () => {
    const reference = await approvedWithdrawal();
    return {
      turn: async () => {
        await club.query("UPDATE payout_order SET next_at = club_now_ms() WHERE ended_at IS NULL");
        await sendPayouts(club.ctx);
      },
      went: () => payouts.payouts.filter((payout) => payout.reference === reference).length,
    };
  },
  identity: async () => {
    const player = await club.signUp();
    const name = `Noor ${newName()}`;
    await club.query("UPDATE club SET identity_rule = 'before_withdrawal'");
    const body = {
      full_name: name,
      country: "AU",
      address: "1 Race Course Road",
      postcode: "2031",
    };
    ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
    const IS_CHECKED = "SELECT FROM player WHERE id = $1 AND identity_checked_at IS NOT NULL";
    const checks = () => [...checker.checks.values()].map(({ asked }) => asked["full_name"]);
    return {
      turn: async () => {
        await club.query(
          "UPDATE identity_check SET next_at = club_now_ms() WHERE status = 'asking'",
        );
        await checkIdentities(club.ctx);
      },
      went: async () =>
        (await countOf(IS_CHECKED, player.id)) * checks().filter((each) => each === name).length,
    };
  },
  exclusion: async () => {
    const { id, name, password, phone } = await club.signUp();
    register.excluded.add(phone);
    const SAID = "SELECT FROM protection_log WHERE player_id = $1 AND kind = 'exclusion'";
    return {
      meanwhile: async () =>
        ok(await club.call("POST", "/api/user/signin", { body: { user_name: name, password } })),
      turn: async () => {
        await club.query(
          "UPDATE exclusion_watch SET due_at = club_now_ms() WHERE due_at IS NOT NULL",
        );
        await askAgain(club.ctx);
      },
      went: async () => await countOf(SAID, id),
    };
  },
  alerts: async () => {
    const name = `trouble ${newName()}`;
    const condition = {
      name,
      roles: [],
      afterS: () => 0,
      says: () => name,
      todo: "Do something.",
      find: async () => await Promise.resolve([""]),
    };
    await watchAlerts(club.ctx, [condition]);
    const told = () => heard.filter((each) => each.includes(name) && each.includes("alert.began"));
    return { turn: async () => await deliver(club), went: () => new Set(told()).size };
  },
};

async function countOf(sql: string, value: string): Promise<number> {
  return (await club.query(sql, [value])).length;
}

/** Its reference. */
async function approvedWithdrawal(): Promise<string> {
  await club.query("UPDATE club SET identity_rule = 'none'");
  const player = await club.signUp();
  await club.fund(player, 5000);
  const { token } = await club.operator();
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "Noor Haldane",
    account_number: ACCOUNT,
    branch_code: "999204",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
  const verify = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", verify, { token, body: {} }));
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '25 hours'");
  const { withdrawal_id: id, reference } = ok(
    await club.call("POST", "/api/withdraw/create", {
      token: player.token,
      body: { amount_cents: 5000 },
      headers: { "idempotency-key": newName() },
    }),
  );
  ok(await club.call("POST", `/api/operator/withdrawals/${id}/approve`, { token, body: {} }));
  return reference;
}

const TROUBLES: readonly (readonly [string, LineTrouble | "error"])[] = [
  ["down", "down"],
  ["answering with an error", "error"],
  ["answering with rubbish", "rubbish"],
  ...(isFull ? ([["slow", "slow"]] as const) : []),
];
const CASES = KINDS.flatMap((kind) =>
  TROUBLES.map(([what, trouble]) => [kind, what, trouble] as const),
);

test.each(CASES)("%s: %s for an hour", { timeout: 900_000 }, async (kind, _what, trouble) => {
  const waiting = await WAITING[kind]();
  const set = (isOn: boolean): void => {
    if (trouble === "error") PROVIDERS[kind].fail(isOn);
    else lines.get(kind)?.trouble(isOn ? trouble : null);
  };
  set(true);
  await waiting.meanwhile?.();
  // Every turn of that hour comes to nothing, and takes nothing with it.
  for (let turn = 0; turn < (trouble === "slow" ? 1 : 6); turn += 1) {
    await Promise.all([waiting.turn(), goOn()]);
    // Half a minute is not too long for a gateway of text messages.
    if (trouble !== "slow") expect(await waiting.went()).toBe(0);
  }
  set(false);
  await expect
    .poll(async () => {
      await waiting.turn();
      return await waiting.went();
    })
    .toBe(1);
  for (let turn = 0; turn < 2; turn += 1) await waiting.turn();
  expect(await waiting.went()).toBe(1);
});

test("no line of the log has a secret, a number, an address or an account", () => {
  expect(logged.length).toBeGreaterThan(0);
  const hidden = [KEY, PAYMENT_KEY, PAYMENT_SECRET, ALERTS_SECRET, ACCOUNT, "@example.org", "+61"];
  const told = hidden.filter((each) => logged.some((line) => line.includes(each)));
  expect(told).toEqual([]);
});
