/** An upstream for realtime sockets, which says exactly what a test wants it to say. */

export interface RealtimeUpstream {
  readonly url: string
  /** Upgrade requests, in order. */
  readonly requests: readonly { readonly url: string; readonly headers: Headers }[]
  /** Everything that clients said, as they said it. */
  readonly heard: readonly (string | Buffer)[]
  /** Says it on the newest socket. */
  say(event: object): void
  close(code: number, reason: string): void
  readonly isOpen: () => boolean
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  /** Refuses to become a socket. */
  readonly status?: number
  /** What follows each event of a client. */
  readonly answer?: (event: Record<string, unknown>, upstream: RealtimeUpstream) => void
}

function textOf(event: object): string {
  return JSON.stringify({ event_id: 'e', ...event })
}

export function realtimeUpstream({ status, answer }: Options = {}): RealtimeUpstream {
  const requests: { url: string; headers: Headers }[] = []
  const heard: (string | Buffer)[] = []
  let newest: Bun.ServerWebSocket<undefined> | undefined
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, bun) {
      const { pathname, search } = new URL(request.url)
      requests.push({ url: pathname + search, headers: request.headers })
      if (status !== undefined) return Response.json({ error: { message: 'no' } }, { status })
      if (bun.upgrade(request, { data: undefined })) return
      return new Response('no socket', { status: 400 })
    },
    websocket: {
      data: undefined,
      open(socket) {
        newest = socket
        upstream.say({ type: 'session.created', session: { id: 'sess_1', model: 'upstream' } })
      },
      message(socket, message) {
        heard.push(message)
        // Whoever asks is answered, however many there are.
        const say = (event: object) => void socket.send(textOf(event))
        if (typeof message === 'string') answer?.(JSON.parse(message), { ...upstream, say })
      },
      close() {
        newest = undefined
      },
    },
  })
  const upstream: RealtimeUpstream = {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    heard,
    say: (event) => void newest?.send(textOf(event)),
    close: (code, reason) => newest?.close(code, reason),
    isOpen: () => newest !== undefined,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
  return upstream
}
