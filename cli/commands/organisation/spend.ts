import { USAGE_WINDOW_NAMES } from '../../../server/domain/usage/explore'
import type { Spender } from '../../../server/services/usage/spend-parts'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { ORGANISATION_ARGUMENT, organisationNamed } from './view'

interface Row extends Spender {
  readonly by: 'member' | 'project' | 'tag'
}

const FIELDS = [
  ...(['by', 'id', 'name', 'calls', 'tokens', 'quota'] as const),
] as const satisfies readonly (keyof Row)[]

const VIEW: View<Row> = {
  columns: [
    { title: 'BY', value: 'by' },
    { title: 'NAME', value: ({ name }) => name || '-' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'TOKENS', value: 'tokens', kind: 'number' },
    { title: 'SPENT', value: 'quota', kind: 'credits' },
  ],
  kinds: { id: 'number' },
  fields: FIELDS,
  quiet: ({ name, quota }) => `${name} ${quota}`,
}

export const organisationSpend = defineList({
  path: ['organisation', 'spend'],
  summary: 'what an organisation has spent, by member, project and tag',
  args: [ORGANISATION_ARGUMENT],
  flags: {
    window: { kind: 'text', summary: 'how far back (default 30d)', choices: USAGE_WINDOW_NAMES },
  },
  examples: ['gw organisation spend acme --window 7d'],
  view: VIEW,
  rows: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, args.organisation)
    const window = USAGE_WINDOW_NAMES.find((each) => each === flags.window) ?? '30d'
    const { members, projects, tags } = await services.organisations.spend({
      organisationId,
      window,
    })
    return [
      ...members.map((row): Row => ({ by: 'member', ...row })),
      ...projects.map((row): Row => ({ by: 'project', ...row })),
      ...tags.map((row): Row => ({ by: 'tag', ...row })),
    ]
  },
})
