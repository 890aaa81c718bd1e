import type { ComponentType, ReactNode } from "react";
import { AppShell, Section, TopBar } from "../src/index.ts";
import { nothing } from "./data.ts";

/** The page of one piece: its states, one below the other, each with its name. */
export function PiecePage(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <AppShell
      header={<TopBar kind="light" title={props.title} back={{ onPress: nothing }} />}
      tabBar={undefined}
    >
      {props.children}
    </AppShell>
  );
}

export function Shown(props: { readonly as: string; readonly children: ReactNode }): ReactNode {
  return (
    <Section title={props.as}>
      <div className="stack gap-3">{props.children}</div>
    </Section>
  );
}

/** One component as often as it has states. */
export function all<P extends object>(
  Component: ComponentType<P>,
  states: readonly NoInfer<P>[],
): ReactNode {
  return states.map((state, index) => <Component key={index} {...state} />);
}
