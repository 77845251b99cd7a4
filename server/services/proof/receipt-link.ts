/** Links to a receipt that work without an account, until they end. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { logRowOf } from '../routing/past-route'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Receipt, receiptOf, showReceipt } from './receipt'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

export interface ReceiptLink {
  /** Of the console, from its root. */
  readonly path: string
  /** Epoch seconds. */
  readonly until: number
}

/** For whoever may see the receipt. Throws `log.not_found`. */
export async function linkReceipt(
  deps: ServiceDeps,
  actor: Actor,
  requestId: string,
): Promise<ReceiptLink> {
  const { request_id: id } = await showReceipt(deps, actor, requestId)
  const until = Math.floor((deps.clock.nowMs() + KEPT_DAYS * DAY_MS) / 1000)
  const query = new URLSearchParams({ until: String(until), sign: signOf(deps, id, until) })
  return { path: `/receipt/${encodeURIComponent(id)}?${query}`, until }
}

export interface SignedReceipt {
  readonly requestId: string
  readonly until: number
  readonly sign: string
}

/** Without what only operators see. Throws `receipt.link_invalid`. */
export async function signedReceipt(
  deps: ServiceDeps,
  { requestId, until, sign }: SignedReceipt,
): Promise<Receipt> {
  const isOver = until * 1000 < deps.clock.nowMs()
  if (isOver || !isSame(sign, signOf(deps, requestId, until))) {
    throw new GatewayError('receipt.link_invalid')
  }
  return await receiptOf(deps, await logRowOf(deps, requestId), false)
}

function signOf({ sealer }: Pick<ServiceDeps, 'sealer'>, id: string, until: number): string {
  return sealer.keyedHash(`receipt:${until}:${id}`)
}

/** Takes as long for every wrong one. */
function isSame(given: string, wanted: string): boolean {
  if (given.length !== wanted.length) return false
  let difference = 0
  for (let at = 0; at < wanted.length; at += 1) {
    difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at)
  }
  return difference === 0
}
