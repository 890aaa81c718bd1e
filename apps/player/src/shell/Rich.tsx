import { Fragment, type ReactNode } from "react";

/**
 * A message with drawn parts: the text is made with its placeholders left in
 * (`t("slip.limit", { used: "{used}" })`), and `parts` take their places.
 */
export function Rich(props: {
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}): ReactNode {
  const pieces = props.text.split(/\{(\w+)\}/);
  return pieces.map((piece, index) => (
    // Pieces of one fixed text: their position is their identity.
    <Fragment key={index}>{index % 2 === 0 ? piece : props.parts[piece]}</Fragment>
  ));
}
