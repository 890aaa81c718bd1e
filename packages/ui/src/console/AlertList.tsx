import type { ReactNode } from "react";
import { Tap, type TapTarget } from "../Tap.tsx";
import { ConsoleIcon, type AnyIconName } from "./ConsoleIcon.tsx";
import "../styles/console.css";

export interface ConsoleAlert extends TapTarget {
  readonly id: string;
  readonly icon: AnyIconName;
  readonly tone?: "loss" | "brass" | "turf" | "mute" | undefined;
  readonly title: string;
  readonly text?: string | undefined;
  readonly time: string;
}

/** What to look at, in order of weight. */
export function AlertList({ alerts }: { readonly alerts: readonly ConsoleAlert[] }): ReactNode {
  return (
    <ul className="c-alerts">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Tap href={alert.href} onPress={alert.onPress}>
            <ConsoleIcon name={alert.icon} className={alert.tone} />
            <span>
              <b>{alert.title}</b>
              {alert.text !== undefined && <span className="mute">{alert.text}</span>}
            </span>
            <time>{alert.time}</time>
          </Tap>
        </li>
      ))}
    </ul>
  );
}
