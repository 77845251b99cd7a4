import type { Overhead } from '../../relay/call/overhead'

/** Says in the response how much of its time was the gateway's own. */
export function withOverhead(response: Response, overhead: Overhead): Response {
  if (overhead.isReported) return response
  const headers: Record<string, string> = {}
  overhead.addTo(headers)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
