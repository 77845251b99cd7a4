/** From a channel that is being filled in to what the relay asks it with. */

import { fidelityOf } from '../../domain/calls/fidelity'
import { gapOf } from '../../domain/channels/gaps'
import { modelMapper } from '../../domain/channels/model-mapping'
import { channelTypeOf } from '../../domain/channels/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import type { RelayChannel } from '../../relay/ports/ports'
import type { ChannelDraft } from '../channel-ports'

/** It has no id, and nothing but what its type, key and address say. */
export function draftChannel({
  base_url,
  key,
  allowPrivate,
  ...draft
}: ChannelDraft): RelayChannel {
  const type = channelTypeOf(draft)
  if (type === undefined) throw new GatewayError('channel.type_unknown', { type: draft.type })
  return {
    id: 0,
    name: '',
    type,
    status: CHANNEL_STATUS.enabled,
    key,
    baseUrl: base_url || type.baseUrl,
    organization: '',
    other: draft.other || type.defaultOther,
    weight: 0,
    priority: 0,
    autoBan: false,
    mapModel: modelMapper(''),
    mapStatus: (status) => status,
    paramOverride: undefined,
    proxy: '',
    cutPolicy: 'partial',
    fidelity: fidelityOf(undefined),
    forceFormat: false,
    thinkingToContent: false,
    disableKeywords: [],
    allowPrivate,
    gap: gapOf({ ...draft, base_url, other: draft.other || type.defaultOther }, key),
    revivedAtMs: 0,
    costRatio: undefined,
    firstByteMs: undefined,
    idleMs: undefined,
  }
}
