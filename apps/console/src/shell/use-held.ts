import { useRef } from "react";

/**
 * What a dialog is about, held while it is open: the list beneath it moves by itself, and an answer must
 * never fall on what took the place of the asked one.
 */
export function useHeld<Value>(isHeld: boolean, value: Value): Value {
  const held = useRef(value);
  if (!isHeld) held.current = value;
  return held.current;
}
