/** Upstreams whose stream is torn, wrong, silent, or never was one. */
import { gzipSync } from 'node:zlib'
import {
  CHARGE,
  chunk,
  completion,
  DONE,
  FINISH,
  frame,
  fullResponse,
  head,
  LAST_CHUNK,
  STREAM_HEAD,
  usageFrame,
  word,
  words,
} from '../../../provider/answers'
import type { Ending, Plan } from './plan'

const ENDING = [FINISH, usageFrame(), DONE]
const GOOD = [...words(5), ...ENDING].join('')

function stream(ends: Ending, frames: readonly string[]): Plan {
  return {
    stream: true,
    ends,
    async answer(wire) {
      await wire.send(STREAM_HEAD)
      for (const each of frames) await wire.send(chunk(each))
      await wire.send(LAST_CHUNK)
    },
  }
}

/** Begins well, then does `last`. */
function begun(last: Plan['answer']): Plan {
  return {
    stream: true,
    ends: 'broken',
    async answer(wire) {
      await wire.send(STREAM_HEAD)
      for (const each of words(3)) await wire.send(chunk(each))
      await last(wire)
    },
  }
}

export const STREAM_FAULTS: Readonly<Record<string, Plan>> = {
  'stream-reset': begun(async (wire) => wire.reset()),
  'stream-no-end': begun((wire) => wire.send(LAST_CHUNK)),
  'stream-silent': begun((wire) => wire.silence()),
  'stream-half-frame': begun(async (wire) => {
    await wire.send(chunk('data: {"choices":[{"del'))
    await wire.send(LAST_CHUNK)
  }),
  'stream-bad-chunk': begun(async (wire) => {
    await wire.send('zzz\r\nnot a chunk\r\n')
    wire.end()
  }),
  'stream-error-frame': begun(async (wire) => {
    await wire.send(chunk(frame({ error: { message: 'overloaded', type: 'server_error' } })))
    await wire.send(LAST_CHUNK)
  }),
  'stream-nonsense': stream('sound', ['data: {not json}\n\n', 'hello\n\n', ...ENDING]),
  'stream-comments': stream('sound', [': ping\n\n', ': ping\n\n']),
  'stream-empty': stream('sound', []),
  'stream-done-first': stream('sound', [DONE, ...words(2)]),
  'stream-usage-twice': {
    ...stream('complete', [...words(2), usageFrame(), FINISH, usageFrame(), DONE]),
    charge: CHARGE,
  },
  'stream-usage-odd': stream('complete', [
    ...words(2),
    FINISH,
    usageFrame({ prompt_tokens: -1, completion_tokens: 'x' }),
    DONE,
  ]),
  'stream-torn': {
    stream: true,
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      await wire.send(STREAM_HEAD)
      const bytes = Buffer.from([word('世界 😀'), ...ENDING].join(''))
      for (const byte of bytes) await wire.send(chunk(Buffer.from([byte])))
      await wire.send(LAST_CHUNK)
    },
  },
  'stream-crlf': {
    ...stream('complete', [GOOD.replaceAll('\n', '\r\n')]),
    charge: CHARGE,
  },
  'stream-large-frame': {
    ...stream('sound', [word('x'.repeat(2_000_000)), ...ENDING]),
    charge: CHARGE,
  },
  'stream-gzip': {
    stream: true,
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      const lines = ['transfer-encoding: chunked', 'content-encoding: gzip']
      await wire.send(head({ type: 'text/event-stream', lines }))
      await wire.send(chunk(gzipSync(GOOD)))
      await wire.send(LAST_CHUNK)
    },
  },
  'stream-that-is-json': {
    stream: true,
    ends: 'sound',
    answer: (wire) => wire.send(fullResponse(completion())),
  },
  'stream-that-is-html': {
    stream: true,
    ends: 'refused',
    answer: (wire) => wire.send(fullResponse('<html></html>', { type: 'text/html' })),
  },
}
