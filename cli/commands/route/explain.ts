import { OPERATIONS, PROTOCOLS } from '../../../server/domain/calls/protocol'
import type { LimitView } from '../../../server/services/limits/list'
import type { RouteCandidate, RouteExplained } from '../../../server/services/routing/explain'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { timeText } from '../../output/field-kinds'
import type { View } from '../../output/output'
import { words } from '../../words'
import { limitAmountText, shownLimit } from '../limit/view'
import { findTokenId } from '../token/find'

const FIELDS = [
  'id',
  'name',
  'type',
  'priority',
  'weight',
  'verdict',
  'odds',
  'keys_in_use',
  'key_count',
  'keys_cooling',
  'cooling_until',
  'reason',
  'cost_ratio',
  'tried',
  'api',
  'api_reason',
  'tools_api',
  'tools_api_reason',
] as const satisfies readonly (keyof RouteCandidate)[]

const VIEW: View<RouteCandidate> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'VERDICT', value: 'verdict', kind: 'word' },
    { title: 'ODDS %', value: 'odds', kind: 'number' },
    { title: 'PRIORITY', value: 'priority', kind: 'number' },
    { title: 'WEIGHT', value: 'weight', kind: 'number' },
    { title: 'COST RATIO', value: 'cost_ratio', kind: 'number' },
    { title: 'KEYS', field: 'key_count', value: keysText },
    { title: 'TRIED', value: 'tried', kind: 'number' },
    { title: 'API', value: 'api' },
    { title: 'BECAUSE', value: 'api_reason', kind: 'word' },
    { title: 'WITH TOOLS', value: 'tools_api' },
    { title: 'COOLS UNTIL', value: 'cooling_until', kind: 'time_s' },
    { title: 'REASON', value: 'reason' },
  ],
  kinds: { type: 'number', keys_in_use: 'number', keys_cooling: 'number', key_count: 'number' },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

function keysText({ keys_in_use, key_count, keys_cooling }: RouteCandidate): string {
  return `${keys_in_use - keys_cooling}/${key_count}`
}

export const routeExplain = defineCommand({
  path: ['route', 'explain'],
  summary: 'explain which channels serve a model, how often, and why others do not',
  args: [{ name: 'model', summary: 'as clients ask for it', optional: true, completes: 'model' }],
  flags: {
    group: { kind: 'text', summary: 'group of the caller (default "default")', completes: 'group' },
    token: { kind: 'text', summary: 'token of the caller, by id or name', completes: 'token' },
    user: { kind: 'text', summary: 'the caller, by id or username', completes: 'user' },
    operation: { kind: 'text', choices: OPERATIONS, summary: 'operation (default chat)' },
    protocol: {
      kind: 'text',
      choices: PROTOCOLS,
      summary: 'format of the client (default openai)',
    },
    request: { kind: 'text', value: 'ID', summary: 'a call that was made, by its request id' },
  },
  examples: [
    'gw route explain gpt-4o --group vip',
    'gw route explain gpt-4o --token app',
    'gw route explain gpt-5.4 --protocol claude',
    'gw route explain --request 2026112218…',
  ],
  json: VIEW,
  run: async (context, { args, flags }) => {
    if (args.model === undefined && flags.request === undefined) {
      throw new UsageError('give the model, or --request with the id of a call')
    }
    const services = await context.services()
    const operation = OPERATIONS.find((name) => name === flags.operation)
    const { token, user } = flags
    const tokenId = token && (await findTokenId(context, services, { token, user }))
    const explained = await services.routes.explain({
      model: args.model,
      tokenId: tokenId || undefined,
      userId: user === undefined ? undefined : (await services.users.show(user)).id,
      group: flags.group,
      operation,
      protocol: PROTOCOLS.find((name) => name === flags.protocol),
      requestId: flags.request,
    })
    context.output.note(heading(explained))
    const { past } = explained
    if (past !== undefined) {
      const tried = past.tried.map((id) => `#${id}`).join(' → ')
      context.output.note(words`tried ${tried || '-'}; ended with ${past.error || 'ok'}`)
    }
    for (const limit of explained.stopped_by) context.output.note(refusalText(limit))
    context.output.list(explained.candidates, VIEW)
  },
})

function refusalText(view: LimitView) {
  const { subject, kind, window, reset_time, ...limit } = shownLimit(view)
  const [amount = '', used = '', left = ''] = [limit.amount, limit.used, limit.left].map((count) =>
    limitAmountText(view.limit, count),
  )
  const whose = words`refused by a limit of ${subject} ${view.name}: ${kind} per ${window}`
  const resets = reset_time === 0 ? '-' : timeText(reset_time * 1000)
  return words`${whose}, ${used} of ${amount} used, ${left} left, resets ${resets}`
}

function heading({ model, group, order, tries, ...prices }: RouteExplained) {
  const { prompt_usd: paid, completion_usd: answered } = prices
  const price = words`USD ${paid} in and ${answered} out per million tokens`
  return words`${model} in ${group}: by ${order}, at most ${tries} tries; ${price}`
}
