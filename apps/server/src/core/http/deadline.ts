import { Refusal } from "@club/domain";

/** What an answer that comes too late becomes: a refusal, a doubt where the work may still succeed, or the fault of another service. */
export type WhenLate = "club.busy" | "bet.in_doubt" | "oidc.away";

/**
 * The outcome of some work, unless it takes longer: then the caller is told so and the work goes on
 * unheard.
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
