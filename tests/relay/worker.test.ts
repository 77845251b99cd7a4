/** Media and webhooks through the operator's proxy worker, for which a local one stands in. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { createMediaFetcher } from '../../server/relay/net/media'
import { createWebhookSender } from '../../server/webhook'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')
const PICTURE: Reply = { headers: { 'content-type': 'image/png' }, body: PNG }
/** Nobody asks it: only the stand-in is connected to. */
const PUBLIC = '93.184.216.34'
const KEY = 'worker-key'
const REFUSED = { id: 'media.unreadable', cause: { id: 'upstream.address_refused' } }

const resolve = async (host: string) => [host === 'inner.test' ? '10.0.0.1' : PUBLIC]

function fetcherBy(url: string, { timeoutMs = 5000 } = {}) {
  const findWorker = () => ({ url, key: KEY })
  return createMediaFetcher({ resolve, timeoutMs, findWorker })
}

/** What fetching through a worker that answers so fails with. */
async function failureOf(reply: Reply, limits = {}) {
  await using worker = await startUpstream(reply)
  return await fetcherBy(worker.url, limits)('https://site.test/x').catch((error) => error)
}

describe('a picture', () => {
  test('is asked of the worker, with the key', async () => {
    await using worker = await startUpstream(PICTURE)
    expect(await fetcherBy(`${worker.url}/by?a=1`)('https://site.test/x.png#part')).toEqual({
      mediaType: 'image/png',
      bytes: PNG,
    })
    expect(worker.last()).toMatchObject({
      method: 'POST',
      path: '/by/?a=1',
      json: { url: 'https://site.test/x.png#part', key: KEY, method: 'GET', headers: {} },
    })
    expect(worker.last().headers['content-type']).toBe('application/json')
    expect(worker.last().headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['in the clear', 'http://site.test/x.png'],
    ['of a private network', 'https://inner.test/x.png'],
    ['of this host', 'https://127.0.0.1/x.png'],
    ['with a password', 'https://a:b@site.test/x.png'],
  ])('%s is not handed on', async (_, url) => {
    await using worker = await startUpstream(PICTURE)
    const error = await fetcherBy(worker.url)(url).catch((cause) => cause)
    expect(error).toMatchObject(REFUSED)
    expect(worker.requests).toEqual([])
  })

  test('that has moved is asked of the worker again, unless it moved inside', async () => {
    const moved = (location: string) => ({ status: 302, headers: { location } })
    await using worker = await startUpstream([moved('/y.png'), PICTURE])
    const fetchMedia = fetcherBy(worker.url)
    expect((await fetchMedia('https://site.test/x.png')).mediaType).toBe('image/png')
    expect(worker.last().json).toMatchObject({ url: 'https://site.test/y.png' })
    worker.script(moved('https://inner.test/'))
    const error = await fetchMedia('https://site.test/x.png').catch((cause) => cause)
    expect(error).toMatchObject(REFUSED)
    expect(worker.requests).toHaveLength(3)
  })

  test.each([
    ['the key is wrong', 'unreadable', json({ success: false }, { status: 403 })],
    ['nothing comes', 'unreadable', { body: '' }],
    ['the connection breaks', 'unreadable', { ...PICTURE, cutAfterBytes: 5 }],
    ['the file is a page', 'unsupported', { headers: { 'content-type': 'text/html' }, body: 'x' }],
    ['the file is too large', 'too_large', { body: new Uint8Array(21 * 1024 * 1024) }],
  ] as const)('cannot be had when %s', async (_, problem, reply) => {
    const error = await failureOf(reply)
    expect(error).toMatchObject({ id: `media.${problem}` })
    expect(JSON.stringify(error.params)).not.toContain(KEY)
  })

  test('is given up when the worker is silent', async () => {
    expect(await failureOf({ ending: 'never' }, { timeoutMs: 50 })).toMatchObject({
      id: 'media.unreadable',
      params: { url: 'https://site.test/x' },
    })
  })
})

describe('the key', () => {
  test.each([
    ['http://worker.test'],
    ['http://10.0.0.1:1'],
    ['http://127.0.0.1.worker.test'],
    ['http://localhost.worker.test'],
    ['http://[::ffff:8.8.8.8]'],
  ])('does not travel in the clear to %s', async (url) => {
    const error = await fetcherBy(url)('https://site.test/x.png').catch((cause) => cause)
    expect(error).toMatchObject(REFUSED)
    expect(error.cause.params.host).toBe(new URL(url).origin)
  })

  test('is not told to a worker that nobody vouches for', async () => {
    const TLS = `${import.meta.dir}/../fixtures/tls`
    const asked: string[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: {
        cert: Bun.file(`${TLS}/localhost-cert.pem`),
        key: Bun.file(`${TLS}/localhost-key.pem`),
      },
      fetch: async (request) => {
        asked.push(await request.text())
        return new Response(PNG)
      },
    })
    const fetching = fetcherBy(`https://localhost:${server.port}`)('https://site.test/x.png')
    await expect(fetching).rejects.toMatchObject({ id: 'media.unreadable' })
    await server.stop(true)
    expect(asked).toEqual([])
  })
})

