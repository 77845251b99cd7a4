/** What is taken back of an order's credits when so much of its money has gone back. */
export function refundedCredits(
  { credits, money_cents }: { readonly credits: number; readonly money_cents: number },
  refundedCents: number,
): number {
  if (refundedCents >= money_cents) return credits
  // Rounded down: the rest of a cent stays with the customer.
  return Number((BigInt(credits) * BigInt(refundedCents)) / BigInt(money_cents))
}

/**
 * What of an order's own money has gone back, when buyers paid and got back money with taxes.
 * All amounts in hundredths.
 */
export function refundedShare(
  moneyCents: number,
  { back, paid }: { readonly back: number; readonly paid: number },
): number {
  if (back >= paid) return moneyCents
  return Number((BigInt(moneyCents) * BigInt(back)) / BigInt(paid))
}
