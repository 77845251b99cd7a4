/** Where numbers that people type end: beyond them somebody has made a mistake. */

/**
 * Credits of one balance, code or grant: two billion dollars. Sums of thousands of them are
 * still exact.
 */
export const MAX_CREDITS = 1_000_000_000_000_000

/** Ratios, and prices in dollars or in the shop's currency. */
export const MAX_RATIO = 1_000_000_000

/** Epoch seconds of the last moment of the year 9999; later ones have no usual notation. */
export const LAST_SECOND = 253_402_300_799

/** Whole credits from `least` on. */
export function isCredits(given: number, least = 0): boolean {
  return Number.isSafeInteger(given) && given >= least && given <= MAX_CREDITS
}

/** Characters of a username that somebody types. */
export const MAX_USERNAME = 12

/** Of names that come from elsewhere: imports, and accounts at other services. */
export const MAX_FOREIGN_USERNAME = 32
