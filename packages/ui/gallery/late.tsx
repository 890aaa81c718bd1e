import { useLayoutEffect, type ComponentType, type ReactNode } from "react";
import { lazyPage } from "../src/index.ts";
import { PiecePage, Shown } from "./piece.tsx";

const code = Promise.withResolvers<{ readonly default: ComponentType }>();
const Part = lazyPage(() => code.promise);

/** Code that comes at the worst moment: its part was drawn without it, and has no effects yet. */
export function LatePage(): ReactNode {
  useLayoutEffect(() => code.resolve({ default: Here }), []);
  return (
    <PiecePage title="Code that comes late">
      <Shown as="between the drawing and its effects">
        <Part waiting={<p>On its way</p>} />
      </Shown>
    </PiecePage>
  );
}

function Here(): ReactNode {
  return <p>Here</p>;
}
