/** At which API of a channel a call would be made, found without making it. */

import { reachedAs } from '../../../domain/calls/model-calls'
import type { Operation, ProtocolName } from '../../../domain/calls/protocol'
import type { ApiReason, RouteApi } from '../../../domain/routing/api'
import { apiFor, defaultApi, isRefused } from '../../call/channel/channel-api'
import type { ApiQuestion, ChannelApi } from '../../call/channel/chosen-api'
import { placedModel, placedUrl } from '../../call/channel/place'
import type { UpstreamCall } from '../../formats/dialects/dialect'
import type { RelayChannel } from '../../ports/ports'
import type { VendorSettings } from '../../ports/vendor-settings'

export interface RouteApiQuery {
  readonly model: string
  readonly operation: Operation
  readonly protocol: ProtocolName
  readonly offersTools: boolean
}

/** `undefined` where the channel has no address for it. */
export function routeApi(
  channel: RelayChannel,
  query: RouteApiQuery,
  settings: VendorSettings,
): RouteApi | undefined {
  const { model, operation, protocol, offersTools } = query
  const fields = new Set(offersTools ? ['model', 'tools'] : ['model'])
  const call: ApiQuestion = {
    facts: { protocol, operation, query: { model, fields, needs: undefined } },
  }
  const api = apiFor(channel, call)
  if (api === undefined) return undefined
  const path = pathOf(api, query, settings)
  return path === undefined ? undefined : { path, reason: reasonOf(channel, call, api) }
}

function reasonOf(channel: RelayChannel, call: ApiQuestion, api: ChannelApi): ApiReason {
  const usual = defaultApi(channel, call)
  const isMoved = usual !== undefined && usual.channel.type !== api.channel.type
  if (isMoved && isRefused(usual, call)) {
    return isRefused(usual, call, false) ? 'model_only' : 'tools_only'
  }
  if (api.dialect.native === call.facts.protocol) return 'own_format'
  const isBound = channel.paramOverride !== undefined && channel.type.apiVariants.length > 0
  return isBound ? 'override' : 'translated'
}

function pathOf(
  { dialect, channel }: ChannelApi,
  { model, operation }: RouteApiQuery,
  settings: VendorSettings,
): string | undefined {
  const upstreamModel = channel.mapModel(model) ?? model
  const call: UpstreamCall = {
    channel,
    operation: reachedAs(channel.type, operation) ?? operation,
    stream: false,
    requestedModel: model,
    upstreamModel: placedModel(channel, { requestedModel: model, upstreamModel }),
    settings,
    clientHeaders: {},
    owner: '',
  }
  const target = dialect.target(call)
  return target && new URL(placedUrl(target.url, call)).pathname
}
