/** What an upstream has refused of a translated chat, so that it is sent without it. */
import { UpstreamError } from '../../../domain/errors/gateway-error'
import type { Concession } from '../../formats/dialects/dialect'
import type { RelayChannel } from '../../ports/ports'
import type { Call } from '../call'
import type { ChannelApi } from '../channel/chosen-api'

/** A matter of the account, and not of one conversation. */
const LASTING: ReadonlySet<Concession> = new Set<Concession>(['summaries'])

/** A channel is made anew whenever it changes, and then gets everything again. */
const lasting = new WeakMap<RelayChannel, ReadonlySet<Concession>>()

export function concessionsOf(channel: RelayChannel, call: Call): Call['concessions'] {
  const known = lasting.get(channel)
  if (known === undefined || call.concessions === undefined) return known ?? call.concessions
  return known.union(call.concessions)
}

/** Whether the chat can be sent again without what was refused; each thing is left out once. */
export function concede({ dialect, channel }: ChannelApi, call: Call, error: unknown): boolean {
  if (!(error instanceof UpstreamError) || dialect.native === call.facts.protocol) return false
  const refused = dialect.concession?.(error)
  if (refused === undefined || concessionsOf(channel, call)?.has(refused)) return false
  if (LASTING.has(refused))
    lasting.set(channel, new Set([...(lasting.get(channel) ?? []), refused]))
  call.concessions = new Set([...(call.concessions ?? []), refused])
  return true
}
