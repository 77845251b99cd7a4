import { defineCommand } from '../../command'
import { pastSeconds } from '../../moment'

export const logDelete = defineCommand({
  path: ['log', 'delete'],
  summary: 'delete log rows older than a time; balances and hourly usage stay',
  flags: {
    before: {
      kind: 'text',
      required: true,
      value: 'TIME',
      summary: 'a span back such as 90d, or a date and time',
    },
    yes: { kind: 'switch', summary: 'do not ask' },
  },
  examples: ['gw log delete --before 90d', 'gw log delete --before 2026-01-01 --yes'],
  run: async (context, { flags }) => {
    const before = pastSeconds(context, 'before', flags.before)
    await context.confirm(flags.yes, `Delete the log rows before ${flags.before}?`)
    const services = await context.services()
    const deleted = await services.logs.remove(context.actor, before)
    context.output.value(String(deleted), { deleted })
  },
})
