const COUNT = /^[+\-−]?\d{1,6}$/;

/** A whole number as it is typed: "12", "+12", "-3". Undefined for anything else. */
export function countOfText(text: string): number | undefined {
  const tidy = text.trim();
  return COUNT.test(tidy) ? Number(tidy.replace("−", "-")) : undefined;
}
