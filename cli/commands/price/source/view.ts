import { messageOf } from '../../../../server/domain/errors/message'
import { marginText } from '../../../../server/domain/prices/sources/margin-text'
import type { PriceSourceView } from '../../../../server/services/prices/sources/keep'
import type { View } from '../../../output/output'

interface SourceRow extends Omit<PriceSourceView, 'failure'> {
  readonly failure: string
}

const FIELDS = [
  ...(['id', 'name', 'kind', 'url', 'allow_private', 'providers', 'group', 'factor'] as const),
  ...(['margins', 'every_hours', 'prices_new', 'fetched_at', 'next_at', 'failure'] as const),
] as const satisfies readonly (keyof SourceRow)[]

export const SOURCE_VIEW: View<SourceRow> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'KIND', value: 'kind' },
    {
      title: 'EVERY',
      field: 'every_hours',
      value: ({ every_hours: hours }) => (hours === 0 ? '-' : `${hours}h`),
      kind: 'number',
    },
    { title: 'FETCHED', value: 'fetched_at', kind: 'time_s' },
    { title: 'MARGINS', field: 'margins', value: ({ margins }) => marginsText(margins) },
    { title: 'FAILURE', field: 'failure', value: ({ failure }) => failure || '-' },
  ],
  kinds: {
    allow_private: 'flag',
    prices_new: 'flag',
    providers: 'json',
    margins: 'json',
    factor: 'number',
    next_at: 'time_s',
  },
  fields: FIELDS,
  quiet: ({ name }) => name,
}

function marginsText(margins: PriceSourceView['margins']): string {
  return margins.map(marginText).join(' ') || '-'
}

export function sourceRow({ failure, ...row }: PriceSourceView): SourceRow {
  return { ...row, failure: failure === undefined ? '' : messageOf(failure, 'en') }
}

export const SOURCE_ARGUMENT = { name: 'source', summary: 'name or number of a source' } as const
