/** Several reads in one request, and the same again whenever an answer is another. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ReadEvent, readEvents } from '../../server/domain/api-calls/read-events'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { waitUntil } from '../support/wait-until'

let gateway: Gateway
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  root = await api.as('root')
  user = await api.as('user')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

interface Asking {
  readonly follow?: boolean
  readonly on?: Gateway
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

async function open(who: ApiCaller | undefined, calls: readonly string[], asking: Asking = {}) {
  const { follow = false, on = gateway, signal, headers } = asking
  const query = new URLSearchParams({ calls: calls.join(' '), follow: String(follow) })
  return await fetch(`${on.url}/api/stream?${query}`, {
    headers: {
      'accept-language': 'en',
      cookie: who?.cookie ?? '',
      'new-api-user': String(who?.id ?? -1),
      ...headers,
    },
    ...(signal && { signal }),
  })
}

async function read(who: ApiCaller | undefined, calls: readonly string[], asking: Asking = {}) {
  const response = await open(who, calls, asking)
  expect(response.status).toBe(200)
  const events = await Array.fromAsync(readEvents(response))
  return events.sort((a, b) => (a.call ?? 0) - (b.call ?? 0))
}

const text = ({ body }: ReadEvent): string => JSON.stringify(body)

describe('several reads in one', () => {
  test('are answered as each alone, with its own status', async () => {
    const calls = ['/api/user/self', '/api/log/?p=1', '/api/nowhere', '/api/token/?p=0&size=5']
    const [self, logs, nowhere, tokens] = await read(user, calls)
    expect(self?.body).toEqual((await user.get('/api/user/self')).body)
    expect(self?.status).toBe(200)
    const alone = await user.get('/api/log/?p=1')
    expect({ status: logs?.status, body: logs?.body }).toEqual({
      status: alone.status,
      body: alone.body,
    })
    expect(nowhere?.status).toBe(404)
    expect(tokens?.body).toMatchObject({ success: true, data: [] })
  })

  test('come packed where the client takes it', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await open(user, ['/api/status', '/api/notice'], { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect((await Array.fromAsync(readEvents(response))).length).toBe(2)
    const plain = await open(user, ['/api/status'], { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect((await Array.fromAsync(readEvents(plain))).length).toBe(1)
  })

  test('show nobody what a login is needed for', async () => {
    const [status, self] = await read(undefined, ['/api/status', '/api/user/self'])
    expect(status?.status).toBe(200)
    expect(self?.status).toBe(401)
  })

  test('show a tab of somebody else nothing of who is signed in now', async () => {
    const headers = { 'new-api-user': String(root.id) }
    const [self] = await read(user, ['/api/user/self', '/api/status'], { headers })
    expect(self?.status).toBe((await user.get('/api/user/self', { headers })).status)
    expect(text(self ?? {})).not.toContain('username')
    expect(self?.body).toMatchObject({ success: false, code: 'session.user_header_wrong' })
  })

  test('change nothing: what writes or is counted by itself is refused', async () => {
    const calls = ['/api/user/token', '/api/user/logout', '/api/channel/test', '/api/openapi.json']
    for (const event of await read(root, [...calls, '/api/stream?calls=/api/status'])) {
      expect(text(event)).not.toContain('"success":true')
      expect(event.status).not.toBe(200)
    }
    expect((await root.get('/api/user/self')).body.success).toBe(true)
  })

  test('are twelve at most, and of the management API only', async () => {
    const many = Array.from({ length: 13 }, () => '/api/status')
    for (const calls of [many, ['/v1/models'], ['https://example.com/api/status']]) {
      const refused = await open(user, calls)
      expect(await refused.json()).toMatchObject({ success: false, code: 'value.invalid' })
    }
    expect((await read(user, many.slice(1))).length).toBe(12)
  })

  test('count as one call', async () => {
    await using strict = await startGateway({
      env: { GLOBAL_API_RATE_LIMIT: '6', CRITICAL_RATE_LIMIT: '100' },
    })
    const person = await apiClient(strict).as('user')
    const calls = ['/api/user/self', '/api/token/?p=0', '/api/user/self/groups', '/api/log/self']
    for (const _ of Array(5)) {
      for (const event of await read(person, calls, { on: strict })) {
        expect(event.status).toBe(200)
      }
    }
    await open(person, calls, { on: strict })
    expect((await open(person, calls, { on: strict })).status).toBe(429)
  })
})

describe('reads that are followed', () => {
  test('need a login', async () => {
    expect((await open(undefined, ['/api/status'], { follow: true })).status).toBe(401)
  })

  test('are eight streams of one user at most', async () => {
    const abort = new AbortController()
    const asking = { follow: true, signal: abort.signal }
    const streams = await Promise.all(
      Array.from({ length: 8 }, () => open(user, ['/api/status'], asking)),
    )
    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await open(user, ['/api/status'], asking)).status).toBe(429)
    expect((await open(root, ['/api/status'], asking)).status).toBe(200)
    abort.abort()
    await waitUntil('another stream is admitted', async () => {
      const again = new AbortController()
      const { status } = await open(user, ['/api/status'], { follow: true, signal: again.signal })
      again.abort()
      return status === 200
    })
  }, 60_000)

  test('tell of a change, say when there is none, and end with the session', async () => {
    const { id } = await gateway.services.users.create(TEST_ACTOR, {
      username: 'follower',
      password: 'correct horse battery',
      display_name: 'Before',
    })
    const follower = await apiClient(gateway).login('follower')
    const abort = new AbortController()
    const response = await open(follower, ['/api/user/self', '/api/token/?p=0'], {
      follow: true,
      signal: abort.signal,
    })
    const events = readEvents(response)
    const next = async () => (await events.next()).value ?? {}
    /** What comes next but signs of life, of which there are more on a busy machine. */
    const nextAnswer = async (): Promise<ReadEvent> => {
      const event = await next()
      return event.call === undefined ? await nextAnswer() : event
    }
    expect(await next()).toEqual({})
    // A session in its second half: the reads of a stream, whose cookie nobody gets, do not
    // prolong it.
    const nearMs = Date.now() + 86_400_000
    using file = new Database(`${gateway.dataDir}/gw.db`)
    file.run('UPDATE sessions SET expires_at = ? WHERE user_id = ?', [nearMs, id])
    expect(text(await nextAnswer())).toContain('"display_name":"Before"')
    expect((await nextAnswer()).call).toBe(1)
    await gateway.services.users.set(TEST_ACTOR, { id, display_name: 'After' })
    expect(text(await nextAnswer())).toContain('"display_name":"After"')
    expect(await next()).toEqual({})
    expect(file.query('SELECT expires_at FROM sessions WHERE user_id = ?').get(id)).toEqual({
      expires_at: nearMs,
    })
    await gateway.services.sessions.endAll(TEST_ACTOR, id)
    let isOver = false
    while (!isOver) {
      const { done, value } = await events.next()
      expect(value?.call).toBeUndefined()
      isOver = done === true
    }
    abort.abort()
  }, 120_000)
})
