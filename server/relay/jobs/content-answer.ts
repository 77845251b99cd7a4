/** A fetched result as a client gets it: only a picture, a sound or a film, within a limit. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { answerHeaders } from '../net/answer-headers'
import type { OpenedAnswer } from '../net/open-answer'
import type { UpstreamHeaders } from '../net/upstream'
import type { ResultLink, StoredJob } from '../ports/jobs'

const MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Results do not change; only their owner's own cache may keep them. */
const CACHE_SECONDS = 3_600

const TYPES: Readonly<Record<ResultLink['kind'], RegExp>> = {
  video: /^video\/[\w.+-]+$/,
  image: /^image\/(?:png|jpeg|jpg|webp|gif|avif)$/,
  audio: /^audio\/[\w.+-]+$/,
}
/** What storage says of files that it knows nothing of. */
const UNSAID: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
const USUAL: Readonly<Record<ResultLink['kind'], string>> = {
  video: 'video/mp4',
  image: 'image/png',
  audio: 'audio/mpeg',
}

export interface ContentRequest {
  readonly requestId: string
  /** Which of its results; 0 for the first. */
  readonly index: number
  /** The client's `Range`, which is passed on. */
  readonly range: string | null
  /** `thumbnail` and the like, for providers that make them. */
  readonly variant: string
  /** A preview before the job has ended is served, too, with no leave to cache it. */
  readonly early?: boolean
  /** Called before the answer's last byte is handed over. */
  readonly ending: () => void
}

/** Throws `media.unsupported` and `media.too_large`. */
export function shown(
  answer: OpenedAnswer,
  link: ResultLink,
  { job, order }: { readonly job: StoredJob; readonly order: ContentRequest },
): Response {
  const { headers } = answer
  const size = Number(textIn(headers, 'content-length') ?? 0)
  const type = typeIn(headers, order.variant === '' ? link.kind : 'image') ?? ''
  if (size > MAX_BYTES || type === '') {
    answer.abort()
    const limitMb = MAX_BYTES / 1024 / 1024
    throw type === ''
      ? new GatewayError('media.unsupported', { type: textIn(headers, 'content-type') ?? '' })
      : new GatewayError('media.too_large', { limitMb })
  }
  answer.beforeEnd(order.ending)
  const ending = type.split('/')[1]?.replace(/^x-/, '') ?? 'bin'
  return new Response(answer.limited(MAX_BYTES), {
    status: answer.status,
    headers: {
      ...passed(headers),
      ...answerHeaders(order.requestId),
      'content-type': type,
      'cache-control':
        job.state === 'succeeded'
          ? `private, max-age=${CACHE_SECONDS}, immutable`
          : 'private, no-store',
      'content-disposition': `inline; filename="${job.id}-${order.index}.${ending}"`,
      // It comes from a stranger: a browser that opens it must not run it.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}

const PASSED = [
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
] as const

function passed(headers: UpstreamHeaders): Record<string, string> {
  const isCoded = textIn(headers, 'content-encoding') !== undefined
  const names = PASSED.filter((name) => !(isCoded && name === 'content-length'))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textIn(headers, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function typeIn(headers: UpstreamHeaders, kind: ResultLink['kind']): string | undefined {
  const [type = ''] = (textIn(headers, 'content-type') ?? '').toLowerCase().split(';')
  if (UNSAID.has(type.trim())) return USUAL[kind]
  return TYPES[kind].test(type.trim()) ? type.trim() : undefined
}

function textIn(headers: UpstreamHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
