/** Drawings: what clients ask of programs that draw, what those get, and what is paid. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { json } from '../support/upstream'
import {
  type Answer,
  BOB,
  type DrawingSite,
  openDrawingSite,
  POOR,
  TENTH,
  TWENTIETH,
} from './drawing-site'

let site: DrawingSite
beforeAll(async () => {
  site = await openDrawingSite()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

describe('a drawing', () => {
  test('is held for when it is asked for, and paid when it is there', async () => {
    const before = await site.money()
    const id = await site.imagine('a red cat')
    expect(id).toMatch(/^\d{16}$/)
    expect(id).not.toBe(site.newest())
    expect(await site.money()).toEqual({ used: before.used, held: before.held + TENTH })
    site.program.draw(site.newest(), 40)
    await site.notice()
    const running = await site.get(`/mj/task/${id}/fetch`)
    expect(running.body).toMatchObject({ id, action: 'IMAGINE', prompt: 'a red cat' })
    expect(running.body).toMatchObject({ status: 'IN_PROGRESS', progress: '40%', buttons: null })
    site.program.finish(site.newest())
    await site.notice()
    const { body } = await site.get(`/mj/task/${id}/fetch`)
    expect(body).toMatchObject({ id, status: 'SUCCESS', progress: '100%', failReason: '' })
    expect(body.buttons).toHaveLength(9)
    expect(body.properties).toEqual({ finalPrompt: 'a red cat --v 6.1', finalZhPrompt: '' })
    expect(body.submitTime).toBeGreaterThan(1e12)
    expect(await site.money()).toEqual({ used: before.used + TENTH, held: before.held })
  })

  test('that fails costs nothing, and its user reads why', async () => {
    const spent = await site.cost(async () => {
      const id = await site.imagine()
      site.program.fail(site.newest(), 'Banned prompt detected')
      await site.notice()
      expect((await site.get(`/mj/task/${id}/fetch`)).body).toMatchObject({
        status: 'FAILURE',
        progress: '100%',
        failReason: 'Banned prompt detected',
      })
      // Its end has come; nothing that is heard later changes it.
      site.program.finish(site.newest())
      await site.notice()
      expect((await site.get(`/mj/task/${id}/fetch`)).body.status).toBe('FAILURE')
    })
    expect(spent).toBe(0)
  })

  test('is cancelled at the program, and costs nothing', async () => {
    const spent = await site.cost(async () => {
      const id = await site.imagine()
      expect((await site.post(`/mj/task/${id}/cancel`, {})).body).toMatchObject({
        code: 1,
        result: id,
      })
      expect(site.program.tasks.get(site.newest())?.failReason).toBe('cancelled by the user')
      const again = await site.post(`/mj/task/${id}/cancel`, {})
      expect(again.status).toBe(409)
    })
    expect(spent).toBe(0)
  })

  test('is nobody else’s', async () => {
    const id = await site.imagine()
    expect((await site.get(`/mj/task/${id}/fetch`, BOB)).status).toBe(404)
    expect((await site.get(`/mj/task/${id}/image-seed`, BOB)).status).toBe(404)
    expect((await site.post(`/mj/task/${id}/cancel`, {}, BOB)).status).toBe(404)
    const change = { taskId: id, action: 'UPSCALE', index: 1 }
    expect((await site.post('/mj/submit/change', change, BOB)).status).toBe(404)
    const listed = await site.post('/mj/task/list-by-condition', { ids: [id, '1', 7] }, BOB)
    expect(listed.body).toEqual([])
    const own = await site.post('/mj/task/list-by-condition', { ids: [id, '1'] })
    expect(own.body.map((one: Answer['body']) => one.id)).toEqual([id])
    await site.post(`/mj/task/${id}/cancel`, {})
  })

  test('has a seed, which its program tells', async () => {
    const id = await site.finished()
    expect((await site.get(`/mj/task/${id}/image-seed`)).body).toMatchObject({
      result: '4169527843',
    })
  })

  test('is refused for want of credits, in the family’s words', async () => {
    const { status, body } = await site.post('/mj/submit/imagine', { prompt: 'x' }, POOR)
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 30, type: 'upstream_error', result: '' })
    expect(body.error).toMatchObject({ code: 'insufficient_user_quota' })
  })
})

describe('what is asked for', () => {
  const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
  const cases = [
    ['imagine', '/submit/imagine', { prompt: 'x', base64Array: [PICTURE] }, 'IMAGINE', TENTH],
    ['blend', '/submit/blend', { base64Array: [PICTURE, PICTURE] }, 'BLEND', TENTH],
    ['describe', '/submit/describe', { base64: PICTURE }, 'DESCRIBE', TWENTIETH],
    ['shorten', '/submit/shorten', { prompt: 'a long prompt' }, 'SHORTEN', TENTH],
    [
      'swap',
      '/insight-face/swap',
      { sourceBase64: PICTURE, targetBase64: PICTURE },
      'SWAP_FACE',
      TWENTIETH,
    ],
  ] as const
  test.each(cases)('%s reaches the program, and has a price of its own', async (...row) => {
    const [, path, body, action, price] = row
    const spent = await site.cost(async () => {
      const answer = await site.post(`/mj${path}`, body)
      expect(answer.body).toMatchObject({ code: 1 })
      expect(site.program.submissions().at(-1)).toEqual({ path: `/mj${path}`, body })
      site.program.finish(site.newest())
      await site.notice()
      const { body: shown } = await site.get(`/mj/task/${answer.body.result}/fetch`)
      expect(shown).toMatchObject({ action, status: 'SUCCESS' })
    })
    expect(spent).toBe(price)
  })

  const changes = [
    ['change', { action: 'UPSCALE', index: 2 }, 'UPSCALE', TWENTIETH],
    ['change', { action: 'VARIATION', index: 4 }, 'VARIATION', TENTH],
    ['change', { action: 'REROLL' }, 'REROLL', TENTH],
    ['action', { customId: 'MJ::JOB::upsample::3::abc' }, 'UPSCALE', TWENTIETH],
    ['action', { customId: 'MJ::JOB::variation::1::abc' }, 'VARIATION', TENTH],
    ['action', { customId: 'MJ::JOB::low_variation::1::abc::SOLO' }, 'LOW_VARIATION', TENTH],
    ['action', { customId: 'MJ::JOB::high_variation::1::abc::SOLO' }, 'HIGH_VARIATION', TENTH],
    ['action', { customId: 'MJ::JOB::reroll::0::abc::SOLO' }, 'REROLL', TENTH],
    ['action', { customId: 'MJ::JOB::pan_left::1::abc::SOLO' }, 'PAN', TENTH],
    ['action', { customId: 'MJ::Outpaint::50::1::abc::SOLO' }, 'ZOOM', TENTH],
  ] as const
  test.each(changes)('%s %o follows a drawing at its own account', async (...row) => {
    const [verb, body, action, price] = row
    const id = await site.finished('a dog')
    const known = site.newest()
    const spent = await site.cost(async () => {
      const answer = await site.post(`/mj/submit/${verb}`, { ...body, taskId: id })
      expect(answer.body).toMatchObject({ code: 1 })
      // The program has its own name for what is followed.
      expect(site.program.submissions().at(-1)?.body).toEqual({ ...body, taskId: known })
      site.program.finish(site.newest())
      await site.notice()
      const { body: shown } = await site.get(`/mj/task/${answer.body.result}/fetch`)
      expect(shown).toMatchObject({ action, prompt: 'a dog', status: 'SUCCESS' })
    })
    expect(spent).toBe(price)
  })

  test.each([
    ['U3', 'UPSCALE', TWENTIETH],
    ['v1', 'VARIATION', TENTH],
    ['R', 'REROLL', TENTH],
  ] as const)('a short change %s is one', async (word, action, price) => {
    const id = await site.finished()
    const known = site.newest()
    const spent = await site.cost(async () => {
      const { body } = await site.post('/mj/submit/simple-change', { content: `${id} ${word}` })
      expect(site.program.submissions().at(-1)?.body).toEqual({ content: `${known} ${word}` })
      site.program.finish(site.newest())
      await site.notice()
      expect((await site.get(`/mj/task/${body.result}/fetch`)).body).toMatchObject({ action })
    })
    expect(spent).toBe(price)
  })

  test('uploads are answered with links, at once', async () => {
    const spent = await site.cost(async () => {
      const body = { base64Array: [PICTURE, PICTURE] }
      const answer = await site.post('/mj/submit/upload-discord-images', body)
      expect(answer.body).toMatchObject({ code: 1 })
      expect(answer.body.result).toEqual([
        'https://cdn.discordapp.com/ephemeral/0.png',
        'https://cdn.discordapp.com/ephemeral/1.png',
      ])
    })
    expect(spent).toBe(TWENTIETH)
  })

  test.each([
    ['imagine', {}, 'prompt'],
    ['imagine', { prompt: '' }, 'prompt'],
    ['blend', { base64Array: [] }, 'base64Array'],
    ['describe', {}, 'base64'],
    ['change', { taskId: '1', index: 1 }, 'action'],
    ['change', { taskId: '1', action: 'UPSCALE' }, 'index'],
    ['change', { taskId: '1', action: 'UPSCALE', index: 9 }, 'index'],
    ['change', { taskId: '1', action: 'IMAGINE' }, 'action'],
    ['change', { action: 'REROLL' }, 'taskId'],
    ['simple-change', { content: '12 U7' }, 'content'],
    ['action', { taskId: '1' }, 'customId'],
    ['action', { taskId: '1', customId: 'MJ::BOOKMARK::1' }, 'customId'],
    ['modal', {}, 'taskId'],
    ['shorten', {}, 'prompt'],
  ] as const)('%s %o is refused by its field', async (verb, body, field) => {
    const asked = site.program.submissions().length
    const answer = await site.post(`/mj/submit/${verb}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 4, error: { code: 'invalid_request' } })
    expect(answer.body.description).toContain(field)
    expect(site.program.submissions().length).toBe(asked)
  })

  test('what is no JSON is refused', async () => {
    expect(await site.post('/mj/submit/imagine', '{')).toMatchObject({
      status: 400,
      body: { code: 4 },
    })
  })
})

describe('a form', () => {
  test.each(['MJ::CustomZoom::abc', 'MJ::Inpaint::1::abc::SOLO'])(
    '%s costs nothing to open, and what it is filled in with is paid',
    async (customId) => {
      const id = await site.finished('a house')
      const spent = await site.cost(async () => {
        const opened = await site.post('/mj/submit/action', { customId, taskId: id })
        expect(opened.body).toMatchObject({ code: 21, properties: { finalPrompt: 'a house' } })
        const form = opened.body.result
        const known = site.newest()
        expect((await site.get(`/mj/task/${form}/fetch`)).body.status).toBe('MODAL')
        const filled = { taskId: form, prompt: 'a house by the sea', maskBase64: 'AAAA' }
        const sent = await site.post('/mj/submit/modal', filled)
        expect(sent.body).toMatchObject({ code: 1 })
        expect(site.program.submissions().at(-1)?.body).toMatchObject({ taskId: known })
        site.program.finish(known)
        await site.notice(known)
        expect((await site.get(`/mj/task/${sent.body.result}/fetch`)).body).toMatchObject({
          action: 'MODAL',
          status: 'SUCCESS',
          prompt: 'a house by the sea',
        })
        expect((await site.get(`/mj/task/${form}/fetch`)).body.status).toBe('SUCCESS')
      })
      expect(spent).toBe(TENTH)
    },
  )
})

describe('how the program takes it', () => {
  test.each([
    [24, 'banned word: cat', 200],
    [23, 'queue full', 200],
    [4, 'wrong parameter', 400],
  ] as const)('a refusal %i is told and not paid', async (code, description, status) => {
    const spent = await site.cost(async () => {
      site.program.next = json({ code, description, properties: {} })
      const answer = await site.post('/mj/submit/imagine', { prompt: 'a cat' })
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ code, description, result: '' })
    })
    expect(spent).toBe(0)
  })

  test('what waits in its queue is taken', async () => {
    site.program.next = json({ code: 22, description: 'in queue', result: '999', properties: {} })
    const { body } = await site.post('/mj/submit/imagine', { prompt: 'a cat' })
    expect(body).toMatchObject({ code: 22, description: 'in queue' })
    await site.post(`/mj/task/${body.result}/cancel`, {}).catch(() => undefined)
  })

  test('what it has drawn before is there at once', async () => {
    const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.example/1.png' }
    site.program.next = json({ code: 21, description: 'exists', result: '777', properties })
    const { body } = await site.post('/mj/submit/imagine', { prompt: 'a cat' })
    expect((await site.get(`/mj/task/${body.result}/fetch`)).body).toMatchObject({
      status: 'SUCCESS',
    })
  })

  test.each([
    ['an error page', { status: 502, body: '<html>' }, 502],
    ['no id', { body: JSON.stringify({ code: 1, description: 'ok' }) }, 502],
    ['a broken connection', { ending: 'reset' as const }, 502],
  ] as const)('%s is told and not paid', async (_, reply, status) => {
    const spent = await site.cost(async () => {
      site.program.next = { headers: { 'content-type': 'application/json' }, ...reply }
      expect((await site.post('/mj/submit/imagine', { prompt: 'a cat' })).status).toBe(status)
    })
    expect(spent).toBe(0)
  })

  test('a poll that fails changes nothing', async () => {
    const id = await site.imagine()
    site.program.nextLook = { status: 500, body: 'x' }
    await site.notice()
    expect((await site.get(`/mj/task/${id}/fetch`)).body.status).toBe('SUBMITTED')
    site.program.finish(site.newest())
    await site.notice()
    expect((await site.get(`/mj/task/${id}/fetch`)).body.status).toBe('SUCCESS')
  })
})
