/** A client that says exactly what a test wants it to say, byte by byte. */
import { connect } from 'node:net'
import { within } from './wait-until'

export interface RawConnection {
  write(text: string | Uint8Array): void
  /** Bytes that were written and that the network has not taken yet. */
  waiting(): number
  /** All that has come so far. */
  text(): string
  /** Resolves when so many answers have begun. */
  answers(count?: number): Promise<string>
  /** Resolves with all that came, when the other side has closed. */
  closed(limitMs?: number): Promise<string>
  isOpen(): boolean
  destroy(): void
  [Symbol.dispose](): void
}

export async function rawConnection(port: number, first: string = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isOpen = true
  const watchers = new Set<() => void>()
  const look = () => {
    for (const watcher of watchers) watcher()
  }
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    look()
  })
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isOpen = false
      look()
      resolve()
    })
  })
  await within('connection', new Promise<void>((resolve) => socket.once('connect', resolve)))
  if (first !== '') socket.write(Buffer.from(first, 'latin1'))
  return {
    write: (more) =>
      void socket.write(typeof more === 'string' ? Buffer.from(more, 'latin1') : more),
    waiting: () => socket.writableLength,
    text: () => text,
    async answers(count = 1) {
      const enough = new Promise<void>((resolve) => {
        const watcher = () => {
          const begun = text.match(/HTTP\/1\.1 (?!100)\d{3} /g)?.length ?? 0
          if (begun >= count || !isOpen) resolve()
        }
        watchers.add(watcher)
        watcher()
      })
      await within(`answer ${count}`, enough)
      return text
    },
    async closed(limitMs = 10_000) {
      await within('end of the connection', ended, limitMs)
      return text
    },
    isOpen: () => isOpen,
    destroy: () => socket.destroy(),
    [Symbol.dispose]: () => socket.destroy(),
  }
}

export interface RawHead {
  readonly method?: string
  /** 0 sends none. */
  readonly length?: number
  readonly headers?: Readonly<Record<string, string>>
}

export function rawHead(path: string, { method = 'POST', length = 0, headers = {} }: RawHead = {}) {
  const lines = Object.entries({
    host: 'localhost',
    ...(length > 0 && { 'content-length': String(length) }),
    ...headers,
  })
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${fields}\r\n`
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/m.exec(answer)?.[1] ?? 0)
}
