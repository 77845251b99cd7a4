import { listTokens } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { ownToken } from './guards'
import { TOKEN_KEY_PURPOSE, type TokenView, type TokenWithKey, toTokenView } from './view'

export async function showToken(deps: ServiceDeps, actor: Actor, id: number): Promise<TokenView> {
  return toTokenView(await ownToken(deps.db.reader, actor, id))
}

/** Opens the sealed copy, on record. Throws `secret.unreadable` for another sealing key. */
export async function revealToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenWithKey> {
  const row = await ownToken(deps.db.reader, actor, id)
  await transact(deps, actor, async (work) => {
    await recordAudit(work, { action: 'token.reveal', target: `token:${id}` })
  })
  return { ...toTokenView(row), key: deps.sealer.open(row.key_sealed, TOKEN_KEY_PURPOSE) }
}

export interface NamedTokenInput {
  readonly name: string
  readonly userId?: number | undefined
}

/** Names are not unique: an ambiguous one is refused rather than guessed. */
export async function findTokenByName(
  deps: ServiceDeps,
  input: NamedTokenInput,
): Promise<TokenView> {
  const [first, second] = await listTokens(deps.db.lists, input, { limit: 2, offset: 0 })
  if (first === undefined) {
    throw new GatewayError('token.not_found', { token: input.name })
  }
  if (second !== undefined) {
    const reason = 'reason.several_tokens'
    throw new GatewayError('value.invalid', { field: 'token', reason })
  }
  return toTokenView(first)
}
