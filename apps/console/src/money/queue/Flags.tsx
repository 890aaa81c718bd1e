import type { MoneyFlag } from "@club/contract";
import { Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import "./queue.css";

const GRAVE: ReadonlySet<MoneyFlag> = new Set(["shared_account", "shared_device"]);

/** What a pair of eyes should rest on before money moves. */
export function Flags(props: {
  readonly flags: readonly MoneyFlag[];
  readonly children?: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <span className="withdrawal-look">
      {props.children}
      {props.flags.map((flag) => (
        <Tag key={flag} tone={GRAVE.has(flag) ? "loss" : "brass"}>
          {t(`flag.${flag}`)}
        </Tag>
      ))}
    </span>
  );
}
