import { GatewayError } from '../../domain/errors/gateway-error'

/** What passkeys are bound to: the host of the page. */
export function hostOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? ''
}

/** The library says by throwing what it finds wrong with a response. Throws `passkey.refused`. */
export async function refusedAs<T>(checking: Promise<T>): Promise<T> {
  try {
    return await checking
  } catch (error) {
    throw new GatewayError('passkey.refused', {}, { cause: error })
  }
}
