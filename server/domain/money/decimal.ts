/**
 * Exact decimals: `units / 10^scale`. Ratios are what an operator typed, so a number is read
 * by its shortest decimal text: 0.1 is one tenth, not the nearest binary fraction.
 */
import { invariant } from '../errors/invariant'

export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }
export const ONE: Decimal = { units: 1n, scale: 0 }

const POWERS: bigint[] = [1n]

export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  if (known !== undefined) return known
  const made = 10n ** BigInt(exponent)
  if (exponent <= 400) POWERS[exponent] = made
  return made
}

/** From a finite number; anything else is a bug of the caller. */
export function decimal(value: number): Decimal {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 }
  invariant(Number.isFinite(value), `ratios are finite, got ${value}`)
  const [mantissa = '0', exponentText = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponentText)
  const units = BigInt(whole + fraction)
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 }
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Finer than any price that people write. */
const QUOTIENT_DIGITS = 15

/** By an integer: exact where the quotient is a decimal, else to 15 further digits. */
export function dividedBy({ units, scale }: Decimal, divisor: number): Decimal {
  const by = BigInt(divisor)
  for (let digits = 0; digits < QUOTIENT_DIGITS; digits += 1) {
    const widened = units * powerOfTen(digits)
    if (widened % by === 0n) return { units: widened / by, scale: scale + digits }
  }
  const widened = units * powerOfTen(QUOTIENT_DIGITS)
  return { units: (widened * 2n + by) / (by * 2n), scale: scale + QUOTIENT_DIGITS }
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** Units of the same value on a finer or equal scale. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return value.units * powerOfTen(scale - value.scale)
}

/** Nearest integer, halves away from zero. */
export function rounded(value: Decimal): bigint {
  if (value.scale === 0) return value.units
  const one = powerOfTen(value.scale)
  const negative = value.units < 0n
  const size = negative ? -value.units : value.units
  const whole = (size * 2n + one) / (one * 2n)
  return negative ? -whole : whole
}

/** Towards zero. */
export function truncated(value: Decimal): bigint {
  return value.units / powerOfTen(value.scale)
}

/** Plain notation without trailing zeros: "1512.5", "-0.075". */
export function decimalText(value: Decimal): string {
  const negative = value.units < 0n
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0')
  const cut = digits.length - value.scale
  const fraction = digits.slice(cut).replace(/0+$/, '')
  const text = fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
  return negative && value.units !== 0n ? `-${text}` : text
}
