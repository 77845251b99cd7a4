/** Amounts as documents have them: with the code of the currency, alike in every language. */

/** "-1,234.50 EUR" for hundredths. */
export function amountText(cents: number, currency: string): string {
  const shown = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${(cents / 100).toLocaleString('en-US', shown)} ${currency}`
}

/** "8.25" for 825 hundredths of a percent. */
export function percentText(rate: number): string {
  return String(rate / 100)
}
