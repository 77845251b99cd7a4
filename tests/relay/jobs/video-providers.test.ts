/**
 * Every provider of videos, by the same story: what it is sent, how it is followed, what it costs,
 * where the film comes from, and what becomes of a refusal. A new provider is a row here and a
 * file of its answers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { JOB_PROVIDERS } from '../../../server/domain/jobs/providers'
import { readBooks } from '../../contracts/books'
import { type Gateway, startGateway } from '../../support/gateway'
import { manualClock } from '../../support/ports'
import { type RecordedRequest, startUpstream, type Upstream } from '../../support/upstream'
import { FILM, JobVendor } from './job-vendor'
import { ROWS, type Row } from './video-rows'

/** What a second costs where a model has no price of its own for it. */
const CREDITS_PER_SECOND = 250_000

const lastPart = ({ path }: RecordedRequest) => path.split('?')[0]?.split('/').at(-1) ?? ''
const clock = manualClock()
const vendors = new Map<string, { readonly vendor: JobVendor; readonly upstream: Upstream }>()
let gateway: Gateway

beforeAll(async () => {
  const names = Object.keys(ROWS)
  for (const provider of names) {
    const { submits, also, idIn = lastPart, file = /^\/made\// } = rowOf(provider)
    const vendor = new JobVendor({ provider, submits, also, idIn, file })
    const upstream = await startUpstream(vendor.answer)
    vendor.url = upstream.url
    vendors.set(provider, { vendor, upstream })
  }
  gateway = await startGateway({
    clock,
    channels: names.map((provider) => {
      const { type, key, model } = rowOf(provider)
      return { type, key, models: model, upstream: vendors.get(provider)?.upstream }
    }),
    options: {
      ModelRatio: Object.fromEntries(names.map((provider) => [rowOf(provider).model, 1])),
      ServerAddress: 'https://gw.example',
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const { upstream } of vendors.values()) await upstream.stop()
})

function rowOf(provider: string): Row {
  const row = ROWS[provider]
  if (row === undefined) throw new Error(`no row for ${provider}`)
  return row
}

function partsOf(provider: string) {
  const parts = vendors.get(provider)
  if (parts === undefined) throw new Error(`no vendor for ${provider}`)
  return { ...parts, row: rowOf(provider) }
}

interface Video {
  readonly id: string
  readonly status: string
  readonly progress: number
  readonly error: { readonly message: string } | null
}

async function submit(provider: string, more: object = {}): Promise<Video> {
  const { model, asked } = rowOf(provider)
  const answer = await gateway.post('/v1/videos', { model, prompt: 'a cat', ...asked, ...more })
  const body = await answer.json()
  expect({ status: answer.status, error: body.error }).toEqual({ status: 200, error: null })
  return body
}

async function fetched(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}`, ...init.headers }
  return await fetch(gateway.url + path, { ...init, headers })
}

async function later(id: string): Promise<Video> {
  clock.advance(30_000)
  return await (await fetched(`/v1/videos/${id}`)).json()
}

const books = () => readBooks(gateway)

test('every provider of videos is told of here', () => {
  const others = ['sora']
  const videos = Object.entries(JOB_PROVIDERS).flatMap(([name, family]) =>
    family === 'video' && !others.includes(name) ? [name] : [],
  )
  expect(Object.keys(ROWS).sort()).toEqual(videos.sort())
})

describe.each(Object.keys(ROWS))('%s', (provider) => {
  test('is asked in its own words, followed, paid by its seconds, and shown', async () => {
    const { row, vendor, upstream } = partsOf(provider)
    const before = (await books()).userQuota
    vendor.begins = 'queued'
    const video = await submit(provider)
    const sent = upstream.last()
    expect({ method: sent.method, path: sent.path }).toEqual({ method: 'POST', path: row.path })
    expect(sent.json).toMatchObject(row.sent)
    for (const [name, value] of Object.entries(row.headers)) {
      expect(sent.headers[name]).toMatch(value)
    }
    const [[upstreamId]] = [[...vendor.jobs.keys()].slice(-1)]
    vendor.all('running')
    expect(await later(video.id)).toMatchObject({ status: 'in_progress' })
    expect(upstream.last().path).toBe(row.question.replace('{id}', upstreamId ?? ''))
    vendor.all('succeeded')
    expect(await later(video.id)).toMatchObject({ status: 'completed', progress: 100 })
    const { userQuota, logs } = await books()
    const charge = row.seconds * CREDITS_PER_SECOND
    if (provider === 'ark') {
      // Its own model ratio prices tokens, and the provider tells how many it took.
      expect(before - userQuota).toBe(246_840)
    } else {
      expect(before - userQuota).toBe(charge)
      expect(logs[0]?.details.units).toEqual({ video_second: row.seconds })
    }
    expect(logs[0]?.details.tier).toBe(row.tier)
    const film = await fetched(`/v1/videos/${video.id}/content`)
    expect(film.status).toBe(200)
    expect(Buffer.from(await film.arrayBuffer())).toEqual(FILM)
  })

  test('costs nothing when it makes nothing, and its reason is told', async () => {
    const { row, vendor } = partsOf(provider)
    const before = (await books()).userQuota
    const video = await submit(provider)
    expect((await books()).userQuota).toBeLessThan(before)
    vendor.all('failed')
    const failed = await later(video.id)
    expect(failed.status).toBe('failed')
    expect(failed.error?.message).toContain(row.reason)
    expect((await books()).userQuota).toBe(before)
  })

  test('is stopped where it can be', async () => {
    const { row, upstream, vendor } = partsOf(provider)
    const video = await submit(provider)
    const [upstreamId] = [...vendor.jobs.keys()].slice(-1)
    const before = (await books()).userQuota
    const asked = upstream.requests.length
    const stopped = await fetched(`/v1/videos/${video.id}/cancel`, { method: 'POST' })
    const body = await stopped.json()
    if (row.cancels === undefined) {
      expect({ status: stopped.status, asked: upstream.requests.length }).toEqual({
        status: 400,
        asked,
      })
      vendor.all('failed')
      await later(video.id)
      return
    }
    expect(body.status).toBe('failed')
    const { method, path } = upstream.last()
    expect(`${method} ${path}`).toBe(row.cancels.replace('{id}', upstreamId ?? ''))
    expect((await books()).userQuota).toBeGreaterThan(before)
  })
})

test('the signature of Kling is one that its holder of keys would make', async () => {
  await submit('kling')
  const [head, claims, signature] = (
    partsOf('kling').upstream.last().headers.authorization?.replace('Bearer ', '') ?? ''
  ).split('.')
  const expected = createHmac('sha256', 'secret').update(`${head}.${claims}`).digest('base64url')
  expect(signature).toBe(expected)
  const told = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
  expect(told).toMatchObject({ iss: 'access', exp: Math.floor(clock.nowMs() / 1000) + 1_800 })
})

test.each([
  ['hailuo', 502, 'Neither your key'],
  ['jimeng', 429, 'saturated at the moment'],
  ['kling', 502, 'Neither your key'],
])('a refusal of %s that comes with status 200 is told as %i', async (provider, status, text) => {
  const { row, vendor } = partsOf(provider)
  const before = (await books()).userQuota
  vendor.next.push(vendor.told('refused', ''))
  const body = { model: row.model, prompt: 'a cat', seconds: 5 }
  const answer = await gateway.post('/v1/videos', body)
  expect(answer.status).toBe(status)
  expect((await answer.json()).error.message).toContain(text)
  expect((await books()).userQuota).toBe(before)
})
