import { Refusal } from "@club/domain";

/**
 * What a late answer becomes: a refusal, a doubt where the work may still succeed, or the fault of
 * another service.
 */
export type WhenLate = "club.busy" | "bet.in_doubt" | "oidc.away" | "payment.away";

/**
 * The outcome of some work. If the work takes too long, the caller gets `whenLate` and the work
 * goes on with its outcome ignored.
 *
 * @throws what the work throws, or `whenLate`.
 */
export async function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  whenLate: WhenLate = "club.busy",
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(whenLate)), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
