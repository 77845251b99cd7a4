import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'

const PASSWORD = 'correct horse battery'
const clock = manualClock(Date.now())

interface Checker {
  readonly url: string
  /** Forms that came in. */
  readonly asked: readonly Readonly<Record<string, string>>[]
  readonly answer: (reply: () => Response) => void
  [Symbol.asyncDispose](): Promise<void>
}

/** Takes every token that begins with `human` once, as the real service does. */
function startChecker(): Checker {
  const asked: Record<string, string>[] = []
  const used = new Set<string>()
  let other: (() => Response) | undefined
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (other !== undefined) return other()
      const form = Object.fromEntries(new URLSearchParams(await request.text()))
      asked.push(form)
      const { response = '', secret } = form
      const success = response.startsWith('human') && secret === 's3cret' && !used.has(response)
      used.add(response)
      return Response.json({ success, 'error-codes': success ? [] : ['invalid-input-response'] })
    },
  })
  return {
    url: server.url.origin,
    asked,
    answer: (reply) => {
      other = reply
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

function start(checker: Checker): Promise<Gateway> {
  return startGateway({
    clock,
    env: { ...NO_LIMITS, GW_TURNSTILE_URL: checker.url },
    users: [{ username: 'ann', password: PASSWORD }],
    options: {
      TurnstileSiteKey: 'site',
      TurnstileSecretKey: 's3cret',
      TurnstileCheckEnabled: true,
    },
  })
}

function logIn(gateway: Gateway, token: string) {
  const path = `/api/user/login?turnstile=${encodeURIComponent(token)}`
  return apiClient(gateway).post(path, { username: 'ann', password: PASSWORD })
}

describe('the bot check', () => {
  test('is asked with secret, token and address', async () => {
    await using checker = startChecker()
    await using gateway = await start(checker)
    expect((await logIn(gateway, 'human-1')).body.success).toBe(true)
    expect(checker.asked).toEqual([
      { secret: 's3cret', response: 'human-1', remoteip: '127.0.0.1' },
    ])
  })

  test.each([
    ['POST', '/api/user/login'],
    ['POST', '/api/user/register'],
    ['GET', '/api/verification?email=a@example.com'],
    ['GET', '/api/reset_password?email=a@example.com'],
  ])('guards %s %s', async (method, path) => {
    await using checker = startChecker()
    await using gateway = await start(checker)
    const body = method === 'POST' ? { username: 'ann', password: PASSWORD } : undefined
    const api = apiClient(gateway)
    const missing = await api.send(method, path, body)
    expect(missing.body).toMatchObject({ success: false, code: 'bot_check.missing' })
    expect(missing.body.message).toBe('The Turnstile token is empty')
    const query = `${path.includes('?') ? '&' : '?'}turnstile=robot`
    const failed = await api.send(method, path + query, body)
    expect(failed.body.code).toBe('bot_check.failed')
  })

  test('one passed check covers four actions of one address, for five minutes', async () => {
    await using checker = startChecker()
    await using gateway = await start(checker)
    for (let action = 0; action < 4; action += 1) {
      expect((await logIn(gateway, 'human-1')).body.success).toBe(true)
    }
    expect((await logIn(gateway, 'human-1')).body.code).toBe('bot_check.failed')
    expect((await logIn(gateway, 'human-2')).body.success).toBe(true)
    clock.advance(5 * 60_000)
    expect((await logIn(gateway, 'human-2')).body.code).toBe('bot_check.failed')
  })

  test.each([
    ['status 500', () => new Response('oops', { status: 500 })],
    ['no JSON', () => new Response('<html>')],
    ['a list', () => Response.json([])],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/')],
  ])('a service that answers with %s keeps the door shut', async (_, reply) => {
    await using checker = startChecker()
    await using gateway = await start(checker)
    checker.answer(reply)
    const { body } = await logIn(gateway, 'human-1')
    expect(body.code).toBe('bot_check.unavailable')
  })

  test('asks nobody while it is off', async () => {
    await using checker = startChecker()
    await using gateway = await start(checker)
    await gateway.services.options.set(
      { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 101 },
      { key: 'TurnstileCheckEnabled', value: 'false' },
    )
    expect((await logIn(gateway, '')).body.success).toBe(true)
    expect(checker.asked).toEqual([])
  })
})
