import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { USER_ARGUMENT } from '../user/argument'
import { MEMBER_VIEW, memberNamed, memberRoleOf, ROLE_FLAG } from './view'

export const memberAdd = defineCommand({
  path: ['member', 'add'],
  summary: 'put a user into an organisation',
  args: [ORGANISATION_ARGUMENT, USER_ARGUMENT],
  flags: ROLE_FLAG,
  examples: ['gw member add acme bob --role billing'],
  json: MEMBER_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, args.organisation)
    const { username: user } = await services.users.show(args.user)
    const role = memberRoleOf(flags.role)
    await services.organisations.addMember(context.actor, { organisationId, user, role })
    context.output.one(await memberNamed(services, organisationId, user), MEMBER_VIEW)
  },
})
