/** Upstreams whose head is wrong, late, or missing. */
import { gzipSync } from 'node:zlib'
import { CHARGE, completion, fullResponse, head, refusal } from '../../../provider/answers'
import type { Plan } from './plan'

/** Sends raw bytes and closes. */
function raw(bytes: string | Uint8Array): Plan {
  return {
    ends: 'refused',
    async answer(wire) {
      await wire.send(bytes)
      wire.end()
    },
  }
}

function status(code: number, lines: readonly string[] = []): Plan {
  return { ends: 'refused', answer: (wire) => wire.send(refusal(code, lines)) }
}

const BODY = completion()
const GOOD = { ends: 'complete', charge: CHARGE } as const
const HTML = '<!DOCTYPE html><html><body>nginx</body></html>'

export const HEAD_FAULTS: Readonly<Record<string, Plan>> = {
  'reset-at-once': {
    ends: 'refused',
    answer: async (wire) => wire.reset(),
  },
  'fin-at-once': { ends: 'refused', answer: async (wire) => wire.end() },
  silent: { ends: 'refused', answer: (wire) => wire.silence() },
  'slow-head': {
    ends: 'refused',
    async answer(wire) {
      await wire.send('HTTP/1.1 200 OK\r\n')
      while (wire.isOpen) {
        await wire.send('x: y\r\n')
        await wire.rest(100)
      }
    },
  },
  garbage: raw('this is no HTTP at all\r\n\r\n'),
  'tls-junk': raw(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03])),
  'half-head': raw('HTTP/1.1 200 OK\r\ncontent-type: appl'),
  'switching-protocols': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
  'null-in-head': raw(`HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 2\r\n\r\n{}`),
  'negative-length': raw(head({ lines: ['content-length: -5'] }) + BODY),
  'two-lengths': raw(head({ lines: ['content-length: 5', 'content-length: 7'] }) + BODY),
  'length-and-chunks': {
    ends: 'refused',
    async answer(wire) {
      const lines = ['content-length: 5', 'transfer-encoding: chunked']
      await wire.send(`${head({ lines })}${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`)
      wire.end()
    },
  },
  'bad-chunk-size': raw(`${head({ lines: ['transfer-encoding: chunked'] })}zz\r\n${BODY}\r\n`),
  'large-head': raw(head({ lines: [`x: ${'y'.repeat(1_000_000)}`] }) + BODY),
  'many-headers': raw(
    head({ lines: Array.from({ length: 20_000 }, (_, index) => `x-${index}: y`) }) + BODY,
  ),
  'early-hints': {
    ...GOOD,
    async answer(wire) {
      await wire.send('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')
      await wire.send(fullResponse(BODY))
    },
  },
  'unknown-encoding': {
    ends: 'sound',
    answer: (wire) => wire.send(fullResponse(BODY, { lines: ['content-encoding: rot13'] })),
  },
  'broken-gzip': {
    ends: 'refused',
    answer: (wire) => wire.send(fullResponse(BODY, { lines: ['content-encoding: gzip'] })),
  },
  gzip: {
    ...GOOD,
    answer: (wire) =>
      wire.send(fullResponse(gzipSync(BODY), { lines: ['content-encoding: gzip'] })),
  },
  'gzip-bomb': {
    ends: 'refused',
    answer: (wire) =>
      wire.send(
        fullResponse(gzipSync(Buffer.alloc(300_000_000)), { lines: ['content-encoding: gzip'] }),
      ),
  },
  redirect: status(302, ['location: http://127.0.0.1:9/']),
  'redirect-307': status(307, ['location: http://169.254.169.254/latest/meta-data/']),
  'error-400': status(400),
  'error-401': status(401),
  'error-404': status(404),
  'error-429': status(429, ['retry-after: 1']),
  'error-503': status(503),
  'error-529': status(529),
  'html-502': {
    ends: 'refused',
    answer: (wire) => wire.send(fullResponse(HTML, { status: 502, type: 'text/html' })),
  },
  'html-200': {
    ends: 'refused',
    answer: (wire) => wire.send(fullResponse(HTML, { type: 'text/html' })),
  },
}
