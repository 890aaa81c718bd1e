import type { ReactNode } from "react";
import { silkFromSeed, type SilkPattern } from "./silk-pattern.ts";
import "./styles/cloth.css";

export interface SilkProps {
  /** Either the owner's own pattern or a seed to draw one from. */
  readonly seed?: string | undefined;
  readonly pattern?: SilkPattern | undefined;
  readonly size?: "medium" | "large";
}

const BODY = "M10.5 11.5h11l1.4 18h-13.8z";

/** The jockey's jacket and cap. An ornament beside the name, so silent. */
export function Silk({ seed = "", pattern, size = "medium" }: SilkProps): ReactNode {
  const silk = pattern ?? silkFromSeed(seed);
  return (
    <svg className={`silk silk-${size}`} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M10.5 11.8 2 22.2l5.6 4.6 3.6-5.3z" fill={silk.sleeves} />
      <path d="M21.5 11.8 30 22.2l-5.6 4.6-3.6-5.3z" fill={silk.sleeves} />
      <path d={BODY} fill={silk.body} />
      <g fill={silk.mark} stroke="none">
        <SilkMark silk={silk} />
      </g>
      <path d={BODY} fill="none" />
      <path d="M9.8 8.4a6.2 6.4 0 0 1 12.4 0z" fill={silk.cap} />
      <path d="M19 8.4h6.2" strokeWidth="1.4" stroke={silk.cap} />
    </svg>
  );
}

function SilkMark({ silk }: { readonly silk: SilkPattern }): ReactNode {
  switch (silk.design) {
    case "plain":
      return null;
    case "hoops":
      return <path d="M10.3 14.2h11.4l.3 3.8h-12zM9.7 22h12.6l.3 3.8h-13.2z" />;
    case "halves":
      return <path d="M16 11.5h5.5l1.4 18h-6.9z" />;
    case "sash":
      return <path d="M10.5 11.5h4l8 12.6.4 5.4h-3l-9.7-14.2z" />;
    case "spots":
      return (
        <path d="M11.2 13.2h2.6v2.6h-2.6zm3.6 0h2.6v2.6h-2.6zm3.6 0h2.6v2.6h-2.6zm-7.4 5h2.6v2.6h-2.6zm3.8 0h2.6v2.6h-2.6zm3.8 0h2.6v2.6h-2.6zm-7.8 5h2.6v2.6h-2.6zm4 0h2.6v2.6h-2.6zm4 0h2.6v2.6h-2.6z" />
      );
    case "chevron":
      return <path d="m9.9 18.6 6.1 4.6 6.1-4.6.4 4.6-6.5 4.8-6.5-4.8z" />;
    case "diamond":
      return <path d="m16 13.5 4.4 6.8-4.4 6.8-4.4-6.8z" />;
    case "stripes":
      return <path d="M12 11.5h2.3l-.6 18h-2.6zm5.7 0h2.3l.9 18h-2.6z" />;
    case "quarters":
      return <path d="M16 11.5h5.5l.7 9h-6.2zm-6.2 9h6.2v9h-6.9z" />;
    case "belt":
      return <path d="M9.8 19.4h12.4l.4 4.6h-13.2z" />;
  }
}
