/** Videos in OpenAI's shape, by its own client: asked for, followed, fetched, listed, deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readBooks } from '../../contracts/books'
import { expectReceipts } from '../../contracts/receipts'
import { type ApiCaller, apiClient, NO_LIMITS } from '../../support/api'
import { type Gateway, startGateway } from '../../support/gateway'
import { manualClock } from '../../support/ports'
import { json, type RecordedRequest, startUpstream, type Upstream } from '../../support/upstream'
import { waitUntil } from '../../support/wait-until'
import { FILM, JobVendor } from './job-vendor'

const MODEL = 'sora-2'
/** Half a dollar: what a second costs where a model has no price of its own for it. */
const CREDITS_PER_SECOND = 250_000

const vendor = new JobVendor({
  provider: 'sora',
  submits: /^\/v1\/videos(?:\/[^/]+\/remix)?$/,
  file: /\/content(?:\?|$)/,
  idIn: ({ path }) => path.split('/')[3] ?? '',
  also: ({ method, path }) =>
    method === 'DELETE' ? json({ id: path.split('/')[3], deleted: true }) : undefined,
})
const clock = manualClock()
let upstream: Upstream
let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(vendor.answer)
  gateway = await startGateway({
    clock,
    env: NO_LIMITS,
    users: [{ username: 'asker' }, { username: 'other' }, { username: 'poor', quota: 1_000 }],
    tokens: [{ username: 'asker' }, { username: 'other' }, { username: 'poor' }],
    channels: [{ upstream, models: [MODEL, 'sora-per-video', 'sora-unpriced'], type: 1 }],
    options: {
      ModelRatio: { [MODEL]: 1 },
      ModelPrice: { 'sora-per-video': 0.4 },
      ServerAddress: 'https://gw.example',
    },
  })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})
beforeEach(() => {
  vendor.next.length = 0
  vendor.begins = 'queued'
})

const ASKED = { model: MODEL, prompt: 'a cat on a piano', seconds: '8', size: '1280x720' } as const

/** Asks for it again, later. */
async function later(id: string, seconds = 5) {
  clock.advance(seconds * 1000)
  return await gateway.openai().videos.retrieve(id)
}

async function made(asked: object = {}): Promise<string> {
  const { id } = await gateway.openai().videos.create({ ...ASKED, ...asked })
  vendor.all('succeeded')
  expect((await later(id)).status).toBe('completed')
  return id
}

async function creditsOf(run: () => Promise<unknown>): Promise<number> {
  const before = (await readBooks(gateway)).userQuota
  await run()
  return before - (await readBooks(gateway)).userQuota
}

function get(path: string, key = gateway.keys[0] ?? '', headers: object = {}): Promise<Response> {
  return fetch(gateway.url + path, { headers: { authorization: `Bearer ${key}`, ...headers } })
}

/** The SDK's promises are not real ones. */
async function refusal(pending: PromiseLike<unknown>): Promise<string> {
  try {
    await pending
    return ''
  } catch (error) {
    return String(error)
  }
}

async function option(key: string, value: string) {
  expect((await root.put('/api/option/', { key, value })).body.success).toBe(true)
}

