import type { SealingKeyView } from '../../../server/services/secrets/list'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

const KEY_VIEW: View<SealingKeyView> = {
  columns: [
    { title: 'KEY', value: 'key' },
    { title: 'STATE', value: 'state' },
    { title: 'TEXTS', value: 'texts', kind: 'number' },
  ],
  fields: ['key', 'state', 'texts'],
  quiet: ({ key }) => key,
}

export const secretList = defineList({
  path: ['secret', 'list'],
  summary: 'list the sealing keys by their ids, and how many stored texts each has sealed',
  examples: ['gw secret list'],
  view: KEY_VIEW,
  rows: async (context) => await (await context.services()).secrets.list(),
})
