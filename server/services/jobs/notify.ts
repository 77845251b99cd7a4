/** Notifies whoever submitted a job of its end, at the address that came with it. */
import { createHmac } from 'node:crypto'
import { findToken } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import { JOB_FAMILY_ROWS } from '../../domain/jobs/families'
import type { StoredJob } from '../../relay/ports/jobs'
import type { ServiceDeps } from '../service-deps'

/**
 * Signed with what only the caller and this site know: the SHA-256 of the calling key, in hex.
 * Over the time and the body, so that an old notice cannot be sent again as a new one. Throws
 * `upstream.address_refused` or `notice.webhook_failed`.
 */
export async function notifyJobEnd(deps: ServiceDeps, job: StoredJob): Promise<void> {
  const { sendWebhook, db, clock } = deps
  if (sendWebhook === undefined) throw new Error('there is no sender of webhooks')
  const token = job.tokenId === undefined ? undefined : await findToken(db.reader, job.tokenId)
  const at = Math.floor(clock.nowMs() / 1000)
  const body = JSON.stringify({
    id: job.id,
    type: `${job.family}.${job.state}`,
    created_at: at,
    data: {
      id: job.id,
      model: job.terms.model,
      status: JOB_FAMILY_ROWS[job.family].statuses[job.state],
      fail_reason: job.failReason,
    },
  })
  const secret = token?.key_hash
  const signature = secret && createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-webhook-timestamp': String(at),
    ...(signature !== undefined && { 'x-webhook-signature': signature }),
  }
  const { status } = await sendWebhook({ url: job.notify, headers, body })
  if (status >= 200 && status <= 299) return
  throw new GatewayError('notice.webhook_failed', { reason: `HTTP ${status}` })
}
