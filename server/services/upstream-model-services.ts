/** Models that upstreams list, against what their channels serve. */
import type { Bind } from './bind'
import {
  applyUpstreamModels,
  ignoreUpstreamModels,
  listUpstreamModels,
  upstreamModelStates,
} from './upstream-models/review'
import { walkDueChannels, walkUpstreamModels } from './upstream-models/walk'

export function upstreamModelServices(bound: Bind) {
  return {
    upstreamModels: {
      list: bound(listUpstreamModels),
      states: bound(upstreamModelStates),
      walk: bound(walkUpstreamModels),
      walkDue: bound(walkDueChannels),
      apply: bound(applyUpstreamModels),
      ignore: bound(ignoreUpstreamModels),
    },
  } as const
}
