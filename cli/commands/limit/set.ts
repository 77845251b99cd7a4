import {
  LIMIT_WINDOWS,
  type LimitKind,
  type LimitWindow,
} from '../../../server/domain/limits/limit'
import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { amountOf } from '../price/wish'
import { keyOf, NAME_ARGUMENT, SUBJECT_ARGUMENT, subjectOf } from './argument'
import { creditsOf, LIMIT_FIELDS, LIMIT_VIEW, shownLimit } from './view'

const WINDOWS = LIMIT_WINDOWS.filter((window) => window !== 'now')

interface Flags {
  readonly requests: number | undefined
  readonly tokens: number | undefined
  readonly concurrency: number | undefined
  readonly budget: string | undefined
}

export const limitSet = defineCommand({
  path: ['limit', 'set'],
  summary: 'limit a token, a user, a group or a channel; what is used already counts on',
  args: [SUBJECT_ARGUMENT, NAME_ARGUMENT],
  flags: {
    requests: { kind: 'integer', value: 'N', summary: 'most requests' },
    tokens: { kind: 'integer', value: 'N', summary: 'most tokens, of prompts and answers' },
    concurrency: { kind: 'integer', value: 'N', summary: 'most calls at a time' },
    budget: { kind: 'text', value: 'USD', summary: 'most dollars' },
    per: {
      kind: 'text',
      value: 'WINDOW',
      choices: WINDOWS,
      summary: 'window (default: minute; day for a budget)',
    },
    zone: { kind: 'text', summary: 'time zone of days, weeks and months (default UTC)' },
    from: { kind: 'integer', value: 'HOUR', summary: 'hour at which they begin (default 0)' },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw limit set token 9 --budget 5 --per day --zone Europe/Berlin --from 6',
    'gw limit set user ann --requests 60',
    'gw limit set channel 3 --budget 20 --per 5h --dry-run',
  ],
  json: LIMIT_FIELDS,
  run: async (context, { args, flags }) => {
    const subject = subjectOf(args.subject)
    const key = await keyOf(context, subject, args.name)
    const wanted = wantedOf(flags)
    const window = windowOf(wanted.kind, flags.per)
    const limit = { ...wanted, window, zone: flags.zone, start_hour: flags.from }
    const shown = await context.attempt(flags, async (services) => {
      await services.limits.set(context.actor, { subject, key, limits: [limit], setBy: 'admin' })
      const views = await services.limits.list(context.actor, { subject, key })
      return views.find(({ limit: each }) => {
        return each.kind === limit.kind && each.window === window && each.setBy === 'admin'
      })
    })
    if (shown !== undefined) context.output.one(shownLimit(shown), LIMIT_VIEW)
  },
})

function wantedOf({ requests, tokens, concurrency, budget }: Flags) {
  const usd = amountOf('budget', budget)
  const amounts = { requests, tokens, concurrency, budget: usd && creditsOf(usd) }
  const kinds = ['requests', 'tokens', 'concurrency', 'budget'] as const
  const given = kinds.filter((kind) => amounts[kind] !== undefined)
  const [kind, second] = given
  if (kind === undefined || second !== undefined) {
    throw new UsageError('give one of --requests, --tokens, --concurrency and --budget')
  }
  return { kind, amount: amounts[kind] ?? 0 }
}

function windowOf(kind: LimitKind, given: string | undefined): LimitWindow {
  if (kind === 'concurrency') {
    if (given === undefined) return 'now'
    throw new UsageError('--concurrency is about one moment: leave out --per')
  }
  const usual = kind === 'budget' ? 'day' : 'minute'
  return WINDOWS.find((window) => window === (given ?? usual)) ?? usual
}
