import { messageOf } from '../../../server/domain/errors/message'
import type { PriceChangeView } from '../../../server/services/prices/changes'
import type { View } from '../../output/output'

interface ChangeRow extends Omit<PriceChangeView, 'failure'> {
  readonly failure: string
}

const FIELDS = [
  ...(['id', 'state', 'source', 'actor', 'models', 'begins_at', 'created_at'] as const),
  ...(['ended_at', 'failure'] as const),
] as const satisfies readonly (keyof ChangeRow)[]

export const CHANGE_VIEW: View<ChangeRow> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'BEGINS', value: 'begins_at', kind: 'time_s' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'SOURCE', field: 'source', value: ({ source }) => source || '-' },
    { title: 'WHO', value: 'actor' },
    { title: 'MODELS', value: 'models', kind: 'number' },
    { title: 'FAILURE', field: 'failure', value: ({ failure }) => failure || '-' },
  ],
  kinds: { created_at: 'time_s', ended_at: 'time_s' },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export function changeRow({ failure, ...row }: PriceChangeView): ChangeRow {
  return { ...row, failure: failure === undefined ? '' : messageOf(failure, 'en') }
}

export const CHANGE_ARGUMENT = {
  name: 'change',
  summary: 'number of a price change, see "gw price changes"',
} as const