describe('a video', () => {
  test('is asked for, followed to its end and fetched, and costs its seconds', async () => {
    const { videos } = gateway.openai()
    let id = ''
    const credits = await creditsOf(async () => {
      const video = await videos.create(ASKED)
      id = video.id
      expect(video).toMatchObject({ object: 'video', status: 'queued', progress: 0, ...ASKED })
      expect(id).toMatch(/^video_[0-9a-f]{32}$/)
      expect(upstream.last().json).toMatchObject(ASKED)
      vendor.all('running')
      expect(await later(id)).toMatchObject({ status: 'in_progress', progress: 33 })
      vendor.all('succeeded')
      expect(await later(id)).toMatchObject({ status: 'completed', progress: 100 })
    })
    expect(credits).toBe(8 * CREDITS_PER_SECOND)
    const film = await videos.downloadContent(id)
    expect(Buffer.from(await film.arrayBuffer())).toEqual(FILM)
    expect(film.headers.get('content-type')).toBe('video/mp4')
    expect(film.headers.get('cache-control')).toContain('private')
    expect(film.headers.get('x-content-type-options')).toBe('nosniff')
    const [log] = (await readBooks(gateway)).logs
    expect(log).toMatchObject({ model_name: MODEL, quota: credits, username: 'asker' })
    expect(log?.details).toMatchObject({ units: { video_second: 8 }, tier: '1280x720' })
  })

  test('is waited for by the client that polls for itself', async () => {
    vendor.begins = 'succeeded'
    const video = await gateway.openai().videos.create(ASKED)
    // The provider only says so when it is asked.
    expect(video.status).toBe('queued')
    clock.advance(5_000)
    expect((await gateway.openai().videos.retrieve(video.id)).status).toBe('completed')
  })

  test('begins with a picture of its own, which travels as a file', async () => {
    const picture = new File(['a cat'], 'cat.png', { type: 'image/png' })
    const video = await gateway.openai().videos.create({ ...ASKED, input_reference: picture })
    const { headers, bodyText } = upstream.last()
    expect(headers['content-type']).toStartWith('multipart/form-data')
    expect(bodyText).toContain('filename="input_reference.png"')
    expect(bodyText).toContain('a cat on a piano')
    vendor.all('failed')
    await later(video.id)
  })

  test('that fails costs nothing and says why', async () => {
    const credits = await creditsOf(async () => {
      const { id } = await gateway.openai().videos.create(ASKED)
      vendor.all('failed')
      const video = await later(id)
      expect(video.status).toBe('failed')
      expect(video.error?.message).toContain('moderation')
    })
    expect(credits).toBe(0)
    expect((await readBooks(gateway)).logs[0]).toMatchObject({ quota: 0, model_name: MODEL })
  })

  test('that its provider has lost is told so in the language of the reader', async () => {
    const { id } = await gateway.openai().videos.create(ASKED)
    vendor.jobs.clear()
    expect((await later(id, 200)).error?.message).toContain('nothing was charged')
    const { body } = await root.get(`/api/task/?task_id=${id}`)
    const fail_reason = 'The provider does not know this job; nothing was charged'
    expect(body.data).toMatchObject([{ status: 'FAILURE', fail_reason }])
    // Nobody needs the provider's name for it.
    expect(body.data[0].data.id).toBe(id)
  })

  test('is remixed where it was made, and is as long', async () => {
    const id = await made()
    const credits = await creditsOf(async () => {
      const remix = await gateway.openai().videos.remix(id, { prompt: 'a dog on it' })
      expect(remix).toMatchObject({ remixed_from_video_id: id, prompt: 'a dog on it' })
      expect(upstream.last().path).toMatch(/^\/v1\/videos\/up-\d+\/remix$/)
      vendor.all('succeeded')
      await later(remix.id)
    })
    expect(credits).toBe(8 * CREDITS_PER_SECOND)
  })

  test('stands in the list of its owner only, and leaves it when it is deleted', async () => {
    const id = await made()
    const { videos } = gateway.openai()
    const page = await videos.list({ limit: 2 })
    expect(page.data[0]?.id).toBe(id)
    const following = await videos.list({ limit: 1, after: id })
    expect(following.data[0]?.id).toBe(page.data[1]?.id ?? '')
    const others = gateway.openai(gateway.keys[1])
    expect((await others.videos.list()).data).toEqual([])
    for (const path of [`/v1/videos/${id}`, `/v1/videos/${id}/content`]) {
      expect((await get(path, gateway.keys[1])).status).toBe(404)
    }
    expect(await refusal(others.videos.delete(id))).toContain('No such job')
    expect(await videos.delete(id)).toMatchObject({ id, deleted: true, object: 'video.deleted' })
    expect(upstream.last().method).toBe('DELETE')
    expect((await get(`/v1/videos/${id}`)).status).toBe(404)
    // What was paid stays in the list of tasks.
    const { body } = await root.get(`/api/task/?task_id=${id}`)
    expect(body.data.items ?? body.data).toMatchObject([{ task_id: id, status: 'SUCCESS' }])
  })

  test('that still runs is not deleted', async () => {
    const { id } = await gateway.openai().videos.create(ASKED)
    expect(await refusal(gateway.openai().videos.delete(id))).toContain('still running')
    vendor.all('failed')
    await later(id)
  })
})

