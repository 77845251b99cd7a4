/** Access tokens of contexts: in the keyring of the system, or next to the context in its file. */
import { CommandFailure } from '../exit'
import { type Words, words } from '../words'
import type { StoredContext } from './contexts'
import { type Keyring, SilentKeyring, systemKeyring } from './keyring'

export type TokenPlace = 'keyring' | 'file'

export interface NamedContext extends Pick<StoredContext, 'url' | 'access_token'> {
  readonly name: string
}

export function tokenPlace({ access_token }: Pick<StoredContext, 'access_token'>): TokenPlace {
  return access_token === undefined ? 'keyring' : 'file'
}

/** With the address: whoever changes that by hand sends no token anywhere else. */
const entryOf = ({ name, url }: NamedContext): string => `${name} ${url}`

/** Throws `CommandFailure` where the keyring has none, or does not answer. */
export async function accessTokenOf(
  context: NamedContext,
  keyring: Keyring | undefined = systemKeyring(process.env),
): Promise<string> {
  const { name, url, access_token } = context
  if (access_token !== undefined) return access_token
  const again = words`log in again: gw login ${url} --name ${name}`
  if (keyring === undefined) {
    const said = words`the access token of ${name} is in the keyring, but GW_KEYRING=off; ${again}`
    throw new CommandFailure('keyring.off', said)
  }
  const token = await keyring.read(entryOf(context)).catch((cause: unknown) => {
    const said = words`the keyring with the access token of ${name}: ${reasonOf(cause)}`
    throw new CommandFailure('keyring.closed', said, { cause })
  })
  if (token !== undefined) return token
  const said = words`the keyring has no access token of ${name}; ${again}`
  throw new CommandFailure('keyring.absent', said)
}

/** As the context is to be stored: without its token where the keyring has taken it. */
export async function keptContext(
  name: string,
  stored: StoredContext,
  keyring: Keyring | undefined,
): Promise<StoredContext> {
  const { access_token, ...bare } = stored
  if (keyring === undefined || access_token === undefined) return stored
  try {
    await keyring.write(entryOf({ name, ...bare }), access_token)
    return bare
  } catch {
    // There is none, or it is locked and nobody opens it.
    return stored
  }
}

/** Returns why it could not be removed. */
export async function forgetToken(
  context: NamedContext,
  keyring: Keyring | undefined,
): Promise<Words | undefined> {
  if (tokenPlace(context) === 'file' || keyring === undefined) return undefined
  try {
    await keyring.remove(entryOf(context))
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): Words {
  if (error instanceof SilentKeyring) return words`it does not answer`
  return error instanceof Error ? error.message : String(error)
}
