/**
 * A stand-in for a Valkey server that knows the commands of the program and refuses every other.
 * `realValkey` starts a real one, where `redis-server` or `valkey-server` is on the machine.
 */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'bun'
import { withTempDir } from './temp-dir'
import { isMarked, type Kept, RUNS, SHA_OF } from './valkey-scripts'
import { waitUntil } from './wait-until'

const ERRORS = {
  loading: 'LOADING Redis is loading the dataset in memory',
  readonly: "READONLY You can't write against a read only replica.",
  full: "OOM command not allowed when used memory > 'maxmemory'.",
  'no auth': 'NOAUTH Authentication required.',
} as const

/** `silent` takes everything and answers nothing. */
export type ValkeyFault = 'silent' | keyof typeof ERRORS | undefined

const USER = 'gw'
const PASSWORD = 'hunter2 /@:'

export interface ValkeyServer extends AsyncDisposable {
  /** The same whenever it is started. */
  readonly address: string
  readonly start: () => Promise<void>
  /** At once; it keeps nothing. */
  readonly kill: () => Promise<void>
  readonly flush: () => Promise<void>
}

type Reply = string | number | null | Error | readonly Reply[]

interface Connected {
  buffer: Buffer
  isKnown: boolean
}

export interface StandInOptions {
  readonly maxmemoryPolicy?: string
  readonly role?: string
  readonly tls?: { readonly key: string; readonly cert: string }
}

export class ValkeyStandIn implements ValkeyServer {
  fault: ValkeyFault
  /** What was refused because the program should not ask it. */
  readonly refused: string[] = []
  /** Of scripts that have counted. */
  runs = 0
  readonly #options: StandInOptions
  readonly #sockets = new Set<Socket<Connected>>()
  #listener: Bun.TCPSocketListener<Connected> | undefined
  #port = 0
  #kept = emptyKept()
  #known = new Set<string>()
  #runId = ''

  constructor(options: StandInOptions = {}) {
    this.#options = options
  }

  get address(): string {
    const scheme = this.#options.tls === undefined ? 'valkey' : 'valkeys'
    return `${scheme}://${USER}:${encodeURIComponent(PASSWORD)}@localhost:${this.#port}/3`
  }

  async start(): Promise<void> {
    this.#kept = emptyKept()
    this.#known = new Set()
    this.#runId = randomBytes(20).toString('hex')
    const { tls } = this.#options
    this.#listener = Bun.listen<Connected>({
      hostname: '127.0.0.1',
      port: this.#port,
      ...(tls && { tls }),
      socket: {
        open: (socket) => {
          socket.data = { buffer: Buffer.alloc(0), isKnown: false }
          this.#sockets.add(socket)
        },
        close: (socket) => void this.#sockets.delete(socket),
        data: (socket, bytes) => this.#read(socket, bytes),
        error() {},
      },
    })
    this.#port = this.#listener.port
  }

  async kill(): Promise<void> {
    this.#listener?.stop(true)
    for (const socket of this.#sockets) socket.terminate()
    this.#sockets.clear()
    this.#listener = undefined
  }

  async flush(): Promise<void> {
    this.#kept = emptyKept()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }

  #read(socket: Socket<Connected>, bytes: Buffer): void {
    const { data } = socket
    data.buffer = Buffer.concat([data.buffer, bytes])
    if (this.fault === 'silent') return
    let out = ''
    for (;;) {
      const parsed = commandIn(data.buffer)
      if (parsed === undefined) break
      data.buffer = data.buffer.subarray(parsed.length)
      out += encoded(this.#answer(data, parsed.words))
    }
    socket.write(out)
  }

  #answer(data: Connected, [command = '', ...rest]: readonly string[]): Reply {
    if (command === 'HELLO') return this.#hello(data, rest)
    if (!data.isKnown) return new Error(ERRORS['no auth'])
    if (command === 'SELECT' && rest.join() === '3') return 'OK'
    const { fault } = this
    if (command === 'INFO' && rest.length === 0) return this.#info()
    if (fault !== undefined && fault !== 'silent') return new Error(ERRORS[fault])
    if (command === 'SET') return this.#set(rest)
    if (command === 'EVAL') this.#known.add(SHA_OF[rest[0] ?? ''] ?? '')
    if (command === 'EVAL') return this.#run(SHA_OF[rest[0] ?? ''], rest.slice(1))
    if (command === 'EVALSHA') return this.#run(rest[0], rest.slice(1))
    return this.#refuse([command, ...rest])
  }

  #hello(data: Connected, words: readonly string[]): Reply {
    const expected = ['3', 'AUTH', USER, PASSWORD]
    if (this.fault === 'no auth' || words.join('\n') !== expected.join('\n')) {
      return new Error('WRONGPASS invalid username-password pair or user is disabled.')
    }
    data.isKnown = true
    return ['server', 'valkey', 'version', '8.0.0', 'proto', 3]
  }

  #info(): string {
    const { maxmemoryPolicy = 'noeviction', role = 'master' } = this.#options
    const maxmemory = maxmemoryPolicy === 'noeviction' ? 0 : 1_000_000
    return [
      ...['# Server', `run_id:${this.#runId}`, `maxmemory:${maxmemory}`],
      ...[`maxmemory_policy:${maxmemoryPolicy}`, `role:${role}`, ''],
    ].join('\r\n')
  }

  #set(words: readonly string[]): Reply {
    const [key = '', ...rest] = words
    const { marks, nowMs } = this.#kept
    const form = /^1 (XX )?PX ([1-9]\d*)$/.exec(rest.join(' '))
    if (form === null) return this.#refuse(['SET', ...words])
    const [, isRenewal, forMs] = form
    if (isRenewal !== undefined && !isMarked(this.#kept, key)) return null
    marks.set(key, nowMs() + Number(forMs))
    return 'OK'
  }

  #run(sha: string | undefined, [many, ...rest]: readonly string[]): Reply {
    if (sha === undefined || !this.#known.has(sha)) {
      return new Error('NOSCRIPT No matching script. Please use EVAL.')
    }
    const run = RUNS[sha]
    const keys = rest.slice(0, Number(many))
    const tags = new Set(keys.map((key) => /^gw:(\{[^{}]+\})(?::|$)/.exec(key)?.[1]))
    if (run === undefined || tags.size !== 1 || tags.has(undefined)) return this.#refuse(keys)
    this.runs += 1
    return run(this.#kept, keys, rest.slice(Number(many)))
  }

  #refuse(words: readonly string[]): Error {
    this.refused.push(words.join(' '))
    return new Error(`ERR unknown command '${words[0]}'`)
  }
}

