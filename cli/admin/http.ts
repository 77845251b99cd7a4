/** A gateway that listens, reached over HTTP. */
import type { Order, Transport } from './gateway-transport'

/** Longer than any call of the management API takes, but not for ever. */
const TIMEOUT_MS = 60_000

export interface HttpPlace {
  /** Without a slash at the end. */
  readonly url: string
  readonly userId: number
  /** What proves who calls. */
  readonly credential: Readonly<Record<string, string>>
  /** When the screens are closed. */
  readonly close?: () => Promise<void>
}

export function httpTransport({ url, userId, credential, close }: HttpPlace): Transport {
  return {
    place: url,
    userId,
    send: (order) => sendTo(url, { ...order, headers: { ...order.headers, ...credential } }),
    close: close ?? (async () => {}),
  }
}

/** Redirects are not followed: a credential must not travel to another address. */
export async function sendTo(
  url: string,
  order: Order,
  time: 'limited' | 'unlimited' = 'limited',
): Promise<Response> {
  const { method, address, headers, body, signal } = order
  const limited = { signal: signal ?? AbortSignal.timeout(TIMEOUT_MS) }
  return await fetch(url + address, {
    method,
    headers,
    redirect: 'manual',
    ...(time === 'limited' ? limited : { timeout: false }),
    ...(body !== undefined && { body }),
  })
}
