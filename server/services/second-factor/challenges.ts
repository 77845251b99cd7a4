/** Random values that a passkey signs: each for one use, one user and five minutes. */
import { consumeCode, insertCode, newestCode } from '../../../db/tables/verification-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

const CHALLENGE_BYTES = 32
const VALID_MS = 5 * 60_000

export interface ChallengeUse {
  readonly use: 'register' | 'login' | 'verify'
  /** Absent where a login begins with the passkey: it says who signs. */
  readonly userId?: number | undefined
}

export async function issueChallenge(
  deps: ServiceDeps,
  actor: Actor,
  { use, userId }: ChallengeUse,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(deps.random.bytes(CHALLENGE_BYTES))
  const hash = hashKey(Buffer.from(challenge).toString('base64url'))
  const nowMs = deps.clock.nowMs()
  const code = { ...ownerOf(use, hash), userId, hash, nowMs, expiresAt: nowMs + VALID_MS }
  await transact(deps, actor, ({ trx }) => insertCode(trx, code))
  return challenge
}

/** Uses up the challenge that was signed, and returns it. Throws `passkey.refused`. */
export async function spendChallenge(
  deps: ServiceDeps,
  actor: Actor,
  { use, userId, clientDataJSON }: ChallengeUse & { readonly clientDataJSON: string },
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const isOurs = await transact(deps, actor, async ({ trx, clock }) => {
    const code = await newestCode(trx, ownerOf(use, hashKey(challenge)))
    if (code === undefined || (code.user_id ?? undefined) !== userId) return false
    return await consumeCode(trx, code.id, clock.nowMs())
  })
  if (!isOurs) throw new GatewayError('passkey.refused')
  return challenge
}

function ownerOf(use: ChallengeUse['use'], subject: string) {
  return { purpose: `passkey_${use}`, subject }
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (typeof data === 'object' && data !== null && 'challenge' in data) {
      return String(data.challenge)
    }
  } catch {
    // Not ours, whatever it is.
  }
  throw new GatewayError('passkey.refused')
}
