/** One attempt as plain data, for a thread that encodes a body or decodes an answer. */
import type { UpstreamCall } from '../../formats/dialects/dialect'
import type { RelayChannel } from '../../ports/ports'

/** What cannot travel, and the secret that need not. */
type Dropped = 'mapModel' | 'mapStatus' | 'key'

export type PlainCall = Omit<UpstreamCall, 'channel'> & {
  readonly channel: Omit<RelayChannel, Dropped>
}

export function plainCall({ channel, ...call }: UpstreamCall): PlainCall {
  const { mapModel: _, mapStatus: __, key: ___, ...plain } = channel
  return { ...call, channel: plain }
}

/** Models and statuses are mapped, and requests signed, on the loop. */
export function livingCall({ channel, ...call }: PlainCall): UpstreamCall {
  const absent = { key: '', mapModel: () => undefined, mapStatus: (status: number) => status }
  return { ...call, channel: { ...channel, ...absent } }
}