describe('what is refused costs nothing and asks nobody', () => {
  const refused = async (body: object, key?: string) => {
    const asked = upstream.requests.length
    const answer = await gateway.post('/v1/videos', body, key === undefined ? {} : { key })
    expect(upstream.requests.length).toBe(asked)
    return { status: answer.status, error: (await answer.json()).error }
  }

  test.each([
    ['no prompt', { model: MODEL }, 400, 'prompt'],
    ['a length that is none', { ...ASKED, seconds: 'long' }, 400, 'seconds'],
    ['a size that is no word', { ...ASKED, size: 'x'.repeat(40) }, 400, 'size'],
    ['a picture that is none', { ...ASKED, image: 'cat.png' }, 400, 'image'],
    ['a notice to http', { ...ASKED, callback_url: 'http://a.example/' }, 400, 'callback_url'],
    ['a model without a price', { ...ASKED, model: 'sora-unpriced' }, 400, 'price'],
    ['a model that nobody has', { ...ASKED, model: 'nobody-has-it' }, 404, 'nobody-has-it'],
  ])('%s', async (_, body, status, words) => {
    const answer = await refused(body)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.error)).toContain(words)
  })

  test('more than the balance', async () => {
    const answer = await refused(ASKED, gateway.keys[2])
    expect(answer.status).toBe(403)
    const { body } = await root.get('/api/task/?page_size=100')
    const rows: { user_id: number }[] = body.data.items ?? body.data
    expect(rows.filter(({ user_id }) => user_id === gateway.userIds[2])).toEqual([])
  })

  test('while tasks are switched off', async () => {
    const id = await made()
    await option('TaskEnabled', 'false')
    expect((await refused(ASKED)).status).toBe(403)
    // What was paid for before can still be had.
    expect((await get(`/v1/videos/${id}/content`)).status).toBe(200)
    await option('TaskEnabled', 'true')
  })
})

test('a price per video is charged once, however long it is', async () => {
  const credits = await creditsOf(() => made({ model: 'sora-per-video', seconds: '12' }))
  expect(credits).toBe(200_000)
})

test('a price row for the second and a factor for the size make the bill', async () => {
  const price = { model_ratio: null, unit_prices: { video_second: 0.1 }, tiers: { '1280x720': 3 } }
  const all = { model_price: null, completion_ratio: null, cache_ratio: null, steps: null }
  const more = { create_cache_ratio: null, audio_ratio: null, audio_completion_ratio: null }
  const row = { ...all, ...more, image_ratio: null, ...price }
  const before = await root.put('/api/price/', { prices: [{ model: MODEL, price: row }] })
  expect(before.body.message ?? '').toBe('')
  expect(await creditsOf(() => made())).toBe(8 * 50_000 * 3)
  expect(await creditsOf(() => made({ size: '720x1280' }))).toBe(8 * 50_000)
})

test('nobody is told of an end at an address in our own network', async () => {
  const callback_url = 'https://127.0.0.1/hook'
  const answer = await gateway.post('/v1/videos', { ...ASKED, callback_url })
  const { id } = await answer.json()
  // What the provider gets is its own address, and never that of the client.
  expect(upstream.last().bodyText).not.toContain('127.0.0.1/hook')
  vendor.all('succeeded')
  await later(id)
  await waitUntil('it was refused', () =>
    gateway.logged.some((line) => JSON.stringify(line).includes('upstream.address_refused')),
  )
})

