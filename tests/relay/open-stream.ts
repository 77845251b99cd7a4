/** A stream that is read as far as a test wants. */
import type { Gateway } from '../support/gateway'
import type { StreamClient } from './stream-pairs'

interface Open {
  readonly response: Response
  /** All text so far, once it has `part` so many times. */
  readonly until: (part: string, times?: number) => Promise<string>
  readonly rest: () => Promise<string>
  readonly leave: () => Promise<void>
}

export async function open(
  gateway: Gateway,
  { path, body }: Pick<StreamClient, 'path' | 'body'>,
): Promise<Open> {
  const response = await gateway.post(path, body)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    response,
    async until(part, times = 1) {
      while (text.split(part).length <= times) {
        if (!(await more())) throw new Error(`the stream ended without ${part}: ${text}`)
      }
      return text
    },
    async rest() {
      while (await more());
      return text
    },
    leave: () => reader.cancel(),
  }
}
