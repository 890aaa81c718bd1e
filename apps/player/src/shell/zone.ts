/** Where the player is: the clock of what is theirs. Races keep the clock of their venue. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
