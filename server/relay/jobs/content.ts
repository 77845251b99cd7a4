/**
 * What a job of any family has made, fetched from where it lies and handed on as it comes. Callers
 * let only its owner and bearers of a signed link in; no address of our own network is fetched.
 */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { dialectOf } from '../call/channel/channel-api'
import { authorized } from '../call/channel/vendor'
import type { Relay } from '../call/relay'
import { channelThatMade } from '../call/route/keys'
import { objectOf } from '../formats/dialects/json-fields'
import { keyHeaders } from '../formats/dialects/key-headers'
import { rowHeaders } from '../formats/dialects/row-headers'
import { connectionTo } from '../net/connection-to'
import { type OpenedAnswer, openAnswer } from '../net/open-answer'
import type { ResultLink, StoredJob } from '../ports/jobs'
import type { RelayChannel } from '../ports/ports'
import { ask } from './ask'
import { moduleNamed, placeFor } from './choose'
import { type ContentRequest, shown } from './content-answer'

const MAX_REDIRECTS = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

type Fetching = Pick<Relay, 'upstream' | 'directory' | 'vendorOf' | 'clock'>

/** Throws `job.over`, `job.running`, `job.channel_gone`, `media.*` and `upstream.*`. */
export async function contentOf(
  relay: Fetching,
  job: StoredJob,
  order: ContentRequest,
): Promise<Response> {
  const link = job.seen.results[order.index]
  const isShown = job.state === 'succeeded' || order.early === true
  if (!isShown || link === undefined) {
    throw new GatewayError(job.endedAtMs === 0 ? 'job.running' : 'job.over', { id: job.id })
  }
  const isPast = job.expiresAtMs > 0 && relay.clock.nowMs() > job.expiresAtMs
  if (isPast) throw new GatewayError('job.over', { id: job.id })
  const answer = await fetched(relay, { job, link, order })
  return shown(answer, link, { job, order })
}

interface Wanted {
  readonly job: StoredJob
  readonly link: ResultLink
  readonly order: ContentRequest
}

async function fetched(relay: Fetching, { job, link, order }: Wanted): Promise<OpenedAnswer> {
  const channel = channelThatMade(relay.directory, job)
  if (channel === undefined) throw new GatewayError('job.channel_gone', { id: job.id })
  const range = order.range !== null && /^bytes=[\d,\s-]{1,100}$/.test(order.range)
  const plain = { accept: '*/*', 'user-agent': 'gw', ...(range && { range: order.range ?? '' }) }
  const at = { job, channel, link, order }
  if (link.from === 'answer') return await outOfAnswer(relay, at)
  const isOwn = link.from === 'channel' || link.from === 'store'
  const request = isOwn
    ? await asChannel(relay, at, plain)
    : { url: link.from === 'open' ? link.url : await located(relay, at), headers: plain }
  return await followed(relay, channel, { ...request, plain: plain })
}

interface AtChannel extends Wanted {
  readonly channel: RelayChannel
}

const ASK_LIMIT_MS = 30_000

/** Throws `job.over` when the provider has forgotten it. */
async function located(relay: Fetching, { job, channel, link }: AtChannel): Promise<string> {
  const provider = moduleNamed(job.provider)
  const place = placeFor(relay, channel, job)
  if (provider?.locate === undefined) throw new GatewayError('job.over', { id: job.id })
  const question = { request: provider.locate.ask(link.url), limitMs: ASK_LIMIT_MS }
  const answer = objectOf(await ask(relay, { provider, place }, question))
  const url = answer && provider.locate.read(answer)
  if (url === undefined) throw new GatewayError('job.over', { id: job.id })
  return url
}

