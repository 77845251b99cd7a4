import { nowSeconds } from '../../../server/clock'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { instantSeconds, spanSeconds } from '../../time-argument'
import { words } from '../../words'
import { DRY_RUN_FLAG } from '../careful-flags'
import { ALERT_VIEW, RULE_ARGUMENT } from './view'

export const alertSilence = defineCommand({
  path: ['alert', 'silence'],
  summary: 'send no notices of a rule until a time; what fires still is sent then',
  args: [
    RULE_ARGUMENT,
    { name: 'until', summary: 'a span such as 2h, a date and time, or off to end the silence' },
  ],
  flags: DRY_RUN_FLAG,
  examples: ['gw alert silence 12 2h', 'gw alert silence channel_down "2026-12-01 08:00"'],
  json: ALERT_VIEW,
  run: async (context, { args, flags }) => {
    const until = momentOf(args.until, nowSeconds(context.clock))
    const services = await context.services()
    const { id } = await services.alerts.show(args.rule)
    const rule = await context.attempt(flags, ({ alerts }) =>
      alerts.silence(context.actor, { id, until }),
    )
    context.output.one(rule, ALERT_VIEW)
  },
})

function momentOf(given: string, now: number): number {
  if (given === 'off') return 0
  const span = spanSeconds(given)
  const instant = span === undefined ? instantSeconds(given, now) : now + span
  if (instant !== undefined) return instant
  throw new UsageError(words`give a span such as 2h, a date and time, or off, not ${given}`)
}
