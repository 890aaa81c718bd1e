/** The last digits, by which the owner recognises an account: four, or half of a short number. */
export function lastDigitsOf(accountNumber: string): string {
  return accountNumber.slice(-Math.min(4, Math.floor(accountNumber.length / 2)));
}

export function maskAccount(lastDigits: string): string {
  return `•••${lastDigits}`;
}
