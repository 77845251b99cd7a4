import { defineCommand } from '../../command/command'
import { pastSeconds } from '../../time-argument'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'

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
    ...YES_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: ['gw log delete --before 90d', 'gw log delete --before 2026-01-01 --yes'],
  json: { deleted: 'number' },
  run: async (context, { flags }) => {
    const before = pastSeconds(context, 'before', flags.before) ?? 0
    await context.confirm(isAgreed(flags), words`Delete the log rows before ${flags.before}?`)
    const { logs } = await context.services()
    // Counted, not tried: a million rows in one transaction would keep calls waiting.
    const { total } = await logs.list({ to: before - 1, page_size: 1 })
    if (flags['dry-run'] === true) {
      context.output.value(String(total), { deleted: total })
      context.output.note('dry run: nothing was changed')
      return
    }
    const deleted = await context.progress('deleting log rows', (report) =>
      logs.remove(context.actor, {
        beforeSeconds: before,
        progress: (done) => report(done, total),
      }),
    )
    context.output.value(String(deleted), { deleted })
  },
})
