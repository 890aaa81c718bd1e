import { Checkbox } from "@club/ui";
import type { ReactNode } from "react";

/** A choice of several, each with a box to tick. */
export function Choices<Id extends string>(props: {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: Id[]) => void;
}): ReactNode {
  const { chosen, onChange } = props;
  return (
    <fieldset className="choices">
      <legend>{props.label}</legend>
      {props.options.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={chosen.includes(id)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  );
}
