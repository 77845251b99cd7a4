/** Figures as short words; nothing for what was not measured. */
const UNKNOWN = '–'
const KIB = 1024
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return UNKNOWN
  return seconds < 1 ? `${significant(seconds * 1000)} ms` : `${significant(seconds)} s`
}

export function rateText(perSecond: number): string {
  return perSecond === 0 ? '0' : significant(perSecond)
}

export function shareText(part: number): string {
  return `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)}%`
}

export function usdPerHourText(usd: number): string {
  return `$${usd === 0 ? '0' : significant(usd)}`
}

export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= KIB && unit < BYTE_UNITS.length - 1) [value, unit] = [value / KIB, unit + 1]
  return `${significant(value)} ${BYTE_UNITS[unit]}`
}

export function ageText(seconds: number): string {
  if (seconds < MINUTE) return `${Math.floor(seconds)} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  return `${Math.floor(seconds / DAY)} d`
}

/** Three digits, where there are not more before the point. */
function significant(value: number): string {
  if (value >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}
