import { useEffect, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { keypadKeyOf, type KeypadKey } from "./keypad.ts";
import { useText } from "./text.tsx";
import "./styles/slip.css";

export interface KeypadProps {
  readonly label: string;
  readonly onKey: (key: KeypadKey) => void;
  /** The text pasted while it is open, unchanged. */
  readonly onPaste?: ((text: string) => void) | undefined;
  /** The large key: the bet itself. */
  readonly act: {
    readonly label: string;
    readonly money?: string | undefined;
    readonly disabled?: boolean | undefined;
    readonly onPress: () => void;
  };
}

const DIGITS: readonly KeypadKey[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "00"];

/** The club's own number keys, 48 px each. A hardware keyboard writes too while it is open. */
export function Keypad({ label, onKey, onPaste, act }: KeypadProps): ReactNode {
  const t = useText();
  useHardwareKeys(onKey);
  usePaste(onPaste);
  return (
    <div className="keypad" role="group" aria-label={label}>
      {DIGITS.map((key) => (
        <button key={key} type="button" className="key fig" onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        className="key-quiet centred key-back"
        aria-label={t("act.delete")}
        onClick={() => onKey("back")}
      >
        <Icon name="backspace" />
      </button>
      <button
        type="button"
        className="key-quiet centred key-clear fig"
        onClick={() => onKey("clear")}
      >
        {t("act.clear")}
      </button>
      <button
        type="button"
        className="key-act across"
        disabled={act.disabled}
        onClick={act.onPress}
      >
        {act.label}
        {act.money !== undefined && <b className="fig">{act.money}</b>}
      </button>
    </div>
  );
}

function useHardwareKeys(onKey: (key: KeypadKey) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.metaKey || event.ctrlKey ? undefined : keypadKeyOf(event.key);
      if (key === undefined || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      onKey(key);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onKey]);
}

function usePaste(onPaste: KeypadProps["onPaste"]): void {
  useEffect(() => {
    if (onPaste === undefined) return;
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      onPaste(event.clipboardData?.getData("text") ?? "");
    };
    document.addEventListener("paste", take);
    return () => document.removeEventListener("paste", take);
  }, [onPaste]);
}
