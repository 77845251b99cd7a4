import type { OptionFacts } from '../../../../../server/domain/option-facts'
import type { OptionKey } from '../../../../../server/domain/options'
import { useFormat } from '../../../../app/format'
import { useText } from '../../../../app/language'
import { CREDIT_KEYS, factsOf, isHinted } from '../option-facts'

/** What a setting does, what it is at first, and between which bounds it may be. */
export function useCaption(key: OptionKey): string | undefined {
  const { text, language } = useText()
  const { number, quota } = useFormat()
  const facts = factsOf(key)
  const parts = [isHinted(key) ? text(`hint.${key}`) : '']
  if (facts.inert !== undefined) {
    parts.push(text('options.inert', { reason: text(`option_inert.${facts.inert}`) }))
  }
  const initial = shownDefault(facts, CREDIT_KEYS.has(key) ? quota : number)
  if (initial !== '') parts.push(text('options.default', { value: initial }))
  const { min, max } = facts
  if (isNumber(facts) && min !== undefined && max !== undefined) {
    // Formats for reading cut what is very small down to 0.
    const bounds = { min: min < 0.01 ? String(min) : number(min), max: number(max) }
    if (max < Number.MAX_SAFE_INTEGER) parts.push(text('options.between', bounds))
    else if (min > 0) parts.push(text('options.at_least', { min: String(min) }))
  }
  const caption = parts.filter((part) => part !== '').join(language === 'zh' ? '' : ' ')
  return caption === '' ? undefined : caption
}

function shownDefault(facts: OptionFacts, shown: (value: number) => string): string {
  const { type, initial = '' } = facts
  if (isNumber(facts)) return shown(Number(initial))
  return type === 'string' || type === 'address' ? initial : ''
}

function isNumber({ type }: OptionFacts): boolean {
  return type === 'integer' || type === 'number'
}