/** The provider is polled once more, since nothing as large is stored. Throws `job.over`. */
async function outOfAnswer(relay: Fetching, { job, channel, link }: AtChannel) {
  const provider = moduleNamed(job.provider)
  const place = placeFor(relay, channel, job)
  if (provider?.poll.kind !== 'one') throw new GatewayError('job.over', { id: job.id })
  const question = { request: provider.poll.ask(job, place), limitMs: ASK_LIMIT_MS }
  const answer = objectOf(await ask(relay, { provider, place }, question))
  const base64 = answer && provider.poll.inlined?.(answer, Number(link.url))
  if (base64 === undefined) throw new GatewayError('job.over', { id: job.id })
  const bytes = Buffer.from(base64, 'base64')
  return wholeAnswer(bytes)
}

/** Bytes out of a JSON answer, in the form of a file that was fetched. */
function wholeAnswer(bytes: Uint8Array<ArrayBuffer>): OpenedAnswer {
  const body = new Blob([bytes]).stream()
  return {
    status: 200,
    headers: { 'content-length': String(bytes.length) },
    body,
    limited: () => body,
    beforeEnd: (ending) => ending(),
    abort() {},
  }
}

type Headers = Readonly<Record<string, string>>

async function asChannel(
  { vendorOf, directory, clock }: Fetching,
  { job, channel, link, order }: AtChannel,
  plain: Headers,
): Promise<{ readonly url: string; readonly headers: Headers }> {
  const isWhole = /^https?:/.test(link.url)
  const at = isWhole ? link.url : channel.baseUrl + link.url
  const isElsewhere = isWhole && URL.parse(at)?.host !== URL.parse(channel.baseUrl)?.host
  // Nobody else gets the key, whatever an answer says; a vendor's store is named by us.
  if (isElsewhere && link.from !== 'store') return { url: at, headers: plain }
  const joint = at.includes('?') ? '&' : '?'
  const url = order.variant === '' ? at : `${at}${joint}variant=${order.variant}`
  const provider = moduleNamed(job.provider)
  const own = provider?.authorize === undefined ? keyHeaders(channel) : {}
  const headers = { ...plain, ...rowHeaders({ channel }), ...own }
  const bare = { method: 'GET', url, headers, body: '' } as const
  if (provider?.authorize !== undefined) {
    const place = placeFor({ directory, clock }, channel, job)
    return { url, headers: { ...headers, ...provider.authorize(bare, place) } }
  }
  return await authorized(vendorOf, { ...bare, body: null, channel })
}

interface Following {
  readonly url: string
  readonly headers: Headers
  /** The same without credentials, for hosts other than the channel's own. */
  readonly plain: Headers
}

/** Every hop is looked at anew, and the key goes to the channel's own address only. */
async function followed(
  { upstream }: Fetching,
  channel: RelayChannel,
  { url: first, headers: own, plain }: Following,
): Promise<OpenedAnswer> {
  const connection = connectionTo(channel)
  const home = URL.parse(channel.baseUrl)?.hostname
  let url = first
  let headers = own
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { hostname } = URL.parse(url) ?? {}
    if (!/^https?:/i.test(url)) break
    // What an answer names may be anywhere but in our own network.
    const allowPrivate = channel.allowPrivate && hostname === home
    const request = {
      method: 'GET',
      url,
      headers,
      body: null,
      ...connection,
      allowPrivate,
    } as const
    const answer = await openAnswer(upstream, request)
    if (!REDIRECTS.has(answer.status)) return checked(channel, answer)
    answer.abort()
    const { location } = answer.headers
    const next = typeof location === 'string' ? URL.parse(location, url) : null
    if (next === null) break
    if (next.origin !== URL.parse(url)?.origin) headers = plain
    url = next.href
  }
  throw new GatewayError('media.unreadable', { reason: 'redirect' })
}

function checked(channel: RelayChannel, answer: OpenedAnswer): OpenedAnswer {
  const { status } = answer
  if (status === 200 || status === 206) return answer
  answer.abort()
  const named = dialectOf(channel)?.name ?? channel.type.name
  const message = `the result could not be fetched from ${named}: status ${status}`
  // Storage says 403 of what has expired.
  const clientStatus = status === 403 || status === 404 || status === 410 ? 404 : 502
  throw new UpstreamError({ status: clientStatus, upstreamStatus: status, message })
}
