import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { ROLE_ARGUMENT, roleNamed } from './named'

export const roleDelete = defineCommand({
  path: ['role', 'delete'],
  summary: 'remove a role that nobody has',
  args: [ROLE_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw role delete Auditor --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const { id, name } = await roleNamed(await context.services(), args.role)
    await context.confirm(isAgreed(flags), words`Remove the role ${name}?`)
    await context.attempt(flags, ({ roles }) => roles.remove(context.actor, id))
    context.output.value(String(id), { id })
  },
})
