import { useEffect, useState } from "react";

const CALL_MS = 1800;
const FRAME_MS = 1000 / 30;

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A moment from 0 to the last call that goes on while it plays. Where motion is not wanted it goes
 * from call to call.
 */
export function usePlaying(calls: number) {
  const [moment, setMoment] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const runs = isPlaying && moment < calls;
  useEffect(() => {
    if (!runs) return;
    const step = isStill() ? 1 : FRAME_MS / CALL_MS;
    const every = isStill() ? CALL_MS : FRAME_MS;
    const timer = setInterval(() => setMoment((now) => Math.min(calls, now + step)), every);
    return () => clearInterval(timer);
  }, [runs, calls]);
  return {
    moment,
    isPlaying: runs,
    /** At the end it begins anew. */
    toggle: () => {
      if (!runs && moment >= calls) setMoment(0);
      setIsPlaying(!runs);
    },
    show: (at: number) => {
      setIsPlaying(false);
      setMoment(at);
    },
  };
}
