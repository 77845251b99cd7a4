/** Ids of traces and spans, which have to be unlike all others but are no secrets. */
import type { Random } from '../random'

export interface Ids {
  /** 32 hexadecimal digits. */
  readonly trace: () => string
  /** 16 hexadecimal digits. */
  readonly span: () => string
}

const WORD_STEPS = 2 ** 32

export function traceIds({ next }: Pick<Random, 'next'>): Ids {
  const word = () =>
    Math.floor(next() * WORD_STEPS)
      .toString(16)
      .padStart(8, '0')
  const span = () => word() + word()
  return { span, trace: () => span() + span() }
}
