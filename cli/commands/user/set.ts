import { userFields } from '../../../server/domain/nouns/user'
import type { QuotaChange } from '../../../server/services/users/set'
import { defineCommand } from '../../command/command'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from './argument'
import { SET_FLAGS } from './flags'
import { USER_VIEW } from './view'

export const userSet = defineCommand({
  path: ['user', 'set'],
  summary: 'change a user; what is not given stays',
  args: [USER_ARGUMENT],
  flags: {
    ...nounFlags(userFields, SET_FLAGS),
    email: { kind: 'text', summary: 'verified address; "" removes it' },
    quota: { kind: 'integer', summary: 'new balance in credits' },
    'expect-quota': { kind: 'integer', summary: 'with --quota: refuse if the balance differs' },
    'add-quota': { kind: 'integer', summary: 'credits to add; negative takes away' },
    ...DRY_RUN_FLAG,
  },
  examples: ['gw user set ann --group vip --add-quota 500000', 'gw user set 7 --role admin'],
  json: USER_VIEW,
  body: { ...nounAliases(userFields, SET_FLAGS), expected_quota: 'expect-quota' },
  run: async (context, { args, flags }) => {
    const { 'dry-run': _, ...wanted } = flags
    if (Object.values(wanted).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    const quota = quotaChange(flags.quota, flags['expect-quota'], flags['add-quota'])
    const fields = nounInput(context, flags, { rows: userFields, own: SET_FLAGS })
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    const input = { ...fields, id, email: flags.email, quota }
    const user = await context.attempt(flags, ({ users }) => users.set(context.actor, input))
    context.output.one(user, USER_VIEW)
  },
})

function quotaChange(
  to: number | undefined,
  expected: number | undefined,
  add: number | undefined,
): QuotaChange | undefined {
  if (to !== undefined && add !== undefined) {
    throw new UsageError('--quota and --add-quota exclude each other')
  }
  if (to === undefined && expected !== undefined) {
    throw new UsageError('--expect-quota needs --quota')
  }
  if (to !== undefined) {
    return { to, expected }
  }
  return add === undefined ? undefined : { add }
}
