import { defineCommand } from '../../command/command'
import { organisationNamed } from '../organisation/view'
import { projectNamed } from '../project/view'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenMove = defineCommand({
  path: ['token', 'move'],
  summary: 'move a token into an organisation that its user is in, or back without --org',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    org: { kind: 'text', summary: 'where it goes; without it back to who holds it' },
    project: { kind: 'text', summary: 'project of that organisation' },
  },
  examples: ['gw token move app --user ann --org acme', 'gw token move 9'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const organisationId =
      flags.org === undefined ? 0 : (await organisationNamed(services, flags.org)).id
    const projectId =
      flags.project && (await projectNamed(services, organisationId, flags.project)).id
    await services.tokens.move(context.actor, {
      id,
      organisationId,
      ...(projectId && { projectId }),
    })
    const token = await services.tokens.show(context.actor, id)
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
