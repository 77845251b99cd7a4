/**
 * Files that are sent to Google in parts. The vendor's address of such an upload asks for no key,
 * so a client gets one of ours instead: it has the vendor's in it, sealed with whom it was given
 * to. Nothing is stored before the file exists, and every node can read it.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Credential } from '../call/admission/authorize'
import type { SecretBox } from '../call/admission/client-secret'

export interface UploadSession {
  /** Of whoever began it. */
  readonly credential: Credential
  readonly channelId: number
  readonly keyHash: string
  /** Of the vendor's address. */
  readonly query: string
  /** Epoch ms. */
  readonly expiresAtMs: number
}

const PARAMETER = 'upload_id'
const LONGEST_UPLOAD_MS = 24 * 3_600_000

/** The client's address for an upload that the vendor has begun at `vendorUrl`. */
export function uploadAddress(
  box: SecretBox,
  site: string,
  begun: Omit<UploadSession, 'query' | 'expiresAtMs'> & {
    readonly vendorUrl: string
    readonly nowMs: number
  },
): string {
  const { vendorUrl, nowMs, ...owner } = begun
  const query = new URL(vendorUrl).searchParams
  query.delete('key')
  const session: UploadSession = {
    ...owner,
    query: query.toString(),
    expiresAtMs: nowMs + LONGEST_UPLOAD_MS,
  }
  const address = new URL(site)
  address.searchParams.set(PARAMETER, box.seal(JSON.stringify(session)))
  address.searchParams.set('upload_protocol', 'resumable')
  return address.href
}

/**
 * `undefined` for a request that begins an upload. Throws `owned.not_found` for an address that
 * was not made here, or too long ago.
 */
export function openUpload(
  box: SecretBox,
  query: URLSearchParams,
  nowMs: number,
): UploadSession | undefined {
  const sealed = query.get(PARAMETER)
  if (sealed === null) return undefined
  const session = sessionIn(box, sealed)
  if (session !== undefined && session.expiresAtMs > nowMs) return session
  throw new GatewayError('owned.not_found', { id: PARAMETER, field: PARAMETER })
}

function sessionIn(box: SecretBox, sealed: string): UploadSession | undefined {
  try {
    const session: UploadSession = JSON.parse(box.open(sealed))
    return session
  } catch {
    return undefined
  }
}
