import { LIMIT_SUBJECTS, type LimitSubject } from '../../../server/domain/limits/limit'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { findTokenId } from '../token/find'

export const SUBJECT_ARGUMENT = {
  name: 'subject',
  summary: 'what the limit is about: token, user, group, channel, member or project',
  choices: LIMIT_SUBJECTS,
} as const

export const NAME_ARGUMENT = {
  name: 'name',
  summary: 'its id or name; the id of a member or project',
} as const

export function subjectOf(given: string): LimitSubject {
  const subject = LIMIT_SUBJECTS.find((each) => each === given)
  if (subject !== undefined) return subject
  throw new UsageError(words`${given} is none of token, user, group, channel, member and project`)
}

/** The id behind a name; groups have none but their names, members and projects go by ids. */
export async function keyOf(
  context: CommandContext,
  subject: LimitSubject,
  name: string,
): Promise<string> {
  const services = await context.services()
  switch (subject) {
    case 'group':
      return name
    case 'token':
      return String(await findTokenId(context, services, { token: name, user: undefined }))
    case 'user':
      return String((await services.users.show(name)).id)
    case 'channel':
      return String((await services.channels.show(name)).id)
    case 'member':
    case 'project':
      return name
  }
}
