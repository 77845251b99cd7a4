import type { Statement } from '../../../server/services/usage/statement'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { USER_ARGUMENT } from './argument'

/** A booking, or the calls of an hour with a model. */
interface Line {
  /** Epoch seconds. */
  readonly at: number
  readonly kind: string
  /** Credits, signed; of calls without what plans paid of them. */
  readonly credits: number
  /** Credits of calls that plans paid. */
  readonly covered: number
  readonly reference: string
  readonly calls: number
}

const LINE_VIEW: View<Line> = {
  columns: [
    { title: 'TIME', value: 'at', kind: 'time_s' },
    { title: 'KIND', value: 'kind' },
    { title: 'AMOUNT', value: 'credits', kind: 'credits' },
    { title: 'BY PLAN', value: 'covered', kind: 'credits', isMinor: true },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'REFERENCE', value: 'reference' },
  ],
  fields: ['at', 'kind', 'credits', 'covered', 'reference', 'calls'],
  quiet: ({ credits }) => String(credits),
}

export const userStatement = defineList({
  path: ['user', 'statement'],
  summary: 'what a balance is made of: top-ups, changes, and calls by the hour; the newest first',
  args: [USER_ARGUMENT],
  flags: RANGE_FLAGS,
  examples: ['gw user statement ann', 'gw user statement ann --from 7d --json'],
  view: LINE_VIEW,
  rows: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    return linesOf(await services.wallet.statement({ userId: id, ...rangeOf(context, flags) }))
  },
})

function linesOf({ entries, calls }: Statement): Line[] {
  const booked = entries.map(({ created_at, kind, user_delta, reference }) => ({
    at: Math.floor(created_at / 1000),
    kind,
    credits: user_delta,
    covered: 0,
    reference,
    calls: 0,
  }))
  const called = calls.map((hour) => ({
    at: hour.at,
    kind: 'calls',
    credits: hour.covered - hour.quota,
    covered: hour.covered,
    reference: '',
    calls: hour.count,
  }))
  return [...booked, ...called].toSorted((a, b) => b.at - a.at)
}
