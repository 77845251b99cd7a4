/** A request that is translated, made fit for its target in what all formats have alike. */

import type { ChatRequest } from '../../wire/chat'
import { restorationOf } from '../chat/restoration'
import type { ChatCodec, EncodedRequest, UpstreamCall } from '../dialects/dialect'
import { callIdRule } from './call-ids'
import { canonicalForm } from './canonical-form'
import { fitHistory } from './history'
import { withFittingNames } from './tool-names'

export function encodeFitted(
  codec: ChatCodec,
  request: ChatRequest,
  call: UpstreamCall,
): EncodedRequest {
  const losses = new Set<string>()
  const rule = callIdRule(call)
  const messages = fitHistory(request.messages, canonicalForm, { rule, losses })
  const named = withFittingNames({ ...request, messages }, call, losses)
  const made = codec.encode(named.request, call)
  const { textTool } = made.restoration ?? {}
  return {
    ...made,
    losses: [...losses, ...made.losses],
    restoration: restorationOf({ toolNames: named.toolNames, textTool }),
  }
}
