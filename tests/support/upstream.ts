/**
 * A provider for tests: answers what the test scripts, byte by byte where wanted, and
 * remembers what it was asked. It shares no code with the product, so a mistake in one
 * cannot hide in the other. It speaks HTTP on bare sockets, because a proper HTTP server
 * refuses to break off in the middle of a frame.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { answer, type Connection, type RecordedRequest } from './upstream/answer'
import type { Reply } from './upstream/reply'
import { type ParsedRequest, RequestParser } from './upstream/request-parser'
import { within } from './wait-until'

export type { RecordedRequest } from './upstream/answer'
export { frames, type Gate, gate, html, json, type Reply, sse } from './upstream/reply'

/** One answer for all, one after the other (the last repeats), or made per request. */
export type Script =
  | Reply
  | readonly Reply[]
  | ((request: RecordedRequest, index: number) => Reply | Promise<Reply>)

export interface Upstream {
  readonly url: string
  readonly port: number
  readonly requests: readonly RecordedRequest[]
  /** The newest request; fails when there was none. */
  last(): RecordedRequest
  /** Replaces the script for requests that are still to come. */
  script(next: Script): void
  waitForRequests(count: number): Promise<readonly RecordedRequest[]>
  /** Resolves with the first request whose client left early. */
  waitForAbort(): Promise<RecordedRequest>
  /** Fails when a reply could not be sent as scripted. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startUpstream(script: Script): Promise<Upstream> {
  const requests: RecordedRequest[] = []
  const connections = new Set<Connection>()
  const scriptErrors: unknown[] = []
  const watchers = new Set<() => void>()
  const changed = (): void => {
    for (const look of watchers) look()
  }
  let current = script
  let scriptedFrom = 0

  const reply = async (connection: Connection, parsed: ParsedRequest): Promise<void> => {
    const request = record(parsed)
    const index = requests.push(request) - 1
    connection.active = request
    changed()
    try {
      await answer(connection, await choose(current, request, index - scriptedFrom))
      if (!connection.closed) request.answered = true
    } catch (error) {
      scriptErrors.push(error)
      connection.socket.destroy()
    }
    connection.active = undefined
  }

  const server = createServer((socket) => {
    const connection: Connection = { socket, closed: false, active: undefined }
    connections.add(connection)
    accept(connection, reply, changed)
    socket.on('close', () => connections.delete(connection))
  })
  const port = await listen(server)
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const { socket } of connections) socket.destroy()
    await closed
    if (scriptErrors.length > 0) throw new Error('bad script', { cause: scriptErrors[0] })
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    last() {
      const request = requests.at(-1)
      if (request === undefined) throw new Error('the upstream was not asked anything')
      return request
    },
    script(next) {
      current = next
      scriptedFrom = requests.length
    },
    async waitForRequests(count) {
      await when(watchers, `${count} requests`, () => requests.length >= count)
      return requests
    },
    waitForAbort() {
      return when(watchers, 'client leaving', () =>
        requests.find((one) => one.abortedAt !== undefined),
      )
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Contents of a file below tests/fixtures, e.g. "openai/chat-text.sse". */
export function fixture(path: string): string {
  return readFileSync(join(import.meta.dir, '..', 'fixtures', path), 'utf8')
}

/** Looks again after each change, until `condition` gives a value. */
function when<T>(
  watchers: Set<() => void>,
  what: string,
  condition: () => T,
): Promise<NonNullable<T>> {
  const met = new Promise<NonNullable<T>>((resolve) => {
    const look = (): void => {
      const value = condition()
      if (!value) return
      watchers.delete(look)
      resolve(value)
    }
    watchers.add(look)
    look()
  })
  return within(what, met)
}

function accept(
  connection: Connection,
  reply: (connection: Connection, request: ParsedRequest) => Promise<void>,
  changed: () => void,
): void {
  const { socket } = connection
  const parser = new RequestParser()
  let turn = Promise.resolve()
  // Without this, small pieces wait for each other and arrive as one.
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    for (const request of parser.push(Buffer.from(bytes))) {
      turn = turn.then(() => reply(connection, request))
    }
  })
  const left = (): void => {
    connection.closed = true
    if (connection.active) connection.active.abortedAt ??= performance.now()
    changed()
  }
  socket.on('end', left)
  socket.on('close', left)
}

function record(request: ParsedRequest): RecordedRequest {
  const bodyText = request.body.toString('utf8')
  return {
    method: request.method,
    path: request.path,
    headers: request.headers,
    body: request.body,
    bodyText,
    json: parseOrUndefined(bodyText),
    abortedAt: undefined,
    answered: false,
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function choose(script: Script, request: RecordedRequest, index: number): Promise<Reply> {
  if (typeof script === 'function') return script(request, index)
  const replies = Array.isArray(script) ? script : [script]
  const chosen = replies[Math.min(index, replies.length - 1)]
  if (chosen === undefined) throw new Error('the script has no replies')
  return chosen
}
