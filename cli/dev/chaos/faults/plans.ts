/** Every way in which the upstream of the rehearsal answers. */
import {
  CHARGE,
  chunk,
  completion,
  DONE,
  FINISH,
  fullResponse,
  LAST_CHUNK,
  refusal,
  STREAM_HEAD,
  usageFrame,
  word,
  words,
} from '../../../provider/answers'
import type { Wire } from '../../../provider/wire'
import { BODY_FAULTS } from './faults-body'
import { HEAD_FAULTS } from './faults-head'
import { STREAM_FAULTS } from './faults-stream'
import type { Plan } from './plan'

/** Sends frames one after the other, `restMs` apart. */
async function flow(wire: Wire, frames: readonly string[], restMs: number): Promise<void> {
  await wire.send(STREAM_HEAD)
  for (const each of frames) {
    if (!wire.isOpen) return
    await wire.send(chunk(each))
    if (restMs > 0) await wire.rest(restMs)
  }
}

async function finish(wire: Wire, frames: readonly string[]): Promise<void> {
  for (const each of frames) await wire.send(chunk(each))
  await wire.send(LAST_CHUNK)
}

const ENDING = [FINISH, usageFrame(), DONE]

/** Words of a gated stream on both sides of its gate. */
const GATED_WORDS = { before: 5, after: 10 } as const
/** Events of a gated stream on both sides of its gate. */
export const GATED_EVENTS = {
  before: GATED_WORDS.before,
  after: GATED_WORDS.after + ENDING.length,
} as const

const LOAD = {
  json: {
    ends: 'complete',
    charge: CHARGE,
    answer: (wire) => wire.send(fullResponse(completion())),
  },
  'json-late': {
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      await wire.rest(120)
      await wire.send(fullResponse(completion()))
    },
  },
  'json-no-usage': {
    ends: 'complete',
    answer: (wire) => wire.send(fullResponse(completion({ usage: undefined }))),
  },
  stream: {
    stream: true,
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      await flow(wire, words(20), 4)
      await finish(wire, ENDING)
    },
  },
  'stream-long': {
    stream: true,
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      await flow(wire, words(60), 12)
      await finish(wire, ENDING)
    },
  },
  'stream-no-usage': {
    stream: true,
    ends: 'complete',
    async answer(wire) {
      await flow(wire, words(10), 2)
      await finish(wire, [FINISH, DONE])
    },
  },
  /** Begins, waits at the gate, goes on to its end. */
  'stream-gated': {
    stream: true,
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      await flow(wire, words(GATED_WORDS.before), 0)
      await wire.wait()
      for (const each of words(GATED_WORDS.after)) await wire.send(chunk(each))
      await finish(wire, ENDING)
    },
  },
  /** Never ends by itself. */
  'stream-endless': {
    stream: true,
    ends: 'complete',
    async answer(wire) {
      await wire.send(STREAM_HEAD)
      while (wire.isOpen) {
        await wire.send(chunk(word('on ')))
        await wire.rest(10)
      }
    },
  },
  'stream-dies': {
    stream: true,
    ends: 'broken',
    async answer(wire) {
      await flow(wire, words(6), 3)
      await wire.send(chunk('data: {"half":'))
      wire.destroy()
    },
  },
  'stream-fin': {
    stream: true,
    ends: 'broken',
    async answer(wire) {
      await flow(wire, words(6), 3)
      wire.end()
    },
  },
  'error-500': { ends: 'refused', answer: (wire) => wire.send(refusal(500)) },
  'busy-then-json': {
    ends: 'complete',
    charge: CHARGE,
    answer: (wire) => wire.send(wire.attempt === 1 ? refusal(429) : fullResponse(completion())),
  },
} as const satisfies Readonly<Record<string, Plan>>

export type LoadPlan = keyof typeof LOAD

/** In the order of the report. */
export const FAULTS: Readonly<Record<string, Plan>> = {
  ...HEAD_FAULTS,
  ...BODY_FAULTS,
  ...STREAM_FAULTS,
}

export const PLANS: Readonly<Record<string, Plan>> = { ...LOAD, ...FAULTS }
