/** Songs and lyrics in the shapes of Suno-API: what is asked for, shown and paid. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { SUNO_KEY, type SunoStandIn, startSuno } from '../support/stand-ins/suno'
import { json } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const SONG = 50_000
const LYRICS = 5000

const clock = manualClock()
let program: SunoStandIn
let gateway: Gateway

beforeAll(async () => {
  program = await startSuno()
  gateway = await startGateway({
    clock,
    users: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor', quota: 10 }],
    tokens: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor' }],
    channels: [
      { upstream: program, type: 36, key: SUNO_KEY, models: ['suno_music', 'suno_lyrics'] },
    ],
    options: { RetryTimes: 0, ServerAddress: 'https://gw.example' },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await program.upstream.stop()
})

const [ANN, BOB, POOR] = [0, 1, 2] as const

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  readonly body: any
}

async function post(path: string, body: unknown, who: number = ANN): Promise<Answer> {
  const response = await gateway.post(path, body, { key: gateway.keys[who] ?? '' })
  return { status: response.status, body: await response.json() }
}

async function fetched(id: string, who: number = ANN): Promise<Answer> {
  const headers = { authorization: `Bearer ${gateway.keys[who]}` }
  const response = await fetch(`${gateway.url}/suno/fetch/${id}`, { headers })
  return { status: response.status, body: await response.json() }
}

const newest = (): string => [...program.tasks.keys()].at(-1) ?? ''

/** The program calls the address that came with its newest job. */
async function notice(): Promise<void> {
  clock.advance(2_000)
  const hook = program.tasks.get(newest())?.notify_hook ?? ''
  const url = hook.replace('https://gw.example', gateway.url)
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
}

async function money() {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[ANN] ?? 0)
  expect(await gateway.services.ledger.verify()).toEqual([])
  return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
}

async function cost(run: () => Promise<unknown>): Promise<number> {
  const before = await money()
  await run()
  const after = await money()
  expect(after.held).toBe(before.held)
  return after.used - before.used
}

describe('a song', () => {
  test('is held for, made, shown and paid', async () => {
    const before = await money()
    const answer = await post('/suno/submit/music', { gpt_description_prompt: 'rain' })
    expect(answer).toMatchObject({ status: 200, body: { code: 'success', message: '' } })
    const id = answer.body.data
    expect(id).not.toBe(newest())
    expect(await money()).toEqual({ used: before.used, held: before.held + SONG })
    const { path, body } = program.submissions().at(-1) ?? {}
    expect(path).toBe('/suno/submit/MUSIC')
    expect(body).toMatchObject({ gpt_description_prompt: 'rain', mv: 'chirp-v3-0' })
    program.finish(newest())
    await notice()
    const { data } = (await fetched(id)).body
    expect(data).toMatchObject({ task_id: id, action: 'MUSIC', status: 'SUCCESS' })
    expect(data).toMatchObject({ progress: '100%', fail_reason: '' })
    expect(data.data).toHaveLength(2)
    expect(data.data[0].audio_url).toStartWith(program.url)
    expect(await money()).toEqual({ used: before.used + SONG, held: before.held })
  })

  test('goes on from another, at its account and under its name there', async () => {
    const first = (await post('/suno/submit/music', { prompt: 'la', mv: 'chirp-v4' })).body.data
    const known = newest()
    program.finish(known)
    await notice()
    const wish = { prompt: 'la la', continue_clip_id: 'c1', continue_at: 30, task_id: first }
    expect((await post('/suno/submit/MUSIC', wish)).status).toBe(200)
    expect(program.submissions().at(-1)?.body).toMatchObject({ task_id: known })
    program.fail(newest(), 'x')
    await notice()
    const foreign = await post('/suno/submit/music', wish, BOB)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'task_not_exist' } })
    const nameless = await post('/suno/submit/music', { prompt: 'x', continue_clip_id: 'c1' })
    expect(nameless).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('that fails costs nothing', async () => {
    const spent = await cost(async () => {
      const id = (await post('/suno/submit/music', { prompt: 'la' })).body.data
      program.fail(newest(), 'moderation failure')
      await notice()
      expect((await fetched(id)).body.data).toMatchObject({
        status: 'FAILURE',
        fail_reason: 'moderation failure',
        progress: '100%',
      })
    })
    expect(spent).toBe(0)
  })
})

test('lyrics need words, and cost less', async () => {
  const empty = await post('/suno/submit/lyrics', {})
  expect(empty).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const spent = await cost(async () => {
    const { body } = await post('/suno/submit/lyrics', { prompt: 'rain' })
    program.finish(newest())
    await notice()
    const { data } = (await fetched(body.data)).body
    expect(data.data.text).toContain('Rain on the roof of rain')
  })
  expect(spent).toBe(LYRICS)
})

test('many are looked at with one question', async () => {
  const lyrics = async () => (await post('/suno/submit/lyrics', { prompt: 'x' })).body.data
  const ids = [await lyrics(), await lyrics(), await lyrics()]
  for (const id of program.tasks.keys()) program.finish(id)
  clock.advance(20_000)
  // What is new wakes the poller, which finds the others due.
  const asked = program.upstream.requests.length
  await lyrics()
  await waitUntil('the poller asks', async () => {
    const { data } = (await post('/suno/fetch', { ids })).body
    return data.every(({ status }: Answer['body']) => status === 'SUCCESS')
  })
  const looks = program.upstream.requests.slice(asked).filter(({ path }) => path === '/suno/fetch')
  const sizes = looks.map(({ json: body }) => (body as { ids: string[] }).ids.length)
  expect(Math.max(...sizes)).toBeGreaterThanOrEqual(3)
})

test('nobody reads another’s, and unknown ids are passed over', async () => {
  const id = (await post('/suno/submit/lyrics', { prompt: 'x' })).body.data
  expect(await fetched(id, BOB)).toMatchObject({ status: 404, body: { code: 'task_not_exist' } })
  expect((await post('/suno/fetch', { ids: [id] }, BOB)).body.data).toBeNull()
  expect((await post('/suno/fetch', { ids: [] })).body.data).toEqual([])
  const own = (await post('/suno/fetch', { ids: [id, 'x'] })).body.data
  expect(own.map(({ task_id }: Answer['body']) => task_id)).toEqual([id])
})

test.each([
  ['an action nobody knows', 'opera', { prompt: 'x' }, ANN, 400, 'invalid_request'],
  ['no credits', 'music', { prompt: 'x' }, POOR, 403, 'quota_not_enough'],
] as const)('%s is refused', async (_, action, body, who, status, code) => {
  expect(await post(`/suno/submit/${action}`, body, who)).toMatchObject({ status, body: { code } })
})

test('a refusal of the program is told and not paid', async () => {
  const spent = await cost(async () => {
    program.next = json({ code: 'limit_reached', message: 'no tokens left', data: '' })
    const { status, body } = await post('/suno/submit/music', { prompt: 'x' })
    expect(status).toBe(500)
    expect(body).toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('no tokens'),
    })
  })
  expect(spent).toBe(0)
})

test('TaskEnabled: off, nothing new is made and what is there can be fetched', async () => {
  const id = (await post('/suno/submit/lyrics', { prompt: 'x' })).body.data
  await gateway.services.options.set(TEST_ACTOR, { key: 'TaskEnabled', value: 'false' })
  expect((await post('/suno/submit/lyrics', { prompt: 'x' })).status).toBe(403)
  expect((await fetched(id)).status).toBe(200)
  await gateway.services.options.set(TEST_ACTOR, { key: 'TaskEnabled', value: 'true' })
})
