/** Refusals that no settlement logs, and that an operator has to see. */

import type { ErrorId } from '../../domain/errors/catalogue'
import { GatewayError } from '../../domain/errors/gateway-error'
import { OPERATION_ROWS } from '../formats/operations'
import type { AdmittedRequest } from './admission/admitted-request'
import type { CallEvents } from './call-events'
import type { RelayInput } from './open-call'

/** What the site lacks, or the account: the caller alone cannot mend it. */
const NOTED: ReadonlySet<ErrorId> = new Set([
  'channel.none',
  'channel.disabled',
  'model.not_found',
  'price.missing',
  'limit.spent',
  'quota.user_short',
  'quota.token_short',
])

interface Refused {
  readonly input: Pick<RelayInput, 'operation' | 'requestId' | 'trace'>
  readonly admitted: Pick<AdmittedRequest, 'user' | 'token' | 'group' | 'ip'>
  readonly error: unknown
}

export function noteRefusal(
  { refused }: Pick<CallEvents, 'refused'>,
  { input, admitted, error }: Refused,
): void {
  // Counting is free, and clients that count ask before every call.
  if (OPERATION_ROWS[input.operation].isFree) return
  if (!(error instanceof GatewayError)) return
  const { user, token, group, ip } = admitted
  const { requestId, operation, trace } = input
  trace?.refused({ requestId, operation, user, token, group, error })
  if (!NOTED.has(error.id)) return
  const model = String(error.params.model ?? '')
  refused.emit({ user, token, group, model, ip, requestId, error }, undefined)
}
