import type { AlertPreview } from '../../../server/services/alerts/preview'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'
import { CONDITION_FLAGS, ruleInput } from './rule-flags'
import { RULE_ARGUMENT } from './view'

type Firing = AlertPreview['firings'][number]

const PREVIEW_VIEW: View<Firing> = {
  columns: [
    { title: 'OF', value: 'name' },
    { title: 'FROM', value: 'from', kind: 'time_s' },
    { title: 'UNTIL', value: 'to', kind: 'time_s' },
    { title: 'PEAK', value: ({ peak }) => peak.toFixed(1), field: 'peak' },
  ],
  kinds: { peak: 'number' },
  fields: ['subject', 'name', 'from', 'to', 'peak'],
  quiet: ({ from }) => String(from),
}

export const alertPreview = defineCommand({
  path: ['alert', 'preview'],
  summary: 'print when a rule would have fired in the last week; nothing is changed',
  args: [{ ...RULE_ARGUMENT, optional: true }],
  flags: CONDITION_FLAGS,
  examples: [
    'gw alert preview --measure error_share --scope channel --above 20',
    'gw alert preview "Claude fails" --above 30 --json',
  ],
  json: PREVIEW_VIEW,
  reads: true,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const rule = args.rule === undefined ? undefined : await services.alerts.show(args.rule)
    const input = { ...ruleInput(flags, rule?.measure) }
    if (input.measure === undefined) {
      throw new UsageError(words`say by --measure what is watched, or name a rule`)
    }
    const preview = await services.alerts.preview(input, rule)
    context.output.list(preview.firings, PREVIEW_VIEW)
    noteOf(context, preview)
  },
})

function noteOf({ output }: CommandContext, preview: AlertPreview): void {
  const breaches = preview.now.filter(({ is_breach }) => is_breach).length
  if (preview.has_past) {
    output.note(words`would have fired ${preview.firings.length} times in the last week`)
  } else output.note(words`no history is kept of this measure`)
  output.note(words`would fire now for ${breaches} of ${preview.now.length}`)
  if (preview.left_out > 0) {
    output.note(words`only the ${preview.subjects} busiest were looked at`)
  }
}
