import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { MEMBER_ARGUMENT, MEMBER_VIEW, memberNamed, memberRoleOf, ROLE_FLAG } from './view'

export const memberSet = defineCommand({
  path: ['member', 'set'],
  summary: 'give a member a role; lets in who has asked to join',
  args: [ORGANISATION_ARGUMENT, MEMBER_ARGUMENT],
  flags: ROLE_FLAG,
  examples: ['gw member set acme bob --role admin'],
  json: MEMBER_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, args.organisation)
    const { id } = await memberNamed(services, organisationId, args.member)
    const role = memberRoleOf(flags.role)
    await services.organisations.changeMember(context.actor, { organisationId, id, role })
    context.output.one(await memberNamed(services, organisationId, args.member), MEMBER_VIEW)
  },
})
