/** The names of a side with another one in one language; an empty one is taken away. */
export function namesWith(
  names: Readonly<Record<string, string>>,
  language: string,
  typed: string,
): Record<string, string> {
  const { [language]: _, ...others } = names;
  const name = typed.trim();
  return name === "" ? others : { ...others, [language]: name };
}
