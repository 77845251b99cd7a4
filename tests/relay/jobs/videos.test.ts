/** Videos in OpenAI's shape, by its own client: asked for, followed, fetched, listed, deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readBooks } from '../../contracts/books'
import { type Gateway, startGateway } from '../../support/gateway'
import { manualClock } from '../../support/ports'
import { startUpstream, type Upstream } from '../../support/upstream'
import { FILM, JobVendor } from './job-vendor'

const MODEL = 'sora-2'
/** Half a dollar: what a second costs where a model has no price of its own for it. */
const CREDITS_PER_SECOND = 250_000

const vendor = new JobVendor({
  provider: 'sora',
  submits: /^\/v1\/videos(?:\/[^/]+\/remix)?$/,
  file: /\/content(?:\?|$)/,
  idIn: ({ path }) => path.split('/')[3] ?? '',
})
const clock = manualClock()
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(vendor.answer)
  gateway = await startGateway({
    clock,
    users: [{ username: 'asker' }, { username: 'other' }],
    tokens: [{ username: 'asker' }, { username: 'other' }],
    channels: [{ upstream, models: MODEL, type: 1 }],
    options: { ModelRatio: { [MODEL]: 1 }, ServerAddress: 'https://gw.example' },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})
beforeEach(() => {
  vendor.next.length = 0
})

const ASKED = { model: MODEL, prompt: 'a cat on a piano', seconds: '8', size: '1280x720' } as const

/** Asks for it again, later. */
async function later(id: string, seconds = 5) {
  clock.advance(seconds * 1000)
  return await gateway.openai().videos.retrieve(id)
}

async function spent<T>(run: () => Promise<T>): Promise<{ result: T; credits: number }> {
  const before = (await readBooks(gateway)).userQuota
  const result = await run()
  return { result, credits: before - (await readBooks(gateway)).userQuota }
}

describe('a video', () => {
  test('is asked for, followed to its end and fetched, and costs its seconds', async () => {
    const { videos } = gateway.openai()
    const { result: id, credits } = await spent(async () => {
      const video = await videos.create(ASKED)
      expect(video).toMatchObject({ object: 'video', status: 'queued', progress: 0, ...ASKED })
      expect(video.id).toMatch(/^video_[0-9a-f]{32}$/)
      expect(upstream.last().json).toMatchObject(ASKED)
      vendor.all('running')
      expect(await later(video.id)).toMatchObject({ status: 'in_progress', progress: 33 })
      vendor.all('succeeded')
      expect(await later(video.id)).toMatchObject({ status: 'completed', progress: 100 })
      return video.id
    })
    expect(credits).toBe(8 * CREDITS_PER_SECOND)
    const film = await videos.downloadContent(id)
    expect(Buffer.from(await film.arrayBuffer())).toEqual(FILM)
    expect(film.headers.get('content-type')).toBe('video/mp4')
    expect(film.headers.get('cache-control')).toContain('private')
    expect(film.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await readBooks(gateway)).logs[0]).toMatchObject({
      model_name: MODEL,
      quota: 8 * CREDITS_PER_SECOND,
    })
  })
})
