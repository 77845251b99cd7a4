import { ROLE } from '../../../server/domain/accounts/roles'
import { userFields } from '../../../server/domain/nouns/user'
import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { CommandFailure, UsageError } from '../../exit'
import { CREDITS_NOTE } from '../../usd'
import { words } from '../../words'
import { CREATE_FLAGS } from './flags'
import { USER_VIEW } from './view'

export const userCreate = defineCommand({
  path: ['user', 'create'],
  summary: 'create a user',
  args: [{ name: 'username', summary: 'name to log in with', optional: true }],
  flags: {
    username: { kind: 'text', summary: 'the same as the argument' },
    password: {
      kind: 'text',
      summary: 'password; "-" reads it from stdin; GW_USER_PASSWORD in the environment works too',
    },
    email: { kind: 'text', summary: 'verified address' },
    ...nounFlags(userFields, CREATE_FLAGS),
    quota: {
      kind: 'integer',
      summary: `credits granted; ${CREDITS_NOTE} (default: option QuotaForNewUser)`,
    },
  },
  examples: [
    'gw user create ann --password - --quota 500000 < password.txt',
    'gw user create - < user.json',
    'GW_USER_PASSWORD=… gw user create bob --role admin --json',
  ],
  json: USER_VIEW,
  body: nounAliases(userFields, CREATE_FLAGS),
  run: async (context, { args, flags }) => {
    const username = args.username ?? flags.username
    if (username === undefined) {
      throw new UsageError('give the username')
    }
    const password = await context.secret(flags.password, 'GW_USER_PASSWORD')
    if (password === undefined) {
      throw new UsageError('give --password, or --password - with the password on stdin')
    }
    const input = nounInput(context, flags, { rows: userFields, own: CREATE_FLAGS })
    const services = await context.services()
    await refuseRootsName(services, username)
    const user = await services.users.create(context.actor, {
      ...input,
      username,
      password,
      email: flags.email,
      quota: flags.quota,
    })
    context.output.one(user, USER_VIEW)
  },
})

/** Root is made with the database: who types this wants to set its password. */
async function refuseRootsName({ users }: Services, username: string): Promise<void> {
  const { items } = await users.list({ role: ROLE.root, page_size: 1 })
  const [root] = items
  if (root === undefined || root.username.toLowerCase() !== username.trim().toLowerCase()) return
  const { username: name } = root
  throw new CommandFailure(
    'user.name_taken',
    words`${name} was made with the database; "gw user password ${name}" sets its password`,
  )
}
