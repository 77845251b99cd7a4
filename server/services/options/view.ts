import { translate } from '../../domain/i18n/translate'
import { type OptionValues, optionRow, type StoredOption } from '../../domain/options'

export interface OptionView {
  readonly key: string
  /** "" for a secret, set or not. */
  readonly value: string
  readonly section: string
  readonly type: string
  readonly secret: boolean
  /** Whether somebody has saved it; otherwise the built-in default holds. */
  readonly is_set: boolean
  /** Why saving it changes nothing, in English; "" for options that have an effect. */
  readonly note: string
}

/** Shows the value in force, so an alias of another option shows that option's value. */
export function toOptionView(
  key: keyof OptionValues,
  values: OptionValues,
  stored: StoredOption | undefined,
): OptionView {
  const row = optionRow(key)
  const { section, type, secret, inert } = row
  const note = inert === undefined ? '' : translate('en', `option_inert.${inert}`)
  const text = secret ? '' : row.format(values[key])
  const is_set = stored !== undefined || (!secret && text !== row.format(row.default))
  return { key, value: text, section, type, secret, is_set, note }
}
