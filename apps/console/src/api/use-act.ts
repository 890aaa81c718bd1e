import { showToast } from "@club/ui";
import { useCallback, useRef, useState } from "react";
import { useT } from "../core/lang.ts";
import { errorText } from "./error-text.ts";

export interface Act<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
  /** Why the last try failed, in words; it stays until the next try. */
  readonly error: string | undefined;
  readonly clear: () => void;
}

/**
 * An act of the operator: busy while under way, never run twice at once, its refusal in words.
 * `run` returns whether it was done. With `toast` a failure also shows where no form is open.
 */
export function useAct<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  options: { readonly toast?: boolean } = {},
): Act<Args> {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const isRunning = useRef(false);
  const latest = useRef(work);
  latest.current = work;
  const isSaid = options.toast === true;
  const run = useCallback(
    async (...args: Args) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      setError(undefined);
      try {
        await latest.current(...args);
        return true;
      } catch (failure) {
        const text = errorText(t, failure);
        setError(text);
        if (isSaid) showToast(text);
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [t, isSaid],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, error, clear };
}
