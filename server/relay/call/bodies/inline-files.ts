/** Puts the images and files that a conversation points at into it, as base64. */

import { type FetchedMedia, MAX_MEDIA_BYTES, sniffMediaType, unreadable } from '../../net/media'
import { tooLarge } from '../../net/pinned-request'
import { invalid } from '../../wire/body-fields'
import type { ChatMessage, ChatRequest, MediaSource, Part } from '../../wire/chat'
import { bufferOf } from '../../wire/shared-bytes'

const MAX_MEDIA_COUNT = 16

/** What was fetched, by the URL that the client wrote. */
export type Media = ReadonlyMap<string, FetchedMedia>

/** A file that has to be fetched. */
export interface WantedFile {
  readonly url: string
  /** How often it stands in the body, which is so many times its size in what is sent. */
  readonly uses: number
}

/**
 * The images and files that must be fetched, each once. Throws `request.invalid` when there are
 * more than 16.
 */
export function wantedFiles(request: ChatRequest): readonly WantedFile[] {
  const uses = new Map<string, number>()
  for (const url of request.messages.flatMap((message) => message.parts.flatMap(urlsOf))) {
    uses.set(url, (uses.get(url) ?? 0) + 1)
  }
  if (uses.size > MAX_MEDIA_COUNT) {
    throw invalid('messages', 'reason.too_many_media', { max: MAX_MEDIA_COUNT })
  }
  return [...uses].flatMap(([url, times]) => (isDataUrl(url) ? [] : [{ url, uses: times }]))
}

/** By the URL that the client wrote. */
type Inlinable = ReadonlyMap<string, Inlined>

interface Inlined {
  readonly mediaType: string
  readonly base64: string
}

/**
 * Replaces every image and file URL by its bytes. Throws `media.unreadable` or
 * `media.too_large` for a data URL that cannot be used.
 */
export function withMedia(request: ChatRequest, fetched: Media): ChatRequest {
  const urls = new Set(request.messages.flatMap((message) => message.parts.flatMap(urlsOf)))
  if (urls.size === 0) return request
  const media = new Map<string, Inlined>()
  for (const [url, file] of fetched) media.set(url, base64Of(file))
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

function inlineMessage(message: ChatMessage, media: Inlinable): ChatMessage {
  return { ...message, parts: message.parts.map((part) => inlinePart(part, media)) }
}

function inlinePart(part: Part, media: Inlinable): Part {
  switch (part.type) {
    case 'image':
    case 'file':
      return { ...part, source: inlineSource(part.source, media) }
    case 'tool_result':
      return {
        ...part,
        parts: part.parts.map((piece) =>
          piece.type === 'image' ? { ...piece, source: inlineSource(piece.source, media) } : piece,
        ),
      }
    default:
      return part
  }
}

function inlineSource(source: MediaSource, media: Inlinable): MediaSource {
  const inlined = source.kind === 'url' ? media.get(source.url) : undefined
  return inlined === undefined ? source : { kind: 'base64', ...inlined }
}

function base64Of({ mediaType, bytes }: FetchedMedia): Inlined {
  // On its way to a thread it has lost its kind.
  return { mediaType, base64: bufferOf(bytes).toString('base64') }
}

/** `data:image/png;base64,…` needs no fetching. */
function readDataUrl(url: string): Inlined {
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
