/** A side's names with one language's replaced; an empty name is removed. */
export function namesWith(
  names: Readonly<Record<string, string>>,
  language: string,
  typed: string,
): Record<string, string> {
  const { [language]: _, ...others } = names;
  const name = typed.trim();
  return name === "" ? others : { ...others, [language]: name };
}
