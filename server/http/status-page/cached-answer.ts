/** Answers that are the same for everybody: written and compressed once, sent often. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { BareContent } from '../../domain/endpoints/endpoint'
import { codingFor, isKnown } from '../content-coding'

interface CachedAnswer {
  readonly etag: string
  readonly bodies: {
    readonly identity: Uint8Array<ArrayBuffer>
    readonly gzip: Uint8Array<ArrayBuffer>
  }
}

/** By what it was made of, and by which of the answers that are made of that. */
const cache = new WeakMap<object, Map<string, Promise<CachedAnswer>>>()

const compress = promisify(gzip)

interface Wanted {
  readonly variant: string
  readonly type: BareContent
  readonly request: Request
  readonly write: () => string
}

/** `source` lives as long as the answer is good. */
export async function cachedAnswer(source: object, wanted: Wanted): Promise<Response> {
  const { variant, type, request, write } = wanted
  const variants = cache.get(source) ?? new Map<string, Promise<CachedAnswer>>()
  cache.set(source, variants)
  const known = variants.get(variant) ?? written(write())
  variants.set(variant, known)
  const { etag, bodies } = await known
  const headers = { ...publicHeaders(type), etag }
  if (isKnown(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const accepted = request.headers.get('accept-encoding') ?? ''
  const isSmall = codingFor(accepted, (coding) => coding === 'gzip') === 'gzip'
  if (!isSmall) return new Response(bodies.identity, { headers })
  return new Response(bodies.gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

async function written(text: string): Promise<CachedAnswer> {
  const identity = new TextEncoder().encode(text)
  return {
    etag: `W/"${Bun.hash(text).toString(36)}"`,
    bodies: { identity, gzip: new Uint8Array(await compress(text)) },
  }
}

/** Read from other sites too. Not for shared caches: a response may also renew a session. */
export function publicHeaders(type: BareContent): Readonly<Record<string, string>> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'private, max-age=15',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding, accept-language',
  }
}
