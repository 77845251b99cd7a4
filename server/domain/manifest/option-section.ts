import { isOptionKey, optionRow } from '../options'
import { ALIASES } from '../options/aliases'
import type { OptionRow } from '../options/option'
import { ALL_PRICE_OPTIONS } from '../prices/price-row'
import { flag, integer, json, type ManifestField, names, number, secret, text } from './fields'
import { GROUP_OPTIONS } from './group-section'
import { FALLBACK_OPTION } from './route-section'
import type { Section } from './section'

/** Written in sections of their own, or as another option. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...ALL_PRICE_OPTIONS,
  ...GROUP_OPTIONS,
  FALLBACK_OPTION,
  ...ALIASES.map(({ key }) => key),
])

export function isFileOption(key: string): boolean {
  return isOptionKey(key) && !ELSEWHERE.has(key) && optionRow(key).inert === undefined
}

/** Lists stay lists, and JSON stays JSON: a file is read by people. */
export function optionValueOf(row: OptionRow<unknown>, stored: string): unknown {
  return row.type === 'secret' ? stored : row.parse(stored)
}

/** As the option is stored. Throws `option.invalid`. */
export function optionTextOf(row: OptionRow<unknown>, value: unknown): string {
  const separator = row.type === 'lines' ? '\n' : ','
  const typed = Array.isArray(value) && row.type !== 'json' ? value.join(separator) : value
  return row.format(row.parse(typeof typed === 'string' ? typed : JSON.stringify(typed)))
}

function fieldOf(row: OptionRow<unknown>): ManifestField {
  const starts = row.default
  if (row.secret) return secret()
  switch (row.type) {
    case 'integer':
      return integer(Number(starts))
    case 'number':
      return number(Number(starts))
    case 'boolean':
      return flag(starts === true)
    case 'json':
      return json(starts)
    case 'list':
    case 'lines':
      return { ...names(), starts }
    default:
      return { ...text(), starts }
  }
}

export const optionSection: Section = {
  fieldsOf: (key) => (isFileOption(key) ? { value: fieldOf(optionRow(key)) } : undefined),
  isValue: true,
}
