/**
 * Fetches images and files that a conversation points at, for upstreams that only take bytes.
 * The addresses come from clients, so each one, and each redirect, is judged and pinned; with a
 * worker the judged ones are handed on to it, https only.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { bufferOf, shared } from '../wire/shared-bytes'
import { checkUrl, type Resolve } from './address-guard'
import { type Answer, type ExchangeLimits, type SendPinned, sendPinned } from './pinned-request'
import { type FindWorker, sendThroughWorker } from './worker'

export const MAX_MEDIA_BYTES = 20 * 1024 * 1024
const MAX_REDIRECTS = 3
/** Below it only those of the web: others are called to find out what runs on somebody's host. */
const FIRST_OPEN_PORT = 1024
/** Declared types that no model can use: a page about the file, or no statement at all. */
const MEANINGLESS: ReadonlySet<string> = new Set(['', 'text/html', 'application/octet-stream'])
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Of the memory that a file needs: they are about the caller, not about the file. */
const ABOUT_ROOM: ReadonlySet<string> = new Set(['limit.body_bytes', 'overloaded'])

export interface FetchedMedia {
  readonly mediaType: string
  /** Threads see them, too, when they are many. */
  readonly bytes: Buffer
}

/** How a caller bounds what is fetched, and ends it. */
export type FetchBounds = Pick<ExchangeLimits, 'take' | 'signal'>

export type FetchMedia = (url: string, bounds?: FetchBounds) => Promise<FetchedMedia>

/**
 * The fetcher for the product. `allowPrivate` is for tests and closed networks only: the
 * addresses come from whoever holds a token.
 */
export function createMediaFetcher({
  resolve,
  timeoutMs,
  send = sendPinned,
  findWorker = () => undefined,
  allowPrivate = false,
}: {
  resolve: Resolve
  timeoutMs: number
  send?: SendPinned
  findWorker?: FindWorker
  allowPrivate?: boolean
}): FetchMedia {
  const read = async (text: string, bounds: FetchBounds | undefined): Promise<Found> => {
    const limits = { timeoutMs, maxBytes: MAX_MEDIA_BYTES, ...bounds }
    const { url, address } = await checkUrl(text, { allowPrivate, resolve })
    checkPort(url)
    const worker = findWorker()
    if (worker === undefined) return { url, ...(await send(url, { ...limits, address })) }
    const errand = { url, method: 'GET', headers: { accept: '*/*' } } as const
    return { url, ...(await sendThroughWorker(worker, errand, limits)) }
  }
  return async (first, bounds) => {
    try {
      let next = first
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await read(next, bounds)
        if (!REDIRECTS.has(answer.status)) {
          return mediaOf(first, answer)
        }
        next = new URL(answer.location ?? '', answer.url).href
      }
      throw unreadable(first)
    } catch (cause) {
      throw isAboutMedia(cause) ? cause : unreadable(first, cause)
    }
  }
}

type Found = Answer & { readonly url: URL }

/** An address without a port has the one of its scheme. */
function checkPort({ port, hostname }: URL): void {
  const isOpen = port === '' || port === '80' || port === '443' || Number(port) >= FIRST_OPEN_PORT
  if (!isOpen) throw new GatewayError('upstream.address_refused', { host: `${hostname}:${port}` })
}

/**
 * The rest counts as unreadable: what stands at a refused address, and whether the worker's key
 * can be opened, is none of the caller's business.
 */
function isAboutMedia(cause: unknown): boolean {
  if (!(cause instanceof GatewayError)) return false
  return cause.id.startsWith('media.') || ABOUT_ROOM.has(cause.id)
}

function mediaOf(url: string, answer: Answer): FetchedMedia {
  if (answer.status < 200 || answer.status > 299 || answer.body.byteLength === 0) {
    throw unreadable(url)
  }
  const declared = answer.contentType?.split(';')[0]?.trim().toLowerCase()
  const mediaType = sniffMediaType(answer.body) ?? declared
  if (mediaType === undefined || MEANINGLESS.has(mediaType)) {
    throw new GatewayError('media.unsupported', { type: mediaType || 'unknown' })
  }
  return { mediaType, bytes: shared(bufferOf(answer.body)) }
}

/** Long data URLs must not fill messages and logs. */
export function unreadable(url: string, cause?: unknown): GatewayError {
  return new GatewayError('media.unreadable', { url: url.slice(0, 200) }, { cause })
}

const SIGNATURES: readonly (readonly [mediaType: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/heic', 4, 'ftypheic'],
  ['image/avif', 4, 'ftypavif'],
  ['application/pdf', 0, '%PDF-'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['video/mp4', 4, 'ftyp'],
]

/** The type that the bytes themselves show; servers often declare a wrong one. */
export function sniffMediaType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return SIGNATURES.find(([, offset, magic]) => head.startsWith(magic, offset))?.[0]
}
