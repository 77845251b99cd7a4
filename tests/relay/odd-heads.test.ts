/** Heads that no client of ours sends: strangers must learn nothing from the answer. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'
import { rawConnection, statusOf } from '../support/raw'

let gateway: GatewayProcess

beforeAll(async () => {
  gateway = await startGatewayProcess()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Everything that came for these bytes, until the answer is whole or the connection closed. */
async function answerTo(head: string): Promise<string> {
  using client = await rawConnection(gateway.port, `${head}\r\n\r\n`)
  await client.answers()
  // Whatever the process had to say about it is on stderr before its next answer.
  await (await fetch(`${gateway.url}/healthz`)).text()
  return client.text()
}

const INTERNALS =
  /cwd|stack|node_modules|\/server\/|\.tsx?\b|<html|<!doctype|TypeError|Invalid URL(?! \()/i

/** A bare status, or one of our envelopes. */
function expectNothingTold(answer: string): void {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  expect(answer).not.toMatch(INTERNALS)
  if (body !== '') expect(JSON.parse(body)).toBeObject()
}

const LONG = 'a'.repeat(20_000)

const REFUSED: readonly (readonly [what: string, head: string, status: number])[] = [
  ['a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22', 400],
  ['a tunnel to a name', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443', 400],
  ['a tunnel to a path', 'CONNECT /v1/chat/completions HTTP/1.1\r\nHost: localhost', 404],
  ['a foreign target', 'GET http://example.com/v1/nothing HTTP/1.1\r\nHost: localhost', 404],
  ['a star', 'GET * HTTP/1.1\r\nHost: localhost', 400],
  ['a star for options', 'OPTIONS * HTTP/1.1\r\nHost: localhost', 400],
  ['no path', 'GET ?x HTTP/1.1\r\nHost: localhost', 400],
  ['a host of signs', 'GET /v1/nothing HTTP/1.1\r\nHost: a b"<>', 400],
  ['a page of such a host', 'GET /login HTTP/1.1\r\nHost: a b"<>', 400],
  ['a call of such a host', 'GET /api/status HTTP/1.1\r\nHost: a b"<>', 400],
  ['a host of too many ports', 'GET / HTTP/1.1\r\nHost: localhost:99999', 400],
  ['half an address', 'GET / HTTP/1.1\r\nHost: [::1', 400],
  ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b?c#d', 400],
  ['a host with a user', 'GET / HTTP/1.1\r\nHost: me@localhost', 400],
  [
    'a call of two hosts',
    'POST /v1/responses HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 0',
    400,
  ],
  ['two hosts', 'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\nHost: other.example', 400],
  ['no host at all', 'GET / HTTP/1.1', 400],
  ['another version', 'GET / HTTP/9.9\r\nHost: localhost', 505],
  ['a long address', `GET /${LONG} HTTP/1.1\r\nHost: localhost`, 431],
  ['a long header', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${LONG}`, 431],
  ['a wrong escape', 'GET /v1/%zz HTTP/1.1\r\nHost: localhost', 404],
  ['an escaped nought', 'GET /v1/%00 HTTP/1.1\r\nHost: localhost', 404],
  ['a wrong escape in a name', 'GET /v1/models/%e0%a4%a HTTP/1.1\r\nHost: localhost', 401],
  ['a wrong escape in a number', 'GET /api/user/%zz HTTP/1.1\r\nHost: localhost', 401],
  ['a wrong escape in a query', 'GET /api/status?x=%zz HTTP/1.1\r\nHost: localhost', 200],
  ['bytes that are no text', 'GET /v1/\xff\xfe HTTP/1.1\r\nHost: localhost', 404],
  ['a method nobody serves', 'TRACE /v1/nothing HTTP/1.1\r\nHost: localhost', 404],
  ['a method of files', 'PROPFIND / HTTP/1.1\r\nHost: localhost', 404],
  ['a method that is none', 'BREW / HTTP/1.1\r\nHost: localhost', 0],
  ['a small method', 'get / HTTP/1.1\r\nHost: localhost', 0],
  ['the head of an encrypted connection', '\x16\x03\x01\x02\x00\x01\x00', 400],
]

describe('an odd head', () => {
  for (const [what, head, status] of REFUSED) {
    test(`with ${what} is answered with ${status || 'nothing'} and tells nothing`, async () => {
      const before = gateway.stderr().length
      const answer = await answerTo(head)
      expect(statusOf(answer)).toBe(status)
      expectNothingTold(answer)
      const lines = gateway.stderr().slice(before).trim()
      expect(lines).toBe('')
    })
  }

  test('of the older version needs no host', async () => {
    expect(statusOf(await answerTo('GET /healthz HTTP/1.0'))).toBe(200)
    expect(statusOf(await answerTo('GET /v1/nothing HTTP/1.0'))).toBe(404)
  })

  test('is refused in the envelope of the face it asked for', async () => {
    const refused = await answerTo('GET /v1/nothing HTTP/1.1\r\nHost: a b')
    expect(refused).toContain('"code":"bad_address"')
    const own = await answerTo('GET /api/status HTTP/1.1\r\nHost: a b')
    expect(own).toContain('"success":false')
    expect(own).toContain('"code":"request.bad_address"')
  })
})
