import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { words } from '../../words'

type ShownModel = Awaited<ReturnType<Services['models']['routes']>>[number]

export const MODEL_FIELDS = [
  'model',
  'channels',
  'priced',
  'prompt_usd',
  'completion_usd',
  'call_usd',
] as const satisfies readonly (keyof ShownModel)[]

/** A price of 0 is shown only where it is one. */
const dollars = (isCharged: boolean, usd: number) => (isCharged ? String(usd) : '-')

const MODEL_VIEW: View<ShownModel> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    { title: 'CHANNELS', value: 'channels', kind: 'number' },
    {
      title: 'PRICED',
      field: 'priced',
      value: (row) => (row.priced ? words`yes` : words`no: calls are refused`),
    },
    {
      title: 'USD/M PROMPT',
      value: (row) => dollars(row.priced && row.call_usd === 0, row.prompt_usd),
      kind: 'number',
    },
    {
      title: 'USD/M COMPLETION',
      value: (row) => dollars(row.priced && row.call_usd === 0, row.completion_usd),
      kind: 'number',
    },
    {
      title: 'USD/CALL',
      value: (row) => dollars(row.call_usd > 0, row.call_usd),
      kind: 'number',
    },
  ],
  kinds: { priced: 'flag' },
  fields: MODEL_FIELDS,
  quiet: (row) => row.model,
}

export const modelList = defineList({
  path: ['model', 'list'],
  summary: 'list what calls of a group can be sent to, and what they cost there',
  flags: {
    group: { kind: 'text', summary: 'group of the call (default "default")', completes: 'group' },
  },
  examples: ['gw model list --group vip', 'gw model list --json | jq ".[] | select(.priced|not)"'],
  view: MODEL_VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    return await services.models.routes(flags.group ?? 'default')
  },
})
