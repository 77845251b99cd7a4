/** Remembering a gateway that somebody has logged in to. */
import type { CommandContext } from '../command/context'
import { forgetToken, keptContext, type TokenPlace, tokenPlace } from '../runtime/context-tokens'
import { readContexts, type StoredContext, writeContexts } from '../runtime/contexts'
import { systemKeyring } from '../runtime/keyring'
import { words } from '../words'

export interface NewContext {
  readonly name: string
  readonly stored: StoredContext
  /** Commands work on it from now on. */
  readonly isCurrent: boolean
  /** Its access token is stored in the file even where there is a keyring. */
  readonly isInFile: boolean
}

export interface KeptContext {
  readonly file: string
  readonly token_in: TokenPlace
}

export async function keepContext(
  { env, output }: CommandContext,
  { name, stored, isCurrent, isInFile }: NewContext,
): Promise<KeptContext> {
  const keyring = systemKeyring(env)
  const saved = await keptContext(name, stored, isInFile ? undefined : keyring)
  const { current, contexts } = readContexts(env)
  const file = writeContexts(env, {
    current: isCurrent ? name : current,
    contexts: { ...contexts, [name]: saved },
  })
  const former = contexts[name]
  const token_in = tokenPlace(saved)
  const isReplaced = former?.url === stored.url && token_in === 'keyring'
  if (former !== undefined && !isReplaced) await forgetToken({ name, ...former }, keyring)
  if (token_in === 'keyring') output.note('the access token is in the keyring of this system')
  else if (isInFile || keyring === undefined) {
    output.note(words`the access token is in ${file}, which only you can read`)
  } else {
    output.note(words`no keyring here: the access token is in ${file}, which only you can read`)
  }
  return { file, token_in }
}
