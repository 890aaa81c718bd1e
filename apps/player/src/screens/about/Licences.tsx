import licences from "virtual:licences";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

/** The packages that the product runs with, each with its licence; the list is made at the build. */
export function Licences(): ReactNode {
  const t = useT();
  return (
    <>
      <p className="mute about-how">{t("about.licencesHow", { n: licences.length })}</p>
      <ul className="licences">
        {licences.map(({ name, version, licence }) => (
          <li key={`${name} ${version}`}>
            <span>
              {name} <span className="mute">{version}</span>
            </span>
            <span className="mute">{licence}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
