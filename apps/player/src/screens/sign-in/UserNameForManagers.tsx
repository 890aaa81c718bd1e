import type { ReactNode } from "react";

/** Password managers learn from it whose password is asked for. */
export function UserNameForManagers({ name }: { readonly name: string }): ReactNode {
  return (
    <input
      className="hidden-text"
      name="username"
      autoComplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
