import type { Command } from '../../command/command'
import { UsageError } from '../../exit'
import { organisationNamed } from './view'

/** Only a person is written to, or signs in. */
const OF_PEOPLE = ['notice', 'setup', 'launch']

/** A command that takes a user by --user takes an organisation by --org in its place. */
export function withOrgFlag(command: Command): Command {
  const { path, flags } = command
  const { user, org } = flags
  const takesUser = user?.kind === 'text' && user.required !== true
  if (!takesUser || org !== undefined || OF_PEOPLE.includes(path[0] ?? '')) return command
  return {
    ...command,
    flags: { ...flags, org: { kind: 'text', summary: 'an organisation, in the place of --user' } },
    async run(context, input) {
      const { org: given, ...rest } = input.flags
      if (given === undefined) return await command.run(context, { ...input, flags: rest })
      if (rest.user !== undefined) throw new UsageError('give --user or --org, not both')
      const { name } = await organisationNamed(await context.services(), String(given))
      await command.run(context, { ...input, flags: { ...rest, user: name } })
    },
  }
}
