/** The head of an HTTP/1.1 answer (RFC 9112, 4 to 6). */
import type { UpstreamHeaders } from '../upstream'
import { wireError } from './wire-error'

/** How the body ends: after so many bytes, with its last chunk, with the connection. */
export type Framing = number | 'chunked' | 'close'

export interface AnswerHead {
  readonly status: number
  readonly headers: UpstreamHeaders
  readonly framing: Framing
  /**
   * Milliseconds for which the connection may wait for another request; 0 to close it, and
   * `undefined` where the other side announces no time.
   */
  readonly restMs: number | undefined
}

/** Longest rest between two requests, however much the other side allows. */
export const LONGEST_REST_MS = 30_000
/** The other side may close a little before its own time. */
const EARLY_MS = 1_000

/** A line that ends in half a line break, or text that ends where it should not. */
const BROKEN = /[^\r]\n|\r[^\n]|\0/
const FIRST_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/

/** `text` is latin1, without the blank line at its end. Throws what is no HTTP. */
export function readHead(text: string): AnswerHead {
  const firstEnd = text.indexOf('\r\n')
  const first = FIRST_LINE.exec(firstEnd === -1 ? text : text.slice(0, firstEnd))
  if (first === null || BROKEN.test(text)) throw wireError('HPE_INVALID_CONSTANT')
  const status = Number(first[2])
  const headers = firstEnd === -1 ? {} : readHeaders(text, firstEnd + 2)
  const framing = framingOf(status, headers)
  const isLasting = framing !== 'close' && lasts(first[1] === '1', headers.connection)
  return { status, headers, framing, restMs: isLasting ? restOf(headers['keep-alive']) : 0 }
}

function readHeaders(text: string, from: number): UpstreamHeaders {
  const headers: Record<string, string | string[]> = {}
  for (let start = from; start < text.length; ) {
    const next = text.indexOf('\r\n', start)
    const end = next === -1 ? text.length : next
    const colon = text.indexOf(':', start)
    if (colon <= start || colon >= end) throw wireError('HPE_INVALID_HEADER_TOKEN')
    const name = plainName(text.slice(start, colon))
    const value = text.slice(colon + 1, end).trim()
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (typeof known === 'string') headers[name] = [known, value]
    else if (Array.isArray(known)) known.push(value)
    start = end + 2
  }
  return headers
}

/** The same few names come with every answer. */
const knownNames = new Map<string, string>()
const MOST_NAMES = 1_000

/** In small letters. */
function plainName(written: string): string {
  const known = knownNames.get(written)
  if (known !== undefined) return known
  // One that begins with a blank would go on from the line before, which nobody may send.
  if (/[\s"(),/;<=>?@[\\\]{}]/.test(written)) throw wireError('HPE_INVALID_HEADER_TOKEN')
  const name = written.toLowerCase()
  if (knownNames.size < MOST_NAMES) knownNames.set(written, name)
  return name
}

function framingOf(status: number, headers: UpstreamHeaders): Framing {
  if (status < 200 || status === 204 || status === 304) return 0
  const coding = headers['transfer-encoding']
  const length = headers['content-length']
  if (coding !== undefined) {
    // Whoever says both may have been made to: one of them was smuggled in.
    if (length !== undefined) throw wireError('HPE_INVALID_TRANSFER_ENCODING')
    return /(?:^|,)\s*chunked$/i.test(String(coding)) ? 'chunked' : 'close'
  }
  if (length === undefined) return 'close'
  // Said twice, it has to be the same.
  const lengths = new Set(typeof length === 'string' ? [length] : length)
  const [only = ''] = lengths
  if (lengths.size > 1 || !/^\d{1,15}$/.test(only)) throw wireError('HPE_INVALID_CONTENT_LENGTH')
  return Number(only)
}

function lasts(isNew: boolean, connection: string | string[] | undefined): boolean {
  if (connection === undefined) return isNew
  const words = String(connection).toLowerCase()
  return isNew ? !words.includes('close') : words.includes('keep-alive')
}

function restOf(keepAlive: string | string[] | undefined): number | undefined {
  const match = keepAlive === undefined ? null : /timeout=(\d{1,9})/.exec(String(keepAlive))
  if (match === null) return undefined
  return Math.max(0, Math.min(LONGEST_REST_MS, Number(match[1]) * 1_000 - EARLY_MS))
}
