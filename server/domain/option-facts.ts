/** What forms show of settings: whole rows, with their checks, are ten times as much. */
import { en } from './i18n/en'
import { OPTIONS, type OptionKey } from './options'
import type { OptionRow } from './options/option'
import { priceFieldOf } from './prices/price-row'

export interface OptionFacts
  extends Pick<
    OptionRow<unknown>,
    'type' | 'min' | 'max' | 'choices' | 'needs' | 'inert' | 'hasLines'
  > {
  /** The default as it is stored; `undefined` where it is as long as a table of prices. */
  readonly initial: string | undefined
  /** Saved together with the other prices, in one request. */
  readonly isPrice: true | undefined
  /** The dictionaries have a sentence of explanation, `hint.<key>`. */
  readonly isHinted: true | undefined
}

/** Longer ones are for who asks for them. */
const MOST_CHARACTERS = 1000

/** By key in the order of the registry, to be written into the console when it is built. */
export function optionFacts(): Readonly<Record<OptionKey, OptionFacts>> {
  const facts = Object.entries<OptionRow<unknown>>(OPTIONS).map(([key, row]) => {
    const { type, min, max, choices, needs, inert, hasLines } = row
    const text = row.format(row.default)
    const initial = text.length > MOST_CHARACTERS ? undefined : text
    const isPrice = priceFieldOf(key) !== undefined || undefined
    const isHinted = Object.hasOwn(en, `hint.${key}`) || undefined
    const shape = { type, min, max, choices, needs, inert, hasLines }
    return [key, { ...shape, initial, isPrice, isHinted }]
  })
  return Object.fromEntries(facts)
}
