import { useEffect, useRef } from "react";
import { storage } from "../../core/storage.ts";
import { createStore, useStore } from "@club/client/react";

const KEY = "sheet-sound";
const isOn = createStore(storage.read(KEY) !== "off");

export const useSound = (): boolean => useStore(isOn);

export function switchSound(on: boolean): void {
  storage.write(KEY, on ? "on" : "off");
  isOn.set(on);
}

/** Two short tones; silent without a sound device, or before the page's first key press. */
export function sound(): void {
  const context = new AudioContext();
  const tone = (from: number, hertz: number): void => {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    gain.gain.value = 0.15;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(context.currentTime + from);
    oscillator.stop(context.currentTime + from + 0.25);
    if (from > 0) oscillator.onended = () => void context.close();
  };
  tone(0, 880);
  tone(0.35, 660);
}

/** While switched on, sounds once for each new thing that needs attention at once. */
export function useAlarm(ids: readonly string[], play: () => void = sound): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const on = useSound();
  const key = ids.join(" ");
  useEffect(() => {
    const now = new Set(key === "" ? [] : key.split(" "));
    const isNew = [...now].some((id) => !known.current.has(id));
    known.current = now;
    if (isNew && on) play();
  }, [key, on, play]);
}
