/** The program of a thread that works on bodies: one order at a time, one result each. */
import { setPriority } from 'node:os'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { createJobs } from './body-jobs'
import type { ThreadReply } from './thread-lane'

/**
 * What orders of so many bytes leave behind is collected before the next one: next to a heap of
 * tokenizers a collector thinks little of it, and of thousands of small texts it makes a heap.
 */
const COLLECTED_BYTES = 8 * 1024 * 1024

/** Where cores are few the loop goes first. Linux counts priorities by thread, others do not. */
const THREAD_PRIORITY = 10
if (process.platform === 'linux') setPriority(THREAD_PRIORITY)

const jobs: Readonly<Record<string, (order: never) => unknown>> = { ...createJobs() }

interface Order {
  readonly kind: string
  readonly order: never
  /** Bytes that the order is about. */
  readonly size: number
}

addEventListener('message', ({ data: { kind, order, size } }: MessageEvent<Order>) => {
  void answer(kind, order).then((reply) => {
    postMessage(reply, { transfer: movable(reply) })
    collectAfter(size)
  })
})

let uncollected = 0

function collectAfter(bytes: number): void {
  uncollected += bytes
  if (uncollected < COLLECTED_BYTES) return
  uncollected = 0
  Bun.gc(true)
}

async function answer(kind: string, order: never): Promise<ThreadReply> {
  try {
    return { result: await jobs[kind]?.(order) }
  } catch (cause) {
    if (cause instanceof GatewayError) return { error: { id: cause.id, params: cause.params } }
    return { crash: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

/** A body made here is moved; what was shared stays where it is. */
function movable({ result }: ThreadReply): ArrayBuffer[] {
  const made = typeof result === 'object' && result !== null ? Object.values(result) : []
  return made.flatMap((value: unknown) => {
    if (!(value instanceof Uint8Array)) return []
    const { buffer } = value
    // A small buffer may lie in memory that others use, too.
    return buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength ? [buffer] : []
  })
}
