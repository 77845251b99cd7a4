/** Ids of traces and spans, which have to be unlike all others but are no secrets. */
import type { Random } from '../random'

export interface Ids {
  /** 32 hexadecimal digits. */
  readonly trace: () => string
  /** 16 hexadecimal digits. */
  readonly span: () => string
}

/** One system call serves about eighty calls. */
const POOL_BYTES = 4096
const TRACE_DIGITS = 32
const SPAN_DIGITS = 16

export function traceIds({ bytes }: Pick<Random, 'bytes'>): Ids {
  let pool = ''
  let used = 0
  const digits = (count: number) => {
    if (used + count > pool.length) {
      pool = Buffer.from(bytes(POOL_BYTES)).toString('hex')
      used = 0
    }
    used += count
    return pool.slice(used - count, used)
  }
  return { span: () => digits(SPAN_DIGITS), trace: () => digits(TRACE_DIGITS) }
}
