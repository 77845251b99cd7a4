/**
 * Reads a list of prices at an address that root has set, or the text of a file. The name is
 * resolved once and judged, redirects are not followed, size and time are bounded, and the text
 * is read and compared in a thread of its own.
 */
import type { ErrorId } from '../domain/errors/catalogue'
import { type ErrorParams, GatewayError } from '../domain/errors/gateway-error'
import { messageOf } from '../domain/errors/message'
import type { PlanOrder, SourcePlan } from '../domain/prices/sources/plan'
import { threadEntry } from '../domain/thread-entry'
import { checkUrl } from '../relay/net/address-guard'
import { resolveAll } from '../relay/net/guarded-lookup'
import { sendOnce } from '../relay/net/pinned-request'
import type { PriceListOrder, ReadPriceList } from '../services/service-deps'

export interface PriceListWork {
  readonly text: string
  readonly order: PlanOrder
}

export interface PriceListReply {
  readonly plan?: SourcePlan
  readonly error?: { readonly id: ErrorId; readonly params: ErrorParams }
  /** A fault of ours, as text. */
  readonly crash?: string
}

/** The largest of them is about two megabytes. */
const MOST_BYTES = 32 * 1024 * 1024
const FETCH_MS = 30_000
const READ_MS = 120_000

export const readPriceList: ReadPriceList = async (request) => {
  const text = request.text ?? (await fetched(request))
  if (text.length > MOST_BYTES) throw unreachable(`more than ${MOST_BYTES} bytes`)
  const { kind, group, wanted, all, providers, rows, settings } = request
  const order = { kind, group, wanted, all, providers, rows, settings }
  return await inThread({ text, order })
}

function unreachable(reason: string, cause?: unknown): GatewayError {
  return new GatewayError('price_source.unreachable', { reason }, { cause })
}

async function fetched({ address, allowPrivate }: PriceListOrder): Promise<string> {
  try {
    // Whoever can change the list on its way can set prices here.
    if (!allowPrivate && !/^https:/i.test(address)) throw new Error('public hosts need https')
    const { url, address: judged } = await checkUrl(address, { allowPrivate, resolve: resolveAll })
    const limits = { timeoutMs: FETCH_MS, maxBytes: MOST_BYTES }
    const headers = { accept: 'application/json' }
    const { status, body } = await sendOnce(url, { ...limits, address: judged, headers })
    if (status < 200 || status > 299) throw new Error(`HTTP ${status}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw unreachable(
      cause instanceof GatewayError ? messageOf(cause, 'en') : reasonOf(cause),
      cause,
    )
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

async function inThread(work: PriceListWork): Promise<SourcePlan> {
  const { promise, resolve, reject } = Promise.withResolvers<PriceListReply>()
  const thread = new Worker(threadEntry('server/price-lists/thread.ts'))
  thread.onmessage = ({ data }: MessageEvent<PriceListReply>) => resolve(data)
  thread.onerror = ({ message }) => reject(unreachable(message))
  const timer = setTimeout(() => reject(unreachable('it took too long to read')), READ_MS)
  try {
    thread.postMessage(work)
    const { plan, error, crash } = await promise
    if (error !== undefined) throw new GatewayError(error.id, error.params)
    if (plan === undefined) throw new Error(crash)
    return plan
  } finally {
    clearTimeout(timer)
    thread.terminate()
  }
}
