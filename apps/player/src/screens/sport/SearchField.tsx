import { Icon, IconButton } from "@club/ui";
import { useEffect, useRef, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";

/** A team, a player, a competition; the field takes the place of sports and days. */
export function SearchField(props: {
  readonly value: string;
  /** null ends the search. */
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="sport-search" role="search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={t("sport.searchLabel")}
        placeholder={t("sport.searchLabel")}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && props.onChange(null)}
      />
      <IconButton icon="close" label={t("act.close")} onPress={() => props.onChange(null)} />
    </div>
  );
}
