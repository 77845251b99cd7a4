import { type OptionKey, optionRow } from '../../../../server/domain/options'
import type { OptionRow } from '../../../../server/domain/options/option'
import { useFormat } from '../../../format'
import { useText } from '../../../language'
import { CREDIT_KEYS, isHinted } from './option-facts'

/** What a setting does, what it is at first, and between which bounds it may be. */
export function useCaption(key: OptionKey): string | undefined {
  const { text } = useText()
  const { number, quota } = useFormat()
  const row = optionRow(key)
  const parts = [isHinted(key) ? text(`hint.${key}`) : '']
  const initial = shownDefault(row, CREDIT_KEYS.has(key) ? quota : number)
  if (initial !== '') parts.push(text('options.default', { value: initial }))
  const { min, max } = row
  if (isNumber(row) && min !== undefined && max !== undefined) {
    // Formats for reading cut what is very small down to 0.
    const bounds = { min: min < 0.01 ? String(min) : number(min), max: number(max) }
    if (max < Number.MAX_SAFE_INTEGER) parts.push(text('options.between', bounds))
    else if (min > 0) parts.push(text('options.at_least', { min: String(min) }))
  }
  const told = parts.filter((part) => part !== '').join(' ')
  return told === '' ? undefined : told
}

function shownDefault(row: OptionRow<unknown>, shown: (value: number) => string): string {
  if (isNumber(row)) return shown(Number(row.default))
  return row.type === 'string' || row.type === 'address' ? row.format(row.default) : ''
}

function isNumber({ type }: OptionRow<unknown>): boolean {
  return type === 'integer' || type === 'number'
}
