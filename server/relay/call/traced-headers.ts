import type { TracedChannel } from '../ports/call-trace'
import type { Call } from './call'

type Headers = Readonly<Record<string, string>>

/** With what names the upstream the span its work belongs to, where calls are traced. */
export function tracedHeaders(
  { facts, upstreamModel }: Call,
  channel: TracedChannel,
  { headers }: { readonly headers: Headers },
): Headers {
  const { trace } = facts
  return trace === undefined ? headers : { ...headers, ...trace.outgoing(channel, upstreamModel) }
}
