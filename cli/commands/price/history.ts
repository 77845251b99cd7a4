import type { PriceEventJson } from '../../../server/domain/endpoints/price'
import { PRICE_FIELDS } from '../../../server/domain/prices/price-row'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { MODEL_ARGUMENT } from './argument'

/** One field of one change. */
interface Step {
  /** Of the audit entry. */
  readonly id: number
  /** Epoch seconds. */
  readonly created_at: number
  readonly actor: string
  readonly actor_id: number
  readonly action: string
  readonly field: string
  /** JSON, "" for nothing. */
  readonly from: string
  readonly to: string
}

const STEP_VIEW: View<Step> = {
  columns: [
    { title: 'TIME', value: 'created_at', kind: 'time_s' },
    { title: 'WHO', value: 'actor' },
    { title: 'ACTION', value: 'action' },
    { title: 'FIELD', value: 'field' },
    { title: 'FROM', field: 'from', value: (row) => row.from || '-' },
    { title: 'TO', field: 'to', value: (row) => row.to || '-' },
  ],
  kinds: { id: 'number', actor_id: 'number', from: 'json', to: 'json' },
  fields: ['id', 'created_at', 'actor', 'actor_id', 'action', 'field', 'from', 'to'],
  quiet: ({ id }) => String(id),
}

const MOST_CHANGES = 100

export const priceHistory = defineList({
  path: ['price', 'history'],
  summary: 'list who changed the price of a model, when and how, newest first',
  args: [MODEL_ARGUMENT],
  examples: ['gw price history gpt-4o', 'gw price history gpt-4o --filter field=model_ratio'],
  view: STEP_VIEW,
  rows: async (context, { args: { model } }) => {
    const services = await context.services()
    const events = await services.prices.history({ model, limit: MOST_CHANGES })
    return events.flatMap(stepsOf)
  },
})

function stepsOf({ before, after, ...event }: PriceEventJson): readonly Step[] {
  const json = (value: unknown): string => (value == null ? '' : JSON.stringify(value))
  return PRICE_FIELDS.filter((field) => before[field] !== undefined).map((field) => ({
    ...event,
    field,
    from: json(before[field]),
    to: json(after[field]),
  }))
}
