/** Where the desk is: the console shows one clock, whatever the venues' zones. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
