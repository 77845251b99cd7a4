/** Addresses at which a bookkeeper checks an invoice without an account. */
import { findInvoice } from '../../../db/tables/invoices'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Invoice } from '../../domain/invoices/invoice'
import { isSharing, type Owner } from '../proof/receipt-link'
import type { Actor, ServiceDeps } from '../service-deps'
import { type InvoiceName, showInvoice, shownInvoice } from './read'

/** As long as documents are retained. */
const KEPT_SECONDS = 3653 * 86_400

export interface InvoiceLink {
  /** Of the console, from its root; always the same until links are taken back. */
  readonly path: string
  /** Epoch seconds. */
  readonly until: number
}

/** For whoever may see it. Throws `invoice.not_found`. */
export async function linkInvoice(
  deps: ServiceDeps,
  actor: Actor,
  name: InvoiceName,
): Promise<InvoiceLink> {
  return await linkOf(deps, await showInvoice(deps, actor, name))
}

export async function linkOf(
  deps: ServiceDeps,
  { id, user_id, issued_at }: Pick<Invoice, 'id' | 'user_id' | 'issued_at'>,
): Promise<InvoiceLink> {
  const until = issued_at + KEPT_SECONDS
  const owner = await findUser(deps.db.reader, user_id)
  const sign = deps.sealer.keyedHash(signedText(owner, { id, until }))
  const query = new URLSearchParams({ until: String(until), sign })
  return { path: `/invoice/${id}?${query}`, until }
}

export interface SignedInvoice {
  readonly id: number
  readonly until: number
  readonly sign: string
}

/**
 * Throws `invoice.link_invalid`, also once its owner is banned or has left, or has taken back
 * the links to their receipts.
 */
export async function signedInvoice(
  deps: ServiceDeps,
  { id, until, sign }: SignedInvoice,
): Promise<Invoice> {
  const row = await findInvoice(deps.db.reader, { id })
  const owner = row && (await findUser(deps.db.reader, row.user_id))
  const isOver = until * 1000 < deps.clock.nowMs()
  const isRight = deps.sealer.isHashOf(signedText(owner, { id, until }), sign)
  if (row === undefined || isOver || !isRight || !isSharing(owner)) {
    throw new GatewayError('invoice.link_invalid')
  }
  return await shownInvoice(deps, row)
}

/** What was made before anybody took links back has no time of it in its sign. */
function signedText(
  owner: Owner | undefined,
  { id, until }: { readonly id: number; readonly until: number },
): string {
  const since = owner?.receipts_since ?? 0
  return since === 0 ? `invoice:${until}:${id}` : `invoice:${until}:${since}:${id}`
}
