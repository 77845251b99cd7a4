import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { PeerError, requestJson } from '../login/http-client'
import { openSecret } from '../options/secret'
import type { ServiceDeps } from '../service-deps'

const TURNSTILE = 'https://challenges.cloudflare.com'

export interface TurnstileQuestion {
  /** What the widget gave the browser. */
  readonly token: string
  /** Of the visitor, if there is one. */
  readonly ip?: string | undefined
}

export interface TurnstileVerdict {
  readonly isHuman: boolean
  /** Why not, in the words of the service. */
  readonly codes: readonly string[]
}

/** Throws `bot_check.unavailable` when the service cannot be reached. */
export async function askTurnstile(
  deps: ServiceDeps,
  options: OptionValues,
  { token, ip }: TurnstileQuestion,
): Promise<TurnstileVerdict> {
  const secret = openSecret(deps.sealer, options.TurnstileSecretKey)
  const form = new URLSearchParams({ secret, response: token })
  if (ip !== undefined) form.set('remoteip', ip)
  const base = deps.accounts?.turnstileUrl ?? TURNSTILE
  try {
    const answer = await requestJson({ url: `${base}/turnstile/v0/siteverify`, form })
    const codes = answer['error-codes']
    return {
      isHuman: answer.success === true,
      codes: Array.isArray(codes) ? codes.map(String) : [],
    }
  } catch (error) {
    if (!(error instanceof PeerError)) throw error
    throw new GatewayError('bot_check.unavailable', {}, { cause: error })
  }
}