describe('results', () => {
  const generation = async (id: string) => {
    const { data } = await (await get(`/v1/video/generations/${id}`)).json()
    return data
  }
  const here = (url: string) => gateway.url + url.replace('https://gw.example', '')

  test('are told by gateways of the family with links that need no key', async () => {
    const answer = await gateway.post('/v1/video/generations', ASKED)
    const { task_id: id } = await answer.json()
    vendor.all('succeeded')
    clock.advance(5_000)
    const data = await generation(id)
    expect(data).toMatchObject({ task_id: id, status: 'SUCCESS', progress: '100%' })
    const { url } = data.data
    expect(url).toStartWith(`https://gw.example/v1/jobs/files/${id}/0?expires=`)
    const film = await fetch(here(url))
    expect(Buffer.from(await film.arrayBuffer())).toEqual(FILM)
  })

  test('are handed out in parts', async () => {
    const id = await made()
    const part = await get(`/v1/videos/${id}/content`, undefined, { range: 'bytes=4-9' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 4-9/${FILM.length}`)
    expect(await part.text()).toBe(FILM.subarray(4, 10).toString())
  })

  test('are not had by a link that was changed, or is too old', async () => {
    const id = await made()
    await option('JobLinkMinutes', '5')
    const { url } = (await generation(id)).data
    const wrong = [
      url.replace('/0?', '/1?'),
      url.replace(/signature=./, 'signature=_'),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/signature=.*/, ''),
    ]
    for (const one of wrong) expect((await fetch(here(one))).status).toBe(403)
    expect((await fetch(here(url))).status).toBe(200)
    clock.advance(7 * 60_000)
    expect((await fetch(here(url))).status).toBe(403)
  })

  test('that are no film are not handed out', async () => {
    const id = await made()
    const page = { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' }
    vendor.next.push(page)
    const answer = await get(`/v1/videos/${id}/content`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('alert')
  })

  test('lead nowhere into our own network, and take no key elsewhere', async () => {
    const id = await made()
    const away = (location: string) => ({ status: 302, headers: { location }, body: '' })
    vendor.next.push(away('http://localhost:1/secret'))
    expect((await get(`/v1/videos/${id}/content`)).status).toBeGreaterThanOrEqual(400)
    let seen: RecordedRequest | undefined
    await using store = await startUpstream((request) => {
      seen = request
      return { headers: { 'content-type': 'video/mp4' }, body: FILM }
    })
    vendor.next.push(away(`${store.url}/film.mp4`))
    expect((await get(`/v1/videos/${id}/content`)).status).toBe(200)
    expect(seen?.path).toBe('/film.mp4')
    expect(seen?.headers.authorization).toBeUndefined()
  })

  test('are forgotten after the days that the operator says', async () => {
    await option('JobResultDays', '1')
    const id = await made()
    expect((await later(id)).expires_at).toBeGreaterThan(0)
    clock.advance(25 * 3_600_000)
    expect((await get(`/v1/videos/${id}/content`)).status).toBe(409)
    await gateway.services.jobs.sweep()
    expect((await get(`/v1/videos/${id}`)).status).toBe(404)
  })
})

describe('on the console', () => {
  test('a video costs what was shown before, and is played from a link of its own', async () => {
    const { body: price } = await root.post('/pg/videos/price', { model: MODEL, seconds: '8' })
    expect(price).toEqual({ quota: expect.any(Number), exact: true })
    expect(price.quota).toBeGreaterThan(0)
    const image = `data:image/png;base64,${'a'.repeat(120)}`
    const asked = { model: MODEL, prompt: 'a harbour', seconds: '8', input_reference: image }
    const { body: video } = await root.post('/pg/videos', asked)
    expect(video).toMatchObject({ object: 'video', status: 'queued', prompt: 'a harbour' })
    expect(upstream.last().bodyText).toContain('filename="input_reference.png"')
    vendor.all('succeeded')
    clock.advance(60_000)
    await waitUntil('the film is there', async () => {
      const { body } = await root.get('/api/task/self')
      const [task] = body.data
      if (task.status !== 'SUCCESS') return false
      expect(task).toMatchObject({ quota: price.quota, action: 'GENERATE' })
      const film = await fetch(task.results[0].url.replace('https://gw.example', gateway.url))
      expect(Buffer.from(await film.arrayBuffer())).toEqual(FILM)
      return true
    })
    const { body: list } = await root.get('/api/pricing')
    expect(list.data).toContainEqual(expect.objectContaining({ jobs: ['video'] }))
  })

  test('a video that cannot be had is refused with its price, by name', async () => {
    for (const [asked, code] of [
      [{ model: 'sora-unpriced' }, 'model_price_error'],
      [{ model: 'sora-none' }, 'model_not_found'],
      [{ model: MODEL, seconds: '900' }, 'invalid_request'],
    ] as const) {
      const { body } = await root.post('/pg/videos/price', asked)
      expect(body.error.code).toBe(code)
    }
    const unsigned = await fetch(`${gateway.url}/pg/videos/price`, { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
  })
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))
