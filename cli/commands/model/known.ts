import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

interface KnownModel {
  readonly id: string
  readonly owner: string
}

const KNOWN_VIEW: View<KnownModel> = {
  columns: [
    { title: 'MODEL', value: 'id' },
    { title: 'CHANNEL TYPE', value: 'owner' },
  ],
  fields: ['id', 'owner'],
  quiet: ({ id }) => id,
}

export const modelKnown = defineList({
  path: ['model', 'known'],
  summary: 'list the models that channel types name by default, with the first that does',
  examples: ['gw model known --filter owner=deepseek --quiet', 'gw model known --limit 1000'],
  view: KNOWN_VIEW,
  // Of the program, not of a database.
  rows: async () => (await import('../../../server/services/models/list')).knownModels(),
})
