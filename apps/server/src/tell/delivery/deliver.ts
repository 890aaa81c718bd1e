import { setTimeout as sleep } from "node:timers/promises";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import type { Channel, ChannelName, Delivery, DeliveryContext, Outcome } from "./define-channel.ts";
import {
  claimDue,
  forgetDeliveries,
  joinReports,
  noteOutcomes,
  noteReport,
  retireDeliveries,
} from "./delivery.queries.ts";
import type { Noted } from "./delivery.queries.ts";

/** The lease on a claimed delivery, beyond the time that a try may take. */
const LEASE_MORE_S = 30;
/** How often the others are looked after while one recipient does not answer. */
const LOOK_MS = 200;
/** Expired deliveries are given up this often, however long a round of sending takes. */
const RETIRE_EVERY_MS = 1000;
/** Waits are lengthened by up to a tenth, so that what failed together is not retried together. */
const JITTER = 0.1;
const MOST_WAIT_S = 86_400;
const LATE: Outcome = { kind: "retry", error: "timeout", answer: 0 };

/**
 * Sends what is due on every channel that is on, until nothing is: clock work of the leader. Each
 * is sent at least once under the same id: a process killed between the answer and its note sends
 * again.
 *
 * @returns how many tries were made.
 * @throws the first fault of our own, after everything else was sent: that delivery is retried like
 * any other. A fault of the queue itself, after what was in flight has come back and is noted.
 */
export async function deliverDue(
  ctx: DeliveryContext,
  channels: readonly Channel[],
  signal?: AbortSignal,
): Promise<number> {
  const lanes = channels.map((channel) => new Lane(ctx, channel));
  try {
    const tries = await sendAll({ ctx, channels, lanes, signal });
    for (const { fault } of lanes) if (fault !== undefined) throw fault;
    return tries;
  } catch (error) {
    // What went out meanwhile would otherwise be sent again.
    await Promise.allSettled(lanes.flatMap((lane) => lane.underway));
    await Promise.allSettled(lanes.map(async (lane) => await lane.note()));
    throw error;
  }
}

interface Round {
  readonly ctx: DeliveryContext;
  readonly channels: readonly Channel[];
  readonly lanes: readonly Lane[];
  readonly signal: AbortSignal | undefined;
}

async function sendAll({ ctx, channels, lanes, signal }: Round): Promise<number> {
  let retireAt = 0;
  let tries = 0;
  for (;;) {
    if (performance.now() >= retireAt) {
      await retireDeliveries(ctx.db.jobs, channels);
      await joinReports(ctx.db.jobs);
      retireAt = performance.now() + RETIRE_EVERY_MS;
    }
    if (signal?.aborted !== true) tries += await launchAll(lanes);
    if (lanes.every((lane) => lane.isIdle)) return tries;
    const underway = lanes.flatMap((lane) => lane.underway);
    await waitAtMost(LOOK_MS, Promise.all(underway));
    for (const lane of lanes) await lane.note();
  }
}

async function launchAll(lanes: readonly Lane[]): Promise<number> {
  let launched = 0;
  for (const lane of lanes) launched += await lane.launch();
  return launched;
}

/** The deliveries in flight on one channel, limited in all and per recipient. */
class Lane {
  readonly #ctx: DeliveryContext;
  readonly #channel: Channel;
  readonly #underway = new Map<Delivery, Promise<void>>();
  readonly #done: Noted[] = [];
  /** The first mistake of our own. */
  fault: Error | undefined;

  constructor(ctx: DeliveryContext, channel: Channel) {
    this.#ctx = ctx;
    this.#channel = channel;
  }

  /** Nothing is in flight, and every result is noted. */
  get isIdle(): boolean {
    return this.#underway.size === 0 && this.#done.length === 0;
  }

