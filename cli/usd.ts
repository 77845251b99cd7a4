/** Credits as people think of them. */
import { CREDITS_PER_USD } from '../server/domain/money/quota'

const CENTS = 2
const SHOWN_DIGITS = 6

/** `$28.85`; small amounts to a millionth of a dollar. */
export function usdText(credits: number): string {
  const usd = credits / CREDITS_PER_USD
  const digits = usd !== 0 && Math.abs(usd) < 1 ? SHOWN_DIGITS : CENTS
  return `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(digits)}`
}

/** For help, wherever a flag takes credits. */
export const CREDITS_NOTE = `${CREDITS_PER_USD} are $1`
