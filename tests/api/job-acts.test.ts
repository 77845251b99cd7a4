/** What people and operators do about jobs: order on the console, cancel, retry, refund. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, type DrawingSite, openDrawingSite, TENTH } from '../relay/drawing-site'
import { type ApiCaller, apiClient } from '../support/api'

let site: DrawingSite
let ann: ApiCaller
let root: ApiCaller
let other: ApiCaller

beforeAll(async () => {
  site = await openDrawingSite()
  const api = apiClient(site.gateway)
  root = await api.as('root')
  ann = await api.as('user')
  other = await api.as('user')
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

const rows = async (caller: ApiCaller): Promise<Answer['body'][]> =>
  (await caller.get('/api/mj/self')).body.data

async function ordered(prompt = 'a cat'): Promise<string> {
  const { status, body } = await ann.post('/pg/mj/submit/imagine', { prompt })
  expect({ status, code: body.code }).toEqual({ status: 200, code: 1 })
  return body.result
}

async function balance(): Promise<number> {
  await site.gateway.idle()
  expect(await site.gateway.services.ledger.verify()).toEqual([])
  return (await site.gateway.services.users.show(ann.id)).quota
}

describe('on the console', () => {
  test('a drawing is ordered with the session, and its picture has a link', async () => {
    const before = await balance()
    const id = await ordered('a blue cat')
    site.program.finish(site.newest())
    await site.notice()
    const [row] = await rows(ann)
    expect(row).toMatchObject({ mj_id: id, prompt: 'a blue cat', quota: TENTH, channel_id: 0 })
    expect(row.image_url).toStartWith(`/mj/image/${id}?`)
    expect(row.results).toEqual([{ kind: 'image', url: expect.stringMatching(/^\/v1\/jobs\//) }])
    for (const path of [row.image_url, row.results[0].url]) {
      const picture = await fetch(site.gateway.url + path)
      expect(picture.headers.get('content-type')).toBe('image/png')
    }
    expect(before - (await balance())).toBe(TENTH)
  })

  test('nobody orders without being signed in, or from another site', async () => {
    const body = { prompt: 'x' }
    const path = '/pg/mj/submit/imagine'
    const nobody = await apiClient(site.gateway).post(path, body)
    expect(nobody.status).toBe(401)
    const headers = { origin: 'https://evil.example' }
    expect((await ann.post(path, body, { headers })).status).toBe(403)
    const wrong = await ann.post('/pg/mj/submit/imagine', {})
    expect(wrong).toMatchObject({ status: 400, body: { code: 4 } })
  })
})

describe('a job', () => {
  test('is cancelled by whoever ordered it, and by admins, and nobody else', async () => {
    const before = await balance()
    const id = await ordered()
    const foreign = await other.post(`/api/mj/${id}/cancel`)
    expect(foreign.body).toMatchObject({ success: false, code: 'drawing.not_found' })
    const wrongKind = await ann.post(`/api/task/${id}/cancel`)
    expect(wrongKind.body).toMatchObject({ code: 'task.not_found' })
    const done = await ann.post(`/api/mj/${id}/cancel`)
    expect(done.body).toMatchObject({ success: true, data: { id, state: 'cancelled' } })
    expect((await ann.post(`/api/mj/${id}/cancel`)).body.code).toBe('job.over')
    const second = await ordered()
    expect((await root.post(`/api/mj/${second}/cancel`)).body.success).toBe(true)
    expect(await balance()).toBe(before)
    const { body } = await root.get('/api/audit/?p=1')
    expect(body.data.items.map(({ action }: Answer['body']) => action)).toContain('drawing.cancel')
  })

  test('that failed is tried again and paid anew; others are not', async () => {
    const before = await balance()
    const id = await ordered('a green cat')
    expect((await ann.post(`/api/mj/${id}/retry`)).body.code).toBe('job.not_failed')
    site.program.fail(site.newest(), 'no luck')
    await site.notice()
    const again = (await ann.post(`/api/mj/${id}/retry`)).body
    expect(again).toMatchObject({ success: true, data: { state: 'queued' } })
    expect(again.data.id).not.toBe(id)
    expect(site.program.submissions().at(-1)?.body).toEqual({ prompt: 'a green cat' })
    site.program.finish(site.newest())
    await site.notice()
    expect((await rows(ann))[0]).toMatchObject({ mj_id: again.data.id, status: 'SUCCESS' })
    expect(before - (await balance())).toBe(TENTH)
  })

  test('that follows another is tried again at the same account', async () => {
    const origin = await ordered('a house')
    const known = site.newest()
    site.program.finish(known)
    await site.notice()
    const wish = { taskId: origin, customId: 'MJ::JOB::reroll::0::abc::SOLO' }
    const { body } = await ann.post('/pg/mj/submit/action', wish)
    site.program.fail(site.newest(), 'no luck')
    await site.notice()
    expect((await ann.post(`/api/mj/${body.result}/retry`)).body.success).toBe(true)
    expect(site.program.submissions().at(-1)?.body).toEqual({ ...wish, taskId: known })
  })

  test('too large to be kept is not tried again', async () => {
    const base64 = `data:image/png;base64,${'A'.repeat(100_000)}`
    const { body } = await ann.post('/pg/mj/submit/describe', { base64 })
    site.program.fail(site.newest(), 'no luck')
    await site.notice()
    expect((await ann.post(`/api/mj/${body.result}/retry`)).body.code).toBe('job.not_kept')
  })

  test('that is paid is refunded by admins, once', async () => {
    const before = await balance()
    const id = await ordered()
    site.program.finish(site.newest())
    expect((await root.post(`/api/mj/${id}/refund`)).body.code).toBe('job.not_charged')
    await site.notice()
    expect((await ann.post(`/api/mj/${id}/refund`)).body.code).toBe('permission.denied')
    const done = await root.post(`/api/mj/${id}/refund`)
    expect(done.body).toMatchObject({ success: true, data: { id, credits: TENTH } })
    expect((await root.post(`/api/mj/${id}/refund`)).body.code).toBe('job.not_charged')
    expect((await root.post('/api/mj/none/refund')).body.code).toBe('drawing.not_found')
    expect(await balance()).toBe(before)
    expect((await rows(ann))[0]).toMatchObject({ mj_id: id, quota: 0, status: 'SUCCESS' })
    const { body } = await ann.get('/api/log/self?p=1&type=4')
    expect(body.data.items[0]).toMatchObject({ quota: TENTH })
    expect(body.data.items[0].content).toContain('0.1')
  })
})

test('the command line shows, watches, cancels, retries and refunds by itself', async () => {
  const { gateway, program } = site
  const id = await ordered('a cat of the operator')
  const shown = await gateway.cli(['drawing', 'show', id, '--json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({ mj_id: id, status: 'SUBMITTED' })
  const cancelled = await gateway.cli(['drawing', 'cancel', id, '--yes'])
  expect(cancelled).toMatchObject({ code: 0, stdout: 'cancelled\n' })
  const watched = await gateway.cli(['drawing', 'watch', id, '--json'])
  expect(JSON.parse(watched.stdout)).toMatchObject({ mj_id: id, status: 'FAILURE' })
  const retried = await gateway.cli(['drawing', 'retry', id])
  expect(retried.stdout).toMatch(/^\d{16}\n$/)
  program.finish(site.newest())
  // The command line lives by the machine's own clock.
  site.advance(Date.now() - Date.UTC(2026, 0, 1))
  await site.notice()
  const again = retried.stdout.trim()
  const refunded = await gateway.cli(['drawing', 'refund', again, '--yes', '--json'])
  expect(JSON.parse(refunded.stdout)).toEqual({ id: again, credits: TENTH })
  expect((await gateway.services.drawings.show(again)).quota).toBe(0)
  await balance()
  const unknown = await gateway.cli(['task', 'cancel', 'nothing', '--yes'])
  expect(unknown.stderr).toContain('Task not found')
})
