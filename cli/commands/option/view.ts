import type { OptionView } from '../../../server/services/options/view'
import type { View } from '../../output/output'
import { words } from '../../words'

const OPTION_FIELDS = [
  'key',
  'value',
  'section',
  'type',
  'secret',
  'is_set',
  'note',
] as const satisfies readonly (keyof OptionView)[]

const MOST_SHOWN = 60

/** Whole price tables do not fit a table cell. */
function shortValue(option: OptionView): string {
  if (option.secret) return option.is_set ? '***' : '-'
  const text = option.value.replace(/\s+/g, ' ')
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text || '-'
}

export const OPTION_VIEW: View<OptionView> = {
  columns: [
    { title: 'KEY', value: 'key' },
    { title: 'VALUE', field: 'value', value: shortValue },
    {
      title: 'SET',
      field: 'is_set',
      value: (option) => (option.is_set ? words`yes` : words`default`),
    },
    { title: 'SECTION', value: 'section' },
    { title: 'NOTE', value: 'note' },
  ],
  kinds: { secret: 'flag', is_set: 'flag' },
  fields: OPTION_FIELDS,
  quiet: (option) => option.key,
}
