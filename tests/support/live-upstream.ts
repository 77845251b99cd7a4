/** An upstream for Google's live sockets, which answers in bytes as the vendor does. */

/** 60 of text and 40 of sound read, 20 of text and 30 of sound written. */
const USAGE = {
  promptTokenCount: 100,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 60 },
    { modality: 'AUDIO', tokenCount: 40 },
  ],
  responseTokenCount: 50,
  responseTokensDetails: [
    { modality: 'TEXT', tokenCount: 20 },
    { modality: 'AUDIO', tokenCount: 30 },
  ],
  totalTokenCount: 150,
}

export interface LiveUpstream {
  readonly url: string
  readonly paths: string[]
  readonly heard: string[]
  say(event: object): void
  close(code: number, reason: string): void
  isOpen(): boolean
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Answers a setup, and each turn with a word and its usage; all of it as bytes. */
export function liveUpstream(): LiveUpstream {
  const [paths, heard]: [string[], string[]] = [[], []]
  let socket: Bun.ServerWebSocket<undefined> | undefined
  const say = (event: object) => void socket?.send(Buffer.from(JSON.stringify(event)))
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, bun) {
      const { pathname, search } = new URL(request.url)
      paths.push(pathname + search)
      return bun.upgrade(request, { data: undefined })
        ? undefined
        : new Response('', { status: 426 })
    },
    websocket: {
      data: undefined,
      open(opened) {
        socket = opened
      },
      message(_, message) {
        heard.push(String(message))
        const event = JSON.parse(String(message))
        if (event.setup !== undefined) say({ setupComplete: {} })
        if (event.clientContent?.turnComplete !== true) return
        say({ serverContent: { modelTurn: { parts: [{ text: 'Four' }] } } })
        say({ serverContent: { turnComplete: true }, usageMetadata: USAGE })
      },
      close() {
        socket = undefined
      },
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    paths,
    heard,
    say,
    close: (code, reason) => socket?.close(code, reason),
    isOpen: () => socket !== undefined,
    stop: () => server.stop(true),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
