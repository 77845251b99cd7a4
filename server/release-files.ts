/**
 * Reads a file of a release, from a folder or an address that the operator of this machine has
 * named. Redirects are not followed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from './domain/errors/gateway-error'
import { checkUrl } from './relay/net/address-guard'
import { resolveAll } from './relay/net/guarded-lookup'
import { sendOnce } from './relay/net/pinned-request'

/** On a slow line. */
const TIMEOUT_MS = 20 * 60_000

/** `base` is an http(s) address or a folder. Throws `file.unreadable` and what the network says. */
export async function readReleaseFile(
  base: string,
  name: string,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!/^https?:\/\//i.test(base)) return fromFolder(join(base, name))
  const address = `${base.replace(/\/+$/, '')}/${name}`
  const { url, address: pinned } = await checkUrl(address, {
    allowPrivate: true,
    resolve: resolveAll,
  })
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes, address: pinned }
  const { status, body } = await sendOnce(url, { ...limits, headers: { accept: '*/*' } })
  if (status !== 200) throw new GatewayError('update.bad_status', { status })
  return body
}

function fromFolder(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new GatewayError('file.unreadable', { path, reason: String(cause.code) }, { cause })
  }
}
