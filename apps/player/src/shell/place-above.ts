import { useEffect, useState } from "react";

/** A place before the app, so that a bar in it pushes every screen down and covers none. */
export function usePlaceAbove(): HTMLElement {
  const [place] = useState(() => document.createElement("div"));
  useEffect(() => {
    document.getElementById("app")?.before(place);
    return () => place.remove();
  }, [place]);
  return place;
}
