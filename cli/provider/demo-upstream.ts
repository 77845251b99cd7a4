/** A provider on loopback that answers every chat with the same few words, slowly. */

const WORDS = 'gw relays, routes, bills and logs. This answer came from a provider inside gw.'
const PIECE_INTERVAL_MS = 40
const PROMPT_TOKENS = 12

export interface DemoUpstream {
  readonly url: string
  readonly stop: () => Promise<void>
}

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return frame({ id: 'chatcmpl-demo', object: 'chat.completion.chunk', model: 'demo', choices })
}

function frame(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}

async function writeAnswer(client: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  const encoder = new TextEncoder()
  const pieces = WORDS.split(/(?<= )/)
  await client.write(encoder.encode(chunk({ role: 'assistant', content: '' }, null)))
  for (const content of pieces) {
    await client.write(encoder.encode(chunk({ content }, null)))
    await Bun.sleep(PIECE_INTERVAL_MS)
  }
  const completion_tokens = pieces.length
  const usage = {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens,
    total_tokens: PROMPT_TOKENS + completion_tokens,
  }
  await client.write(encoder.encode(chunk({}, 'stop')))
  await client.write(
    encoder.encode(frame({ id: 'chatcmpl-demo', model: 'demo', choices: [], usage })),
  )
  await client.write(encoder.encode('data: [DONE]\n\n'))
  await client.close()
}

export function startDemoUpstream(): DemoUpstream {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      // A client that leaves ends the writing; there is nothing more to do about it.
      void writeAnswer(writable.getWriter()).catch(() => {})
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
