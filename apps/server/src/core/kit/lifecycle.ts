/** What a feature does when the club stops: end streams, give up leases. */
type Step = () => Promise<void> | void;

/** The end of a process, in steps that features add (promise P16). */
export class Lifecycle {
  #isDraining = false;
  readonly #onDrain: Step[] = [];

  /** True once the process was told to stop: no new work is taken. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * Runs when draining begins, before we wait for running requests: a stream would never end by
   * itself.
   */
  onDrain(step: Step): void {
    this.#onDrain.push(step);
  }

  async drain(): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    await Promise.allSettled(this.#onDrain.map(async (step) => await step()));
  }
}
