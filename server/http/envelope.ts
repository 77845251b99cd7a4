/** Answers of the management API: `{success, message, data}`, and its failures. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { GatewayError } from '../domain/errors/gateway-error'
import { messageOf } from '../domain/errors/message'
import { consoleStatus, failureHeaders, renderConsole } from '../domain/errors/render'
import type { Language } from '../domain/i18n/translate'
import { failText } from '../domain/jobs/fail-text'
import type { Logger } from '../log'
import type { Page, PageByStatus } from '../services/page'
import { codingFor, isKnown } from './content-coding'
import { REQUEST_ID_HEADER } from './request-id'

export interface ReplyParts<Answer> {
  readonly data?: Answer | undefined
  readonly message?: string | undefined
  /** Siblings of `data` at the top level. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Id of a session that the answer signs the client in with; "" signs it out. */
  readonly session?: string | undefined
}

/** An answer that says more than its data. */
export class Reply<Answer> {
  readonly parts: ReplyParts<Answer>

  constructor(parts: ReplyParts<Answer>) {
    this.parts = parts
  }
}

export function reply<Answer>(parts: ReplyParts<Answer>): Reply<Answer> {
  return new Reply(parts)
}

/** Lists whose `data` is a bare array: their length stands next to it. */
export function bareList<Row>(
  page: Page<Row>,
  more: Readonly<Record<string, number>> = {},
): Reply<readonly Row[]> {
  const { items, total, page_size } = page
  return reply({ data: items, extra: { total, page: page.page, page_size, ...more } })
}

/** Rows of jobs, with what became of them in the reader's language, and how many of each status. */
export function jobList<Row extends { readonly fail_reason: string }>(
  { items, total, page, page_size, states }: PageByStatus<Row>,
  language: Language,
): Reply<readonly Row[]> {
  const localized = (row: Row): Row => ({
    ...row,
    fail_reason: failText(row.fail_reason, language),
  })
  return reply({ data: items.map(localized), extra: { total, page, page_size, states } })
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // What else an answer depends on.
  vary: 'accept-encoding, accept-language, authorization, cookie, new-api-user',
} as const

export interface AnswerFacts {
  readonly requestId: string
  /** What the client said of codings and of answers that it has. */
  readonly requestHeaders?: Headers
  /** Browsers may cache the answer, and revalidate it. */
  readonly isCacheable?: boolean
  /** Set-Cookie values. */
  readonly cookies?: readonly string[]
}

export async function successResponse(result: unknown, facts: AnswerFacts): Promise<Response> {
  const { headers = {} } = partsOf(result)
  return await textResponse(successText(result), facts, headers)
}

/** What a call that went well says. */
export function successText(result: unknown): string {
  const { data, message = '', extra = {} } = partsOf(result)
  return JSON.stringify({ success: true, message, ...(data !== undefined && { data }), ...extra })
}

function partsOf(result: unknown): ReplyParts<unknown> {
  return result instanceof Reply ? result.parts : { data: result }
}

export async function textResponse(
  text: string,
  facts: AnswerFacts,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const requestHeaders = facts.requestHeaders ?? new Headers()
  const etag = facts.isCacheable === true ? `W/"${Bun.hash(text).toString(36)}"` : undefined
  const cacheHeaders: Readonly<Record<string, string>> =
    etag === undefined ? {} : { etag, 'cache-control': 'private, no-cache' }
  if (etag !== undefined && isKnown(requestHeaders.get('if-none-match'), etag)) {
    return answer(null, { ...facts, status: 304, headers: { ...headers, ...cacheHeaders } })
  }
  const isLong = text.length >= MIN_COMPRESSED_CHARACTERS
  const coding = codingFor(
    requestHeaders.get('accept-encoding') ?? '',
    (one) => isLong && one === 'gzip',
  )
  if (coding === 'identity') {
    return answer(text, { ...facts, status: 200, headers: { ...headers, ...cacheHeaders } })
  }
  const shown = { ...headers, ...cacheHeaders, 'content-encoding': coding }
  return answer(await compress(text, COMPRESSION), { ...facts, status: 200, headers: shown })
}

/** Shorter ones are sent as they are. */
const MIN_COMPRESSED_CHARACTERS = 1024
/** On a thread of its own: long answers would delay streams. */
const compress = promisify(gzip)
const COMPRESSION = { level: 4 }

export interface Failure extends AnswerFacts {
  readonly language: Language
  readonly log: Logger
}

/** The only place where a failure of the API becomes a response and a log line. */
export function failureOf(cause: unknown, failure: Failure): Response {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  const { language, log, requestId } = failure
  if (error.id === 'internal') log.error('api call failed', { request_id: requestId, error })
  else log.debug('api call refused', { request_id: requestId, code: error.id })
  const status = consoleStatus(error)
  const body = renderConsole(error, messageOf(error, language))
  const text = JSON.stringify(body)
  return answer(text, { ...failure, status, headers: failureHeaders(error, status) })
}

interface JsonFacts extends AnswerFacts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

function answer(
  body: string | Uint8Array<ArrayBuffer> | null,
  { status, requestId, cookies, headers }: JsonFacts,
): Response {
  const response = new Response(body, { status, headers: HEADERS })
  response.headers.set(REQUEST_ID_HEADER, requestId)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
