/** How a number of a range is written. */

/** What a format has to contain: the range begins anew each year. */
export const NUMBER_FIELDS = ['{year}', '{number}'] as const

const DIGITS = 6

/** "INV-2026-000042" for `INV-{year}-{number}`. */
export function numberText(format: string, { year, serial }: { year: number; serial: number }) {
  return format
    .replaceAll('{year}', String(year))
    .replaceAll('{number}', String(serial).padStart(DIGITS, '0'))
}
