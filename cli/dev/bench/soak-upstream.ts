/**
 * An upstream whose streams go on for minutes: one frame of about 180 bytes per spacing and
 * stream, with the time it was sent as its text. Streams for slow readers get frames of
 * 32 kB instead, more than their readers take. Prints its port, then serves until killed.
 *
 *   soak-upstream.ts FRAMES SPACING_MS PROTOCOL
 */
import { chunked, requestLength, STREAM_HEAD } from './raw-http'
import { SLOWLY, SOAK_FORMATS, type SoakProtocol } from './soak-formats'

const frames = Number(process.argv[2])
const spacingMs = Number(process.argv[3])
const format = SOAK_FORMATS[process.argv[4] as SoakProtocol]

/** Streams are spread over this many turns, so that they do not all speak at once. */
const SLOTS = 20
const FAT_CHARACTERS = 32 * 1024
/** Per turn, so that the others are spoken to on time. */
const FAT_AT_ONCE = 32

interface Connection {
  pending: Buffer
  /** Bytes the socket did not take yet. */
  backlog: Buffer[]
  isFat: boolean
  sent: number
}

type Socket = import('bun').Socket<Connection>

const slots: Set<Socket>[] = Array.from({ length: SLOTS }, () => new Set())
let begun = 0

function frame(text: string): Buffer {
  return Buffer.from(chunked(format.piece(text)))
}

const head = Buffer.from(STREAM_HEAD + format.begin.map(chunked).join(''))
const fat = frame('x'.repeat(FAT_CHARACTERS))
const ending = Buffer.from(format.end(frames).map(chunked).join(''))
const close = Buffer.from('0\r\n\r\n')

function send(socket: Socket, bytes: Buffer): void {
  const { backlog } = socket.data
  if (backlog.length > 0) {
    backlog.push(bytes)
    return
  }
  const written = socket.write(bytes)
  if (written < bytes.length) backlog.push(bytes.subarray(Math.max(0, written)))
}

/** As much as the connection takes: the kernels on the way are full long before the end. */
function fill(socket: Socket): void {
  const { backlog } = socket.data
  for (let each = 0; each < FAT_AT_ONCE && backlog.length === 0; each += 1) send(socket, fat)
}

function speak(socket: Socket, slot: Set<Socket>, thin: Buffer): void {
  const state = socket.data
  state.sent += 1
  if (state.sent <= frames) {
    if (state.isFat) fill(socket)
    else send(socket, thin)
    return
  }
  slot.delete(socket)
  for (const bytes of [ending, close]) send(socket, bytes)
}

function speakToSlot(slot: Set<Socket>): void {
  if (slot.size === 0) return
  const thin = frame((performance.timeOrigin + performance.now()).toFixed(2))
  for (const socket of slot) speak(socket, slot, thin)
}

let turn = 0
const turnMs = spacingMs / SLOTS
const beganMs = performance.now()
setInterval(() => {
  // On a busy machine turns are late; what is due is said all the same.
  const due = Math.floor((performance.now() - beganMs) / turnMs)
  for (; turn < due; turn += 1) speakToSlot(slots[turn % SLOTS] ?? new Set())
}, turnMs)

const server = Bun.listen<Connection>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { pending: Buffer.alloc(0), backlog: [], isFat: false, sent: 0 }
    },
    data(socket, received) {
      const state = socket.data
      const bytes = Buffer.concat([state.pending, received])
      const length = requestLength(bytes)
      state.pending = Buffer.from(bytes.subarray(length))
      if (length === 0) return
      state.isFat = bytes.subarray(0, length).includes(SLOWLY)
      state.sent = 0
      send(socket, head)
      slots[begun % SLOTS]?.add(socket)
      begun += 1
    },
    drain(socket) {
      const waiting = socket.data.backlog.splice(0)
      for (const bytes of waiting) send(socket, bytes)
    },
    close(socket) {
      for (const slot of slots) slot.delete(socket)
    },
  },
})
process.stdout.write(`${server.port}\n`)
