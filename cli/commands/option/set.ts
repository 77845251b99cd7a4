import { bodyOf } from '../../command/body'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { OPTION_VIEW } from './view'

export const optionSet = defineCommand({
  path: ['option', 'set'],
  summary: 'change one option, or all of a JSON object; a blank secret stays as it is',
  args: [
    {
      name: 'key',
      summary: 'name of the option; "-" reads {"KEY": value} from stdin, all or nothing',
      completes: 'option',
    },
    { name: 'value', summary: 'new value; "-" reads it from stdin', optional: true },
  ],
  flags: {
    reset: { kind: 'switch', summary: 'back to the built-in default' },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw option set RetryTimes 3',
    'gw option set ModelRatio - < ratios.json',
    `echo '{"RetryTimes":3,"SMTPServer":"mail.example.com"}' | gw option set - --dry-run`,
    'gw option set SMTPToken --reset',
  ],
  json: OPTION_VIEW,
  run: async (context, { args: { key, ...args }, flags }) => {
    const isMany = key === '-'
    if (isMany && (args.value !== undefined || flags.reset === true)) {
      throw new UsageError('"-" takes options and values from stdin: give nothing else')
    }
    if (isMany) return await setMany(context, flags)
    if ((args.value === undefined) !== (flags.reset === true)) {
      throw new UsageError('give either a value or --reset')
    }
    const value = await context.secret(args.value, '')
    const option = await context.attempt(flags, ({ options }) =>
      value === undefined
        ? options.reset(context.actor, key)
        : options.set(context.actor, { key, value }),
    )
    context.output.one(option, OPTION_VIEW)
  },
})

async function setMany(
  { input, attempt, actor, output }: CommandContext,
  flags: { readonly 'dry-run': boolean | undefined },
): Promise<void> {
  const wanted = Object.entries(bodyOf(await input()))
  const stored = await attempt({ ...flags, isAtomic: true }, async ({ options }) => {
    const views = []
    for (const [key, value] of wanted) views.push(await options.setTyped(actor, { key, value }))
    return views
  })
  output.list(stored, OPTION_VIEW)
}
