/**
 * Fetches images and files that a conversation points at, for upstreams that only take bytes.
 * The addresses come from clients, so each one, and each redirect, is judged and pinned; with a
 * worker the judged ones are handed on to it, https only.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { invalid } from '../protocols/body-fields'
import type { ChatMessage, ChatRequest, MediaSource, Part } from '../wire/chat'
import { checkUrl, type Resolve } from './address-guard'
import { type Answer, type SendPinned, sendPinned, tooLarge } from './pinned-request'
import { type FindWorker, sendThroughWorker } from './worker'

const MAX_MEDIA_BYTES = 20 * 1024 * 1024
const MAX_MEDIA_COUNT = 16
const MAX_REDIRECTS = 3
/** Declared types that no model can use: a page about the file, or no statement at all. */
const MEANINGLESS: ReadonlySet<string> = new Set(['', 'text/html', 'application/octet-stream'])
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface FetchedMedia {
  readonly mediaType: string
  readonly base64: string
}

export type FetchMedia = (url: string) => Promise<FetchedMedia>

/** What was fetched, by the URL that the client wrote. */
export type Media = ReadonlyMap<string, FetchedMedia>

/**
 * The URLs of images and files that must be fetched, each once. Throws `request.invalid` when
 * there are more than 16.
 */
export function mediaUrls(request: ChatRequest): readonly string[] {
  const urls = new Set(request.messages.flatMap((message) => message.parts.flatMap(urlsOf)))
  if (urls.size > MAX_MEDIA_COUNT) {
    throw invalid('messages', 'reason.too_many_media', { max: MAX_MEDIA_COUNT })
  }
  return [...urls].filter((url) => !isDataUrl(url))
}

/**
 * Throws `media.unreadable`, `media.too_large` or `media.unsupported` when one cannot be had.
 */
export async function fetchAll(urls: readonly string[], fetchMedia: FetchMedia): Promise<Media> {
  return new Map(await Promise.all(urls.map(async (url) => [url, await fetchMedia(url)] as const)))
}

/**
 * Replaces every image and file URL by its bytes. Throws `media.unreadable` or
 * `media.too_large` for a data URL that cannot be used.
 */
export function withMedia(request: ChatRequest, fetched: Media): ChatRequest {
  const urls = new Set(request.messages.flatMap((message) => message.parts.flatMap(urlsOf)))
  if (urls.size === 0) return request
  const media = new Map(fetched)
  for (const url of urls) if (isDataUrl(url)) media.set(url, readDataUrl(url))
  const messages = request.messages.map((message) => inlineMessage(message, media))
  return { ...request, messages }
}

function isDataUrl(url: string): boolean {
  return url.startsWith('data:')
}

function urlsOf(part: Part): readonly string[] {
  if (part.type === 'tool_result') {
    return part.parts.flatMap(urlsOf)
  }
  const isMedia = part.type === 'image' || part.type === 'file'
  return isMedia && part.source.kind === 'url' ? [part.source.url] : []
}

function inlineMessage(message: ChatMessage, fetched: Media): ChatMessage {
  return { ...message, parts: message.parts.map((part) => inlinePart(part, fetched)) }
}

function inlinePart(part: Part, fetched: Media): Part {
  switch (part.type) {
    case 'image':
    case 'file':
      return { ...part, source: inlineSource(part.source, fetched) }
    case 'tool_result':
      return {
        ...part,
        parts: part.parts.map((piece) =>
          piece.type === 'image'
            ? { ...piece, source: inlineSource(piece.source, fetched) }
            : piece,
        ),
      }
    default:
      return part
  }
}

function inlineSource(source: MediaSource, fetched: Media): MediaSource {
  const media = source.kind === 'url' ? fetched.get(source.url) : undefined
  return media === undefined ? source : { kind: 'base64', ...media }
}

/** `data:image/png;base64,…` needs no fetching. */
function readDataUrl(url: string): FetchedMedia {
  const match = /^data:([^;,]*)(?:;[^;,]*)*;base64,/.exec(url.slice(0, 256))
  if (match === null) {
    throw unreadable(url)
  }
  const base64 = url.slice(match[0].length)
  if ((base64.length / 4) * 3 > MAX_MEDIA_BYTES) {
    throw tooLarge(MAX_MEDIA_BYTES)
  }
  const mediaType = sniffMediaType(Buffer.from(base64.slice(0, 64), 'base64')) ?? match[1]
  return { mediaType: mediaType || 'application/octet-stream', base64 }
}

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
  const limits = { timeoutMs, maxBytes: MAX_MEDIA_BYTES }
  const read = async (text: string): Promise<Answer & { readonly url: URL }> => {
    const { url, address } = await checkUrl(text, { allowPrivate, resolve })
    const worker = findWorker()
    if (worker === undefined) return { url, ...(await send(url, { ...limits, address })) }
    const errand = { url, method: 'GET', headers: { accept: '*/*' } } as const
    return { url, ...(await sendThroughWorker(worker, errand, limits)) }
  }
  return async (first) => {
    try {
      let next = first
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await read(next)
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

/**
 * The rest is told as unreadable: what stands at a refused address, and whether the worker's key
 * can be opened, is none of the caller's business.
 */
function isAboutMedia(cause: unknown): boolean {
  return cause instanceof GatewayError && cause.id.startsWith('media.')
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
  return { mediaType, base64: Buffer.from(answer.body).toString('base64') }
}

/** Long data URLs must not fill messages and logs. */
function unreadable(url: string, cause?: unknown): GatewayError {
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
