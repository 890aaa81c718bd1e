import type { ReactNode } from "react";
import "./styles/shell.css";

export interface RailHeroProps {
  /** "The money can be checked." */
  readonly title: string;
}

/** The rail and the post, once, large: the head of the sign-in page. */
export function RailHero({ title }: RailHeroProps): ReactNode {
  return (
    <div className="rail-hero">
      <p>{title}</p>
      <svg viewBox="0 0 375 128" aria-hidden="true">
        <path
          className="rail-hero-legs"
          d="M8 76v34M52 76v34M96 76v34M140 76v34M184 76v34M228 76v34M340 76v34"
        />
        <path className="rail-hero-rail" d="M-4 74h266M322 74h60" />
        <path className="rail-hero-post" d="M292 40v76" />
        <circle className="rail-hero-disc" cx="292" cy="20" r="16" />
        <circle className="rail-hero-eye" cx="292" cy="20" r="5.5" />
      </svg>
    </div>
  );
}
