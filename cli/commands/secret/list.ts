import type { SealingKeyView } from '../../../server/services/secrets/list'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'

const KEY_FIELDS = ['key', 'state', 'texts'] as const satisfies readonly (keyof SealingKeyView)[]

const KEY_VIEW: View<SealingKeyView> = {
  columns: [
    { title: 'KEY', value: 'key' },
    { title: 'STATE', value: 'state' },
    { title: 'TEXTS', value: 'texts', kind: 'number' },
  ],
  fields: KEY_FIELDS,
  quiet: ({ key }) => key,
}

export const secretList = defineCommand({
  path: ['secret', 'list'],
  summary: 'list the sealing keys by their ids, and how many stored texts each has sealed',
  examples: ['gw secret list'],
  json: KEY_FIELDS,
  reads: true,
  async run(context) {
    const services = await context.services()
    context.output.list(await services.secrets.list(), KEY_VIEW)
  },
})
