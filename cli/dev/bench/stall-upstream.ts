/**
 * An upstream for `--stall`: it swallows bodies of any size and answers by the first part of the
 * path. `usage` is a usual answer, `bare` reports no usage, `huge` and `vectors` are 60 MB long,
 * `claude` speaks Anthropic's format and `gemini` Google's, `picture` is a file of 19 MB, and
 * `sockets` swallows what is said. Prints its port, then serves until killed.
 */
const HUGE_BYTES = 60 * 1024 * 1024

const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }

function chat(content: string, fields: object): Uint8Array<ArrayBuffer> {
  const message = { role: 'assistant', content }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  const answer = { id: 'chatcmpl-stall', object: 'chat.completion', created: 1, model: 'm' }
  return new TextEncoder().encode(JSON.stringify({ ...answer, choices, ...fields }))
}

function vectors(): Uint8Array<ArrayBuffer> {
  const embedding = `[${'0.0123456789,'.repeat(3071)}1]`
  const count = Math.floor(HUGE_BYTES / embedding.length)
  const row = `{"object":"embedding","index":0,"embedding":${embedding}}`
  const rows = `${`${row},`.repeat(count)}${row}`
  const text = `{"object":"list","data":[${rows}],"usage":{"prompt_tokens":9,"total_tokens":9}}`
  return new TextEncoder().encode(text)
}

const claude = {
  id: 'msg_stall',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'hello' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 12, output_tokens: 3 },
}

const gemini = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3, totalTokenCount: 15 },
}

const PICTURE_BYTES = 19 * 1024 * 1024

/** One by its first bytes, which is all that the gateway looks at. */
function picture(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PICTURE_BYTES)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return bytes
}

const ANSWERS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  usage: chat('hello', { usage }),
  bare: chat('hello', {}),
  huge: chat('long answer '.repeat(HUGE_BYTES / 12), {}),
  vectors: vectors(),
  claude: new TextEncoder().encode(JSON.stringify(claude)),
  gemini: new TextEncoder().encode(JSON.stringify(gemini)),
  picture: picture(),
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  websocket: { message() {} },
  async fetch(request, bun) {
    if (bun.upgrade(request)) return undefined
    for await (const _ of request.body ?? []);
    const [, name = ''] = new URL(request.url).pathname.split('/')
    return new Response(ANSWERS[name], { headers: { 'content-type': 'application/json' } })
  },
})
process.stdout.write(`${server.port}\n`)

export {}
