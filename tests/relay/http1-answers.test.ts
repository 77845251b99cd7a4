/** Answers off a connection, in whatever pieces the network brings them. */
import { describe, expect, test } from 'bun:test'
import { AnswerReader } from '../../server/relay/net/http1/answer-reader'

interface Heard {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  pieces: number
  restMs: number | undefined
  isClean: boolean | undefined
  error: string | undefined
}

/** What is heard of an answer that comes in these pieces, and then ends or not. */
function hear(pieces: readonly string[], ending: 'open' | 'closed' = 'open'): Heard {
  const heard: Heard = {
    status: 0,
    headers: {},
    body: '',
    pieces: 0,
    restMs: 0,
    isClean: undefined,
    error: undefined,
  }
  const reader = new AnswerReader({
    onHead: ({ status, headers, restMs }) => Object.assign(heard, { status, headers, restMs }),
    onBytes: (bytes) => {
      heard.body += bytes.toString('latin1')
      heard.pieces += 1
    },
    onEnd: (isClean) => {
      heard.isClean = isClean
    },
  })
  reader.begin()
  try {
    for (const piece of pieces) reader.read(Buffer.from(piece, 'latin1'))
    if (ending === 'closed' && reader.endsHere()) heard.isClean = true
  } catch (error) {
    heard.error = (error as Error).message
  }
  return heard
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`

const WHOLE = {
  'with a length': [`${HEAD}content-length: 11\r\n\r\nhello world`, 'hello world'],
  'of no length': [`${HEAD}content-length: 0\r\n\r\n`, ''],
  'without a body': ['HTTP/1.1 204 No Content\r\n\r\n', ''],
  'in chunks': [`${CHUNKED}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`, 'hello world'],
  'in chunks with extensions': [`${CHUNKED}5;a=b\r\nhello\r\n0;last\r\n\r\n`, 'hello'],
  'with trailers': [`${CHUNKED}5\r\nhello\r\n0\r\nx-sum: 1\r\nx-more: 2\r\n\r\n`, 'hello'],
  'with sizes as others write them': [`${CHUNKED}00A \r\n0123456789\r\n000\r\n\r\n`, '0123456789'],
  'that holds line ends': [`${CHUNKED}4\r\n\r\n\r\n\r\n0\r\n\r\n`, '\r\n\r\n'],
  'after interim ones': [`${INTERIM}${HEAD}content-length: 2\r\n\r\nok`, 'ok'],
  'with its length said twice': [`${HEAD}content-length: 2\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
} as const

describe('an answer', () => {
  for (const [what, [text, body]] of Object.entries(WHOLE)) {
    test(`${what} is the same, wherever it is torn`, () => {
      for (let at = 1; at < text.length; at += 1) {
        const { error, isClean, ...heard } = hear([text.slice(0, at), text.slice(at)])
        expect([at, error, isClean, heard.body]).toEqual([at, undefined, true, body])
      }
      expect(hear([...text]).body).toBe(body)
    })
  }

  test('hands over the chunks of one piece together', () => {
    const chunks = Array.from({ length: 50 }, (_, at) => `3\r\n${100 + at}\r\n`)
    const { pieces, body } = hear([CHUNKED, `${chunks.join('')}0\r\n\r\n`])
    expect(pieces).toBe(1)
    expect(body).toBe(chunks.map((chunk) => chunk.slice(3, 6)).join(''))
  })

  test('without a length ends with its connection, and only then', () => {
    expect(hear([`${HEAD}\r\nhello`]).isClean).toBeUndefined()
    const { isClean, body, restMs } = hear([`${HEAD}\r\nhello`, ' world'], 'closed')
    expect([isClean, body, restMs]).toEqual([true, 'hello world', 0])
  })

  test('that lacks its end is not whole because the connection ends', () => {
    for (const text of [`${HEAD}content-length: 9\r\n\r\nhello`, `${CHUNKED}5\r\nhello\r\n`]) {
      expect(hear([text], 'closed').isClean).toBeUndefined()
    }
  })

  test('names its headers in small letters, and lists what comes twice', () => {
    const text = 'HTTP/1.1 200 OK\r\nX-A:  one \r\nSet-Cookie: a\r\nset-cookie: b\r\nx-empty:\r\n'
    const { headers } = hear([`${text}content-length: 0\r\n\r\n`])
    expect(headers).toMatchObject({ 'x-a': 'one', 'set-cookie': ['a', 'b'], 'x-empty': '' })
  })

  test('says how long its connection may rest', () => {
    const restOf = (head: string) => hear([`${head}content-length: 0\r\n\r\n`]).restMs
    expect(restOf(HEAD)).toBeUndefined()
    expect(restOf(`${HEAD}Keep-Alive: timeout=5, max=9\r\n`)).toBe(4_000)
    expect(restOf(`${HEAD}Keep-Alive: timeout=600\r\n`)).toBe(30_000)
    expect(restOf(`${HEAD}Connection: Close\r\n`)).toBe(0)
    expect(restOf('HTTP/1.0 200 OK\r\n')).toBe(0)
    expect(restOf('HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n')).toBeUndefined()
  })

  test('that more comes behind is whole, and its connection is not used again', () => {
    const { isClean, body } = hear([`${HEAD}content-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n`])
    expect([isClean, body]).toEqual([false, 'ok'])
  })
})

const BROKEN = {
  'no HTTP': 'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'another version': 'HTTP/2 200\r\n\r\n',
  'a status that is none': 'HTTP/1.1 20 OK\r\n\r\n',
  'a change of protocol': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n',
  'half a line end': `${HEAD}x-a: b\ncontent-length: 0\r\n\r\n`,
  'a header without a colon': `${HEAD}nothing\r\n\r\n`,
  'a header that goes on': `${HEAD} folded: x\r\n\r\n`,
  'a blank before the colon': `${HEAD}content-length : 4\r\n\r\n`,
  'two lengths': `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nok`,
  'a length that is none': `${HEAD}content-length: -1\r\n\r\n`,
  'a length beside chunks': `${CHUNKED.slice(0, -2)}content-length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  'a length in hexadecimal': `${HEAD}content-length: 0x2\r\n\r\n`,
  'a chunk without a size': `${CHUNKED}\r\nhello\r\n`,
  'a chunk with a wrong size': `${CHUNKED}g\r\nhello\r\n`,
  'a chunk that is larger than a number': `${CHUNKED}ffffffffffffffff\r\nhello\r\n`,
  'a size whose line ends in LF alone': `${CHUNKED}5\nhello\n0\n\n`,
  'a last line that ends in LF alone': `${CHUNKED}5\r\nhello\r\n0\r\n\n`,
  'trailers without end': `${CHUNKED}5\r\nhello\r\n0\r\n${'x-a: b\r\n'.repeat(100)}`,
  'a chunk without its end': `${CHUNKED}5\r\nhelloX0\r\n\r\n`,
  'a head without end': `${HEAD}x-a: ${'a'.repeat(70_000)}`,
} as const

describe('what is refused', () => {
  for (const [what, text] of Object.entries(BROKEN)) {
    test(what, () => {
      expect(hear([text]).error).toMatch(/^HPE_/)
      expect(hear([...text]).error).toMatch(/^HPE_/)
    })
  }
})

test('what came before a broken chunk is handed over', () => {
  const { body, error } = hear([CHUNKED, '5\r\nhello\r\nxyz\r\n'])
  expect([body, error]).toEqual(['hello', 'HPE_INVALID_CHUNK_SIZE'])
})
