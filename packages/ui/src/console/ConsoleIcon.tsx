import type { ReactNode } from "react";
import { Icon, IconPath, type IconName } from "../Icon.tsx";
import { CONSOLE_ICONS, type ConsoleIconName } from "./console-icons.ts";

export type AnyIconName = IconName | ConsoleIconName;

export function ConsoleIcon(props: {
  readonly name: AnyIconName;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
}): ReactNode {
  const { name, ...rest } = props;
  if (name in CONSOLE_ICONS)
    return <IconPath d={CONSOLE_ICONS[name as ConsoleIconName]} {...rest} />;
  return <Icon name={name as IconName} {...rest} />;
}
