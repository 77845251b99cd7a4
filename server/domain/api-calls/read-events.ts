/** Reads the server-sent events of `read.stream`; each is the answer to one of its calls. */
import type { Answered } from './answer'

export interface ReadEvent {
  /** Place of the call among those requested; none when the event only says "still here". */
  readonly call?: number
  readonly status?: number
  /** Seconds, of a call that is refused for now. */
  readonly retry_after?: string
  readonly body?: unknown
}

const MOST_CHARACTERS = 6000

/** `undefined` when an address becomes too long for proxies. */
export function streamAddress(calls: readonly string[], follow: boolean): string | undefined {
  const query = new URLSearchParams({ calls: calls.join(' '), ...(follow && { follow: 'true' }) })
  const address = `/api/stream?${query}`
  return address.length > MOST_CHARACTERS ? undefined : address
}

/** Throws when the connection breaks. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
      }
    }
  } finally {
    // Whoever stops reading ends the stream.
    await reader.cancel().catch(() => {})
  }
}

export function answerIn({ status = 0, retry_after = '', body }: ReadEvent): Answered {
  const headers = new Headers({ 'retry-after': retry_after })
  return { ok: status === 200, status, headers, json: async () => body }
}
