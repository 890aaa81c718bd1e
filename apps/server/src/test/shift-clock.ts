/**
 * Preloaded into a server process (`--import`) to make its own clock wrong: every instant that it
 * reads is TEST_CLOCK_SHIFT_MS off. Timers and durations are unchanged.
 */
const shiftMs = Number(process.env["TEST_CLOCK_SHIFT_MS"] ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
