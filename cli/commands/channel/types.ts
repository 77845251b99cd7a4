import { canRelay, offeredOperations } from '../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../../server/domain/channel-types/channel-type'
import {
  addressExample,
  keyExample,
  otherExample,
  presetsText,
} from '../../../server/domain/channels/guide'
import { translate } from '../../../server/domain/i18n/translate'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'

const FIELDS = [
  'id',
  'name',
  'selectable',
  'relays',
  'operations',
  'base_url',
  'regions',
  'key',
  'key_page',
  'other',
  'other_example',
  'tells_balance',
  'models',
  'retired',
] as const

function shown(row: ChannelTypeRow) {
  const { id, name, selectable, otherField, reportsBalance, models, retired, keyPage } = row
  return {
    id,
    name,
    selectable,
    relays: canRelay(row),
    operations: offeredOperations(row),
    base_url: addressExample(row),
    regions: presetsText(row, (key, params) => translate('en', key, params)),
    key: keyExample(row),
    key_page: keyPage,
    other: otherField,
    other_example: otherField === '' ? '' : otherExample(row),
    tells_balance: reportsBalance,
    models,
    retired,
  }
}

type Shown = ReturnType<typeof shown>

const VIEW: View<Shown> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name', kind: 'word' },
    { title: 'BASE URL', field: 'base_url', value: 'base_url' },
    { title: 'KEY', value: 'key' },
    { title: 'OTHER', field: 'other', value: ({ other }) => other || '-' },
    { title: 'KEYS FROM', field: 'key_page', value: ({ key_page }) => key_page || '-' },
  ],
  details: [
    { title: 'REGIONS', field: 'regions', value: ({ regions }) => regions || '-' },
    {
      title: 'OTHER EXAMPLE',
      field: 'other_example',
      value: ({ other_example }) => other_example || '-',
    },
    { title: 'OPERATIONS', field: 'operations', value: ({ operations }) => operations.join(' ') },
    { title: 'TELLS BALANCE', value: 'tells_balance', kind: 'flag' },
    { title: 'MODELS', field: 'models', value: ({ models }) => models.join(' ') },
    {
      title: 'RETIRED',
      field: 'retired',
      value: ({ retired }) =>
        Object.entries(retired)
          .map(([model, successor]) => `${model} -> ${successor || 'nothing'}`)
          .join(', ') || '-',
    },
  ],
  kinds: {
    selectable: 'flag',
    relays: 'flag',
    operations: 'list',
    models: 'list',
    retired: 'json',
  },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export const channelTypes = defineCommand({
  path: ['channel', 'types'],
  summary: 'list the kinds of upstreams: address, form of the key, and where keys are made',
  args: [{ name: 'name', summary: 'part of a name, or an id', optional: true }],
  examples: ['gw channel types', 'gw channel types groq --json'],
  json: VIEW,
  run: async (context, { args }) => {
    const wanted = args.name?.toLowerCase() ?? ''
    const rows = CHANNEL_TYPES.filter(
      ({ id, name }) => String(id) === wanted || name.toLowerCase().includes(wanted),
    ).map(shown)
    const [only, second] = rows
    if (only !== undefined && second === undefined) context.output.one(only, VIEW)
    else context.output.list(rows, VIEW)
  },
})
