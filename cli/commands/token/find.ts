import type { Services } from '../../../server/services/create-services'
import type { CommandContext } from '../../command/context'

export const TOKEN_ARGUMENT = {
  name: 'token',
  summary: 'id, or name (of the user given by --user)',
  completes: 'token',
} as const

export const OWNER_FLAG = {
  user: { kind: 'text', summary: 'owner, by id or username', completes: 'user' },
} as const

/** By id; a text that is no number, or any text with --user, is a name. */
export async function findTokenId(
  context: CommandContext,
  services: Services,
  given: { readonly token: string; readonly user: string | undefined },
): Promise<number> {
  if (given.user === undefined && /^\d{1,15}$/.test(given.token)) {
    return (await services.tokens.show(context.actor, Number(given.token))).id
  }
  const owner = given.user === undefined ? undefined : await services.users.show(given.user)
  const token = await services.tokens.findByName({ name: given.token, userId: owner?.id })
  return token.id
}