describe('a webhook', () => {
  const letter = { url: 'https://hooks.test/', headers: { a: 'b' }, body: '{"n":1}' }

  test('reports the status that the worker passes on', async () => {
    await using worker = await startUpstream({ status: 410, body: 'gone' })
    const findWorker = () => ({ url: worker.url, key: '' })
    const send = createWebhookSender({ resolve, findWorker })
    expect(await send(letter)).toEqual({ status: 410 })
    expect(worker.last().json).toEqual({
      url: 'https://hooks.test/',
      key: '',
      method: 'POST',
      headers: { a: 'b' },
      body: { n: 1 },
    })
  })

  test.each([['http://hooks.test/'], ['https://inner.test/'], ['https://[::1]/']])(
    'to %s is not handed on',
    async (url) => {
      await using worker = await startUpstream({ status: 204 })
      const send = createWebhookSender({ resolve, findWorker: () => ({ ...worker, key: KEY }) })
      await expect(send({ ...letter, url })).rejects.toThrow()
      expect(worker.requests).toEqual([])
    },
  )
})

describe('with WorkerUrl and WorkerValidKey', () => {
  let upstream: Upstream
  let worker: Upstream
  let gateway: Gateway

  beforeAll(async () => {
    upstream = await startUpstream(json(fixture('gemini/chat-text.json')))
    worker = await startUpstream(PICTURE)
    gateway = await startGateway({
      channels: [{ type: 24, models: 'gemini-2.5-flash', upstream }],
      options: { WorkerUrl: worker.url, WorkerValidKey: KEY },
    })
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await Promise.all([upstream.stop(), worker.stop()])
  })

  function look(url = `https://${PUBLIC}/x.png`) {
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url } },
    ]
    const messages = [{ role: 'user', content }]
    return gateway.post('/v1/chat/completions', { model: 'gemini-2.5-flash', messages })
  }

  test('pictures of a conversation come by the worker', async () => {
    expect((await look()).status).toBe(200)
    expect(worker.last().json).toMatchObject({ url: `https://${PUBLIC}/x.png`, key: KEY })
    expect(upstream.last().bodyText).toContain(PNG.toString('base64'))
  })

  test('a client learns nothing of the worker from what fails', async () => {
    const asked = worker.requests.length
    const response = await look('https://10.0.0.1/x.png')
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(text).toContain('media_unreadable')
    for (const secret of [KEY, worker.url, String(worker.port)]) expect(text).not.toContain(secret)
    expect(worker.requests).toHaveLength(asked)
    expect(JSON.stringify(gateway.logged)).not.toContain(KEY)
  })

  test('notices go out by the worker, signed over the body it writes', async () => {
    const [userId = 0] = gateway.userIds
    const actor = { ...TEST_ACTOR, kind: 'user', id: userId } as const
    await gateway.services.notifications.setSetting(actor, {
      notify_type: 'webhook',
      quota_warning_threshold: 100,
      webhook_url: `https://${PUBLIC}/gw`,
      webhook_secret: 'hush',
      language: 'en',
    })
    const { notifications } = gateway.services
    expect(await notifications.warnOfLowQuota({ userId, remaining: 7 })).toBe('sent')
    const told = Object(worker.last().json)
    expect(told).toMatchObject({ url: `https://${PUBLIC}/gw`, key: KEY, method: 'POST' })
    expect(told.body).toMatchObject({ type: 'quota_exceed' })
    const hmac = createHmac('sha256', 'hush').update(JSON.stringify(told.body)).digest('hex')
    expect(told.headers).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer hush',
      'x-webhook-signature': hmac,
    })
  })

  test('a change by another process is in force by itself', async () => {
    await using other = await startUpstream(PICTURE)
    const set = async (key: string, value: string) =>
      expect((await gateway.cli(['option', 'set', key, value])).code).toBe(0)
    await set('WorkerValidKey', 'other-key')
    await set('WorkerUrl', other.url)
    const isAsked = async () => (await look()).status === 200 && other.requests.length > 0
    await waitUntil('the other worker is asked', isAsked)
    expect(other.last().json).toMatchObject({ key: 'other-key' })
  })
})
