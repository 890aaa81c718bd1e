import type { ReactNode } from "react";
import { IconPath } from "../Icon.tsx";
import { ICONS, type IconName } from "../icons.ts";
import { CONSOLE_ICONS, type ConsoleIconName } from "./console-icons.ts";

export type AnyIconName = IconName | ConsoleIconName;

export function ConsoleIcon(props: {
  readonly name: AnyIconName;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
}): ReactNode {
  const { name, ...rest } = props;
  const path = name in ICONS ? ICONS[name as IconName] : CONSOLE_ICONS[name as ConsoleIconName];
  return <IconPath d={path} {...rest} />;
}
