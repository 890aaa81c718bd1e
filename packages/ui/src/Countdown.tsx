import { formatCountdown, formatTime, type CommonMessages, type Translate } from "@club/i18n";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { useClock } from "./clock.ts";
import { useText } from "./text.tsx";
import "./styles/board.css";

export interface CountdownProps {
  /** The jump, in milliseconds. */
  readonly at: number;
  /** clock: the race in hand, with what is under it; sheet; row: a list; inline: inside a text. */
  readonly size?: "clock" | "sheet" | "row" | "inline";
  /** For `clock`: the venue's zone; the line below says "jumps 14:35" or "Closing · 14:35". */
  readonly zone?: string;
  /** For `sheet`: the line below. */
  readonly note?: string;
}

/** The time left to the jump; its colour and, under two minutes, its words follow look.md. */
export function Countdown({ at, size = "inline", zone, note }: CountdownProps): ReactNode {
  const t = useText();
  const shown = useClock((nowMs) => {
    const { text, unit, rest, tone } = formatCountdown(at - nowMs);
    return [text, unit, rest, tone].join("|");
  });
  const [text, unit, rest, tone] = shown.split("|");
  const below =
    note ??
    (zone === undefined ? undefined : noteOf(t, formatTime(at, zone, t.language), tone === "lamp"));
  return (
    <span className={classes("count", `count-${size}`)} data-tone={tone} role="timer">
      <span className="count-figure">
        {text}
        {unit !== "" && <small> {t(unit === "h" ? "time.h" : "time.min")}</small>}
        {rest !== "" && ` ${rest}`}
      </span>
      {below !== undefined && <span className="count-note">{below}</span>}
    </span>
  );
}

function noteOf(t: Translate<CommonMessages>, time: string, isClosing: boolean): string {
  return isClosing ? t("time.closingAt", { time }) : t("time.jumps", { time });
}
