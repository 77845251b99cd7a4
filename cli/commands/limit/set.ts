import { enLimits } from '../../../server/domain/i18n/en/limits'
import {
  isMoney,
  isOfRunning,
  LIMIT_KINDS,
  type LimitKind,
} from '../../../server/domain/limits/kinds'
import { LIMIT_WINDOWS, type LimitWindow, usualWindow } from '../../../server/domain/limits/limit'
import { defineCommand } from '../../command/command'
import type { FlagRow } from '../../command/command-row'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { DRY_RUN_FLAG } from '../careful-flags'
import { amountOf } from '../price/requested-price'
import { keyOf, NAME_ARGUMENT, SUBJECT_ARGUMENT, subjectOf } from './argument'
import { creditsOf, LIMIT_VIEW, shownLimit } from './view'

const WINDOWS = LIMIT_WINDOWS.filter((window) => window !== 'now')

/** A flag per kind, by its name: amounts of money in dollars. */
const KIND_FLAGS: Readonly<Record<string, FlagRow>> = Object.fromEntries(
  LIMIT_KINDS.map((kind): [string, FlagRow] => {
    const summary = enLimits[`limit.most_${kind}`]
    const isUsd = isMoney(kind)
    const [type, value] = isUsd ? (['text', 'USD'] as const) : (['integer', 'N'] as const)
    return [flagOf(kind), { kind: type, value, summary }]
  }),
)

function flagOf(kind: LimitKind): string {
  return kind.replaceAll('_', '-')
}

export const limitSet = defineCommand({
  path: ['limit', 'set'],
  summary: 'limit a token, a user, a group or a channel; what is used already counts on',
  args: [SUBJECT_ARGUMENT, NAME_ARGUMENT],
  flags: {
    ...KIND_FLAGS,
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
  json: LIMIT_VIEW,
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

function wantedOf(flags: Readonly<Record<string, unknown>>) {
  const given = LIMIT_KINDS.filter((kind) => flags[flagOf(kind)] !== undefined)
  const [kind, second] = given
  if (kind === undefined || second !== undefined) {
    const all = LIMIT_KINDS.map((each) => `--${flagOf(each)}`).join(', ')
    throw new UsageError(words`give exactly one of ${all}`)
  }
  const flag = flagOf(kind)
  const typed = flags[flag]
  return { kind, amount: isMoney(kind) ? dollarsOf(flag, String(typed)) : Number(typed) }
}

function dollarsOf(flag: string, typed: string): number {
  return creditsOf(amountOf(flag, typed) ?? 0)
}

function windowOf(kind: LimitKind, given: string | undefined): LimitWindow {
  const usual = usualWindow(kind)
  if (given === undefined) return usual
  if (isOfRunning(kind)) {
    throw new UsageError(words`--${flagOf(kind)} is about one moment: leave out --per`)
  }
  return WINDOWS.find((window) => window === given) ?? usual
}
