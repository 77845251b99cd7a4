import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { ORGANISATION_ARGUMENT, organisationNamed } from './view'

export const organisationDelete = defineCommand({
  path: ['organisation', 'delete'],
  summary: 'remove an organisation without a balance: its tokens are revoked, its history stays',
  args: [ORGANISATION_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw organisation delete acme --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const { id, name } = await organisationNamed(await context.services(), args.organisation)
    await context.confirm(isAgreed(flags), words`Remove the organisation ${name} for good?`)
    await context.attempt(flags, ({ organisations }) => organisations.remove(context.actor, id))
    context.output.value(String(id), { id })
  },
})
