/** Files that a request names by address: how many are fetched at once, and what they may weigh. */
import { expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { gate, json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import {
  ask,
  expectRefusal,
  expectReleased,
  PATH_OF,
  PRICES,
  recorded,
  requestIdOf,
  TYPE_OF,
  told,
} from './black-box'

const ANSWER = json(recorded('gemini').json)
const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const MB = 1024 * 1024

function picture(bytes: number): Reply {
  const body = Buffer.alloc(bytes, 1)
  PNG_HEAD.copy(body)
  return { headers: { 'content-type': 'image/png' }, body }
}

/** A public address: the worker is asked for it, so nobody is. */
const addressOf = (index: number) => `https://8.8.8.8/${index}.png`

function naming(urls: readonly string[]): object {
  const content = urls.map((url) => ({ type: 'image_url', image_url: { url } }))
  return ask('openai', { messages: [{ role: 'user', content }] })
}

function many(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => addressOf(from + index))
}

interface Site {
  readonly upstream: Upstream
  readonly files: Upstream
  readonly env?: Readonly<Record<string, string>>
  readonly budget?: number
}

function startSite({ upstream, files, env = {}, budget }: Site): Promise<Gateway> {
  const names = ['ann', 'bob', 'cid']
  return startGateway({
    env,
    users: names.map((username) => ({ username })),
    tokens: names.map((username) => ({ username, ...(budget && { remain_quota: budget }) })),
    channels: [1, 2].map(() => ({ type: TYPE_OF.gemini, upstream, models: 'm' })),
    options: { ...PRICES, QuotaForNewUser: 1_000_000_000, WorkerUrl: files.url },
  })
}

/** A user's requests may hold 1 MB, and all of them 2 MB. */
const NARROW = { GW_MAX_BODY_MB: '1', GW_MEMORY_BUDGET_MB: '2' }

test('two are fetched at a time for one user, however many calls name them', async () => {
  let atWork = 0
  let most = 0
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream(async () => {
    atWork += 1
    most = Math.max(most, atWork)
    await new Promise((resolve) => setImmediate(resolve))
    atWork -= 1
    return picture(1_000)
  })
  await using gateway = await startSite({ upstream, files })
  const calls = Array.from({ length: 6 }, (_, call) =>
    gateway.post(PATH_OF.openai, naming(many(16, call * 16))),
  )
  for (const call of calls) expect((await call).status).toBe(200)
  expect(files.requests).toHaveLength(96)
  expect(most).toBe(2)
})

test.each([
  ['two of 17 MB', many(2), 17],
  ['one of 9 MB that is used four times', [0, 0, 0, 0].map(addressOf), 9],
])('%s are more than a call may name', async (_, urls, eachMb) => {
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream(picture(eachMb * MB))
  await using gateway = await startSite({ upstream, files })
  const response = await gateway.post(PATH_OF.openai, naming(urls))
  const requestId = requestIdOf(response)
  const error = expectRefusal(await told(response), 'openai', 400)
  expect(error).toMatchObject({ code: 'media_too_large' })
  expect(error.message).toContain('32 MB')
  expect(upstream.requests).toEqual([])
  await expectReleased(gateway, requestId)
})

test('what is fetched counts as the memory of its user, and is free again afterwards', async () => {
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream(picture(900_000))
  await using gateway = await startSite({ upstream, files, env: NARROW })
  for (let round = 0; round < 3; round += 1) {
    const refused = await told(gateway.post(PATH_OF.openai, naming(many(1))))
    expect(expectRefusal(refused, 'openai', 429).code).toBe('too_many_body_bytes')
    expect(refused.headers.get('retry-after')).toBe('1')
  }
  expect(upstream.requests).toEqual([])
  files.script(picture(700_000))
  for (let round = 0; round < 3; round += 1) {
    expect((await gateway.post(PATH_OF.openai, naming(many(1)))).status).toBe(200)
  }
})

test('others are served until the process has no room', async () => {
  const held = gate()
  await using upstream = await startUpstream(json(recorded('gemini').json, { before: held }))
  await using files = await startUpstream(picture(700_000))
  await using gateway = await startSite({ upstream, files, env: NARROW })
  const call = (user: number) =>
    gateway.post(PATH_OF.openai, naming(many(1)), { key: gateway.keys[user] ?? '' })
  const running = [call(0), call(1)]
  await upstream.waitForRequests(2)
  const refused = await told(call(2))
  expect(expectRefusal(refused, 'openai', 503).code).toBe('overloaded')
  held.open()
  for (const each of running) expect((await each).status).toBe(200)
  expect((await call(2)).status).toBe(200)
})

test('a second try counts once', async () => {
  await using upstream = await startUpstream([{ status: 500, body: 'no' }, ANSWER])
  await using files = await startUpstream(picture(700_000))
  await using gateway = await startSite({ upstream, files, env: NARROW })
  expect((await gateway.post(PATH_OF.openai, naming(many(1)))).status).toBe(200)
  expect(upstream.requests).toHaveLength(2)
})

test('a call that cannot be paid fetches nothing', async () => {
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream(picture(1_000))
  await using gateway = await startSite({ upstream, files, budget: 1 })
  expectRefusal(await told(gateway.post(PATH_OF.openai, naming(many(1)))), 'openai', 403)
  expect(files.requests).toEqual([])
})

test('one that cannot be had ends the others, and frees what they took', async () => {
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream(({ json: asked }) => {
    const isFirst = JSON.stringify(asked).includes('/0.png')
    return isFirst ? { status: 404, body: 'no' } : { ...picture(600_000), ending: 'never' }
  })
  await using gateway = await startSite({ upstream, files, env: NARROW })
  for (let round = 0; round < 3; round += 1) {
    const answer = await told(gateway.post(PATH_OF.openai, naming(many(2))))
    expect(expectRefusal(answer, 'openai', 400).code).toBe('media_unreadable')
  }
  await files.waitForAbort()
})

test('a client that leaves ends what is fetched for it', async () => {
  await using upstream = await startUpstream(ANSWER)
  await using files = await startUpstream({ ending: 'never' })
  await using gateway = await startSite({ upstream, files })
  const leaving = new AbortController()
  const call = gateway.post(PATH_OF.openai, naming(many(3)), { signal: leaving.signal })
  await files.waitForRequests(2)
  leaving.abort()
  await expect(call).rejects.toThrow()
  await files.waitForAbort()
  await gateway.idle()
  expect(files.requests).toHaveLength(2)
})
