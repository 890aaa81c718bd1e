/** Processor time of one sample, and how often one is taken. */
const SAMPLE_MS = 4;
const EVERY_MS = 250;
/** Up to here a machine counts as one that has a core to spare, and bounds hold as they are written. */
const CALM = 1.5;

/**
 * How many times longer a program takes here than with a core of its own, while it is watched. What
 * the club promises in seconds it promises on a machine that runs it: beside others that take the
 * processor for themselves the same seconds are worth less, and a bound is multiplied by this.
 */
export function watchPace(): { now(): number; stop(): number } {
  let [wall, cpu] = [0, 0];
  const timer = setInterval(() => {
    const began = performance.now();
    const used = process.cpuUsage();
    let spent = 0;
    while (spent < SAMPLE_MS) {
      const { user, system } = process.cpuUsage(used);
      spent = (user + system) / 1000;
    }
    wall += performance.now() - began;
    cpu += spent;
  }, EVERY_MS);
  const now = (): number => {
    const pace = cpu === 0 ? 1 : wall / cpu;
    return pace < CALM ? 1 : pace;
  };
  return {
    now,
    stop: () => {
      clearInterval(timer);
      return now();
    },
  };
}
