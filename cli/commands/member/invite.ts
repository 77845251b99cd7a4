import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { memberRoleOf, ROLE_FLAG } from './view'

export const memberInvite = defineCommand({
  path: ['member', 'invite'],
  summary: 'invite somebody by mail, or make a link; it works for seven days',
  args: [ORGANISATION_ARGUMENT],
  flags: {
    email: { kind: 'text', summary: 'where the invitation goes; without it a link is made' },
    ...ROLE_FLAG,
    uses: { kind: 'integer', summary: 'how many people may use the link (default 1)' },
  },
  examples: ['gw member invite acme --email bob@acme.example', 'gw member invite acme --uses 10'],
  json: {
    id: 'number',
    email: 'text',
    role: 'text',
    uses_left: 'number',
    expires_at: 'time_ms',
    link: 'text',
  },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, args.organisation)
    const { value: address } = await services.options.get('ServerAddress')
    if (address === '') throw new GatewayError('mail.address_missing')
    const made = await services.organisations.invite(context.actor, {
      organisationId,
      email: flags.email ?? '',
      role: memberRoleOf(flags.role),
      uses: flags.uses,
      language: context.language,
      acceptAddress: `${address}/organisation`,
    })
    context.output.value(made.link, made)
  },
})
