import type { ReactNode } from "react";
import { silkFromSeed, type SilkPattern } from "./silk-pattern.ts";
import "./styles/cloth.css";

export interface SilkProps {
  /** Either the owner's own pattern or a seed to draw one from. */
  readonly seed?: string | undefined;
  readonly pattern?: SilkPattern | undefined;
  readonly size?: "medium" | "large";
}

const BODY = "M10.9 9.8h10.2l.8 18.4H10.1z";

/** The jockey's jacket and cap. An ornament beside the name, so silent. */
export function Silk({ seed = "", pattern, size = "medium" }: SilkProps): ReactNode {
  const silk = pattern ?? silkFromSeed(seed);
  return (
    <svg className={`silk silk-${size}`} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M10.9 9.8 6.8 11 2 20.9l5 2.6 3.9-6.5z" fill={silk.sleeves} />
      <path d="M21.1 9.8 25.2 11 30 20.9l-5 2.6-3.9-6.5z" fill={silk.sleeves} />
      <path d={BODY} fill={silk.body} />
      <g fill={silk.mark} stroke="none">
        <SilkMark silk={silk} />
      </g>
      <path d={BODY} fill="none" />
      <path d="M10.9 7.3a5.1 5.4 0 0 1 10.2 0z" fill={silk.cap} />
      <path d="M20.6 7.1h2.5" strokeWidth="1.3" stroke={silk.cap} />
    </svg>
  );
}

function SilkMark({ silk }: { readonly silk: SilkPattern }): ReactNode {
  switch (silk.design) {
    case "plain":
      return null;
    case "hoops":
      return <path d="M10.8 12.6h10.4l.15 3.7h-10.7zM10.5 20h11l.2 3.7h-11.3z" />;
    case "halves":
      return <path d="M16 9.8h5.1l.8 18.4H16z" />;
    case "sash":
      return <path d="M10.9 9.8h3.6l7.1 12.7.3 5.7h-2.6l-8.6-15z" />;
    case "spots":
      return (
        <path d="M11.6 11.6h2.3v2.3h-2.3zM14.9 11.6h2.3v2.3h-2.3zM18.2 11.6h2.3v2.3h-2.3zM11.3 16.6h2.3v2.3h-2.3zM14.9 16.6h2.3v2.3h-2.3zM18.5 16.6h2.3v2.3h-2.3zM11.3 21.6h2.3v2.3h-2.3zM14.9 21.6h2.3v2.3h-2.3zM18.5 21.6h2.3v2.3h-2.3z" />
      );
    case "chevron":
      return <path d="m10.4 17.6 5.6 4.2 5.6-4.2.2 4.4-5.8 4.4-5.8-4.4z" />;
    case "diamond":
      return <path d="m16 12 3.9 6.8-3.9 6.8-3.9-6.8z" />;
    case "stripes":
      return <path d="M12.4 9.8h2.1l-.4 18.4h-2.3zM17.5 9.8h2.1l.6 18.4h-2.3z" />;
    case "quarters":
      return <path d="M16 9.8h5.1l.4 9.2H16zM10.5 19H16v9.2h-5.9z" />;
    case "belt":
      return <path d="M10.5 17.8h11l.2 4.3H10.3z" />;
  }
}
