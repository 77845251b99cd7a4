import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { MEMBER_ARGUMENT, memberNamed } from './view'

export const memberRemove = defineCommand({
  path: ['member', 'remove'],
  summary: 'end a membership; the tokens that the member holds are revoked',
  args: [ORGANISATION_ARGUMENT, MEMBER_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw member remove acme bob --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId, name } = await organisationNamed(services, args.organisation)
    const { id, username } = await memberNamed(services, organisationId, args.member)
    await context.confirm(isAgreed(flags), words`Remove ${username} from ${name}?`)
    const removal = { organisationId, id, keepsTokens: false }
    await context.attempt(flags, ({ organisations }) =>
      organisations.removeMember(context.actor, removal),
    )
    context.output.value(String(id), { id })
  },
})