  get underway(): Promise<void>[] {
    return [...this.#underway.values()];
  }

  /** Claims as many as there is room for, and starts sending them. */
  async launch(): Promise<number> {
    if (!(await this.#channel.isOn(this.#ctx))) return 0;
    const { name, atOnce, perRecipient, waitsS, timeoutMs } = this.#channel;
    const most = atOnce - this.#underway.size;
    if (most === 0) return 0;
    const deliveries = await claimDue(this.#ctx.db.jobs, {
      channel: name,
      tries: waitsS.length + 1,
      most,
      mostOfOne: perRecipient,
      except: this.#fullRecipients(),
      leaseS: timeoutMs / 1000 + LEASE_MORE_S,
    });
    if (deliveries.length === 0) return 0;
    crashPoint("delivery.claimed");
    const prepared = this.#channel.prepare(this.#ctx, deliveries);
    for (const delivery of deliveries) {
      const sending = this.#try(delivery, prepared);
      // Whoever awaits all of them gets the rejection; until then it must not count as unhandled.
      sending.catch(() => undefined);
      this.#underway.set(delivery, sending);
    }
    return deliveries.length;
  }

  /** Notes the results that have come back. */
  async note(): Promise<void> {
    if (this.#done.length === 0) return;
    const done = [...this.#done];
    await noteOutcomes(this.#ctx.db.jobs, done);
    this.#done.splice(0, done.length);
    crashPoint("delivery.noted");
  }

  #fullRecipients(): string[] {
    const counts = new Map<string, number>();
    for (const { recipient } of this.#underway.keys()) {
      counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
    }
    return [...counts]
      .filter(([, count]) => count >= this.#channel.perRecipient)
      .map(([recipient]) => recipient);
  }

  async #try(delivery: Delivery, prepared: ReturnType<Channel["prepare"]>): Promise<void> {
    let outcome: Outcome;
    try {
      const send = await prepared;
      outcome = await inTime(send(delivery), this.#channel.timeoutMs);
    } catch (error) {
      this.fault ??= error instanceof Error ? error : new Error(String(error));
      outcome = { kind: "retry", error: "fault" };
    }
    crashPoint("delivery.sent");
    this.#done.push(this.#rowOf(delivery, outcome));
    this.#underway.delete(delivery);
  }

  #rowOf({ id, attempts }: Delivery, outcome: Outcome): Noted {
    const { waitsS } = this.#channel;
    const error = "error" in outcome ? outcome.error : null;
    const ref = outcome.kind === "sent" ? outcome.ref : null;
    const row = { id, attempts, error, answer: outcome.answer ?? null, ref, wait_s: 0 };
    if (outcome.kind !== "retry") {
      return { ...row, state: outcome.kind === "dropped" ? "given_up" : outcome.kind };
    }
    const waitS = waitsS[attempts - 1];
    if (waitS === undefined) return { ...row, state: "given_up" };
    const askedS = Math.min(outcome.afterS ?? 0, MOST_WAIT_S);
    const wait_s = Math.max(waitS, askedS) * (1 + Math.random() * JITTER);
    return { ...row, state: "queued", wait_s };
  }
}

/** The outcome, or a timeout: a later answer is ignored. */
async function inTime(sending: Promise<Outcome>, ms: number): Promise<Outcome> {
  const over = new AbortController();
  try {
    return await Promise.race([sending, sleep(ms, LATE, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Deletes what is no longer needed; a job every few minutes. */
export async function tidyDeliveries(
  ctx: Pick<DeliveryContext, "db">,
  channels: readonly Channel[],
): Promise<void> {
  await forgetDeliveries(ctx.db.jobs, channels);
}

/**
 * What a provider reports of a message that it took; a repeated report, or one about an older try,
 * changes nothing.
 */
export async function takeReport(
  ctx: Pick<DeliveryContext, "db">,
  report: { channel: ChannelName; ref: string; state: "delivered" | "failed" },
): Promise<void> {
  await noteReport(ctx.db.jobs, report);
}
