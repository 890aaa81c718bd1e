import type { ReactNode } from "react";
import "./styles/shell.css";

/** The club's own logo, or the mark that ships: a saddle cloth with the winning post and the rail on it. */
export function ClubMark({ logo }: { readonly logo?: string | null | undefined }): ReactNode {
  if (typeof logo === "string") return <img className="club-logo" src={logo} alt="" />;
  return (
    <svg className="club-mark" viewBox="0 0 20 24" aria-hidden="true">
      <path d="M2.6 1h14.800A1.6 1.6 0 0 1 19 2.600V19a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V2.600A1.6 1.6 0 0 1 2.6 1z" />
      <path d="M10 9.500V23M3.8 13.800h3.600M12.6 13.800h3.600M3.8 18.300h3.600M12.6 18.300h3.6" />
      <circle cx="10" cy="7.2" r="2.7" />
    </svg>
  );
}
