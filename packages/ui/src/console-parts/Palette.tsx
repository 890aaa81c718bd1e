import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { ConsoleIcon, type AnyIconName } from "../console/ConsoleIcon.tsx";
import { KeyCap } from "../console/KeyCap.tsx";
import { closing, useModal } from "./ConsoleDialog.tsx";
import "../styles/console-parts.css";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly meta?: string | undefined;
  readonly icon: AnyIconName;
  readonly keyCap?: string | undefined;
}

export interface PaletteProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly {
    readonly id: string;
    readonly label: string;
    readonly items: readonly PaletteItem[];
  }[];
  readonly empty: string;
  readonly busy?: boolean | undefined;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** One field that finds everything: type, arrows, Enter. */
export function Palette(props: PaletteProps): ReactNode {
  const dialog = useModal();
  const base = useId();
  const ids = props.groups.flatMap((group) => group.items.map((item) => item.id));
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, ids.length - 1);
  useEffect(() => {
    document.getElementById(`${base}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, base]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = stepOf(event.key, active, ids.length);
    if (next !== undefined) setWanted(next);
    const chosen = ids[active];
    if (event.key === "Enter" && chosen !== undefined) props.onChoose(chosen);
    if (next !== undefined || event.key === "Enter") event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="c-dialog c-palette"
      aria-label={props.label}
      {...closing(dialog, props.onClose)}
    >
      <div className="c-palette-field across">
        <ConsoleIcon name="search" />
        <input
          data-start
          role="combobox"
          aria-label={props.label}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={active >= 0 ? `${base}-${active}` : undefined}
          aria-busy={props.busy}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={props.query}
          onChange={(event) => {
            setWanted(0);
            props.onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList {...props} base={base} ids={ids} active={active} />
    </dialog>
  );
}

function PaletteList(
  props: PaletteProps & {
    readonly base: string;
    readonly ids: readonly string[];
    readonly active: number;
  },
): ReactNode {
  const { base, ids, active } = props;
  return (
    <div className="c-palette-list" id={`${base}-list`} role="listbox" aria-label={props.label}>
      {props.groups.map((group) => (
        <div key={group.id} role="group" aria-label={group.label}>
          <p>{group.label}</p>
          {group.items.map((item) => (
            <PaletteRow
              key={item.id}
              item={item}
              id={`${base}-${ids.indexOf(item.id)}`}
              isActive={ids[active] === item.id}
              onChoose={props.onChoose}
            />
          ))}
        </div>
      ))}
      {ids.length === 0 && <p className="c-palette-empty">{props.empty}</p>}
    </div>
  );
}

function PaletteRow(props: {
  readonly item: PaletteItem;
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const { item } = props;
  return (
    <div
      className="c-palette-row across"
      role="option"
      tabIndex={-1}
      id={props.id}
      aria-selected={props.isActive}
      onClick={() => props.onChoose(item.id)}
    >
      <ConsoleIcon name={item.icon} />
      <b>{item.label}</b>
      {item.meta !== undefined && <span className="mute">{item.meta}</span>}
      {item.keyCap !== undefined && <KeyCap>{item.keyCap}</KeyCap>}
    </div>
  );
}

/** The list wraps around: after the last comes the first. */
function stepOf(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (current + count - 1) % count;
  if (key === "PageDown") return Math.min(count - 1, current + 8);
  if (key === "PageUp") return Math.max(0, current - 8);
  return undefined;
}