function emptyKept(): Kept {
  return { marks: new Map(), hashes: new Map(), nowMs: () => Date.now() }
}

/** An array of bulk strings, whole or not there yet. */
function commandIn(buffer: Buffer) {
  const line = (from: number) => {
    const to = buffer.indexOf('\r\n', from)
    return to < 0
      ? undefined
      : { number: Number(buffer.toString('latin1', from + 1, to)), next: to + 2 }
  }
  const head = line(0)
  if (head === undefined) return undefined
  const words: string[] = []
  let at = head.next
  for (let word = 0; word < head.number; word += 1) {
    const size = line(at)
    if (size === undefined || buffer.length < size.next + size.number + 2) return undefined
    words.push(buffer.toString('utf8', size.next, size.next + size.number))
    at = size.next + size.number + 2
  }
  return { words, length: at }
}

function encoded(reply: Reply): string {
  if (reply === null) return '_\r\n'
  if (reply instanceof Error) return `-${reply.message}\r\n`
  if (reply === 'OK') return '+OK\r\n'
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`
  const isMap = reply[0] === 'server'
  const head = isMap ? `%${reply.length / 2}` : `*${reply.length}`
  return `${head}\r\n${reply.map(encoded).join('')}`
}

const REAL = Bun.which('redis-server') ?? Bun.which('valkey-server')

/** `undefined` where none is on the machine. */
export function realValkey(): ValkeyServer | undefined {
  return REAL === null ? undefined : new RealServer(REAL)
}

class RealServer implements ValkeyServer {
  readonly #program: string
  #process: Bun.Subprocess | undefined
  #folder: Awaited<ReturnType<typeof folderOf>> | undefined
  #port = 0

  constructor(program: string) {
    this.#program = program
  }

  get address(): string {
    return `redis://127.0.0.1:${this.#port}/3`
  }

  async start(): Promise<void> {
    this.#folder ??= await folderOf()
    if (this.#port === 0) this.#port = await freePort()
    const settings = ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--save', '']
    this.#process = Bun.spawn([this.#program, ...settings, '--dir', this.#folder.path], {
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await waitUntil('the server answers', async () => (await this.#said('PING\r\n')) !== undefined)
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.#process?.exited
    this.#process = undefined
  }

  async flush(): Promise<void> {
    await this.#said('FLUSHALL\r\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    this.#folder?.remove()
  }

  async #said(command: string): Promise<string | undefined> {
    const answer = Promise.withResolvers<string | undefined>()
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: this.#port,
      socket: {
        open: (opened) => void opened.write(command),
        data: (_, bytes) => answer.resolve(bytes.toString()),
        close: () => answer.resolve(undefined),
        error: () => answer.resolve(undefined),
      },
    }).catch(() => undefined)
    if (socket === undefined) return undefined
    const said = await answer.promise
    socket.end()
    return said
  }
}

const folderOf = async () => await withTempDir('valkey', async (folder) => folder)

async function freePort(): Promise<number> {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
