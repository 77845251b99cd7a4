/** Drawings: the speed in the path, the free program, and what the operator switches. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type DrawingSite, openDrawingSite, TENTH } from './drawing-site'

let site: DrawingSite
beforeAll(async () => {
  site = await openDrawingSite()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

describe('the speed in the path', () => {
  test.each([
    ['/mj-fast/mj', '/mj-fast/mj'],
    ['/mj-relax/mj', '/mj-relax/mj'],
    ['/mj-turbo/mj', '/mj-turbo/mj'],
    ['/fast/mj', '/fast/mj'],
  ] as const)('%s reaches the program', async (home, sent) => {
    const { body } = await site.post(`${home}/submit/imagine`, { prompt: 'a cat' })
    expect(site.program.submissions().at(-1)?.path).toBe(`${sent}/submit/imagine`)
    expect((await site.get(`${home}/task/${body.result}/fetch`)).body.id).toBe(body.result)
    await site.post(`/mj/task/${body.result}/cancel`, {}).catch(() => undefined)
  })
})

describe('the switch', () => {
  test('DrawingEnabled: off, nothing new is drawn and what is there can be fetched', async () => {
    const id = await site.finished()
    await site.option('DrawingEnabled', false)
    const refused = await site.post('/mj/submit/imagine', { prompt: 'x' })
    expect(refused).toMatchObject({ status: 403, body: { code: 4 } })
    expect((await site.get(`/mj/task/${id}/fetch`)).status).toBe(200)
    await site.option('DrawingEnabled', true)
  })

  test('MjAccountFilterEnabled: only on, the program gets accountFilter', async () => {
    const body = { prompt: 'a cat', accountFilter: { modes: ['FAST'] } }
    await site.post('/mj/submit/imagine', body)
    expect(site.program.submissions().at(-1)?.body).toEqual({ prompt: 'a cat' })
    await site.option('MjAccountFilterEnabled', true)
    await site.post('/mj/submit/imagine', body)
    expect(site.program.submissions().at(-1)?.body).toEqual(body)
    await site.option('MjAccountFilterEnabled', false)
  })

  test('MjModeClearEnabled: on, speeds leave prompts and paths', async () => {
    const body = { prompt: 'a cat --fast --ar 1:1 --turbo' }
    await site.post('/mj-fast/mj/submit/imagine', body)
    expect(site.program.submissions().at(-1)).toMatchObject({
      path: '/mj-fast/mj/submit/imagine',
      body,
    })
    await site.option('MjModeClearEnabled', true)
    await site.post('/mj-fast/mj/submit/imagine', body)
    expect(site.program.submissions().at(-1)).toEqual({
      path: '/mj/submit/imagine',
      body: { prompt: 'a cat --ar 1:1' },
    })
    await site.option('MjModeClearEnabled', false)
  })

  test('MjActionCheckSuccessEnabled: on, only finished drawings are followed', async () => {
    const id = await site.imagine()
    const change = { taskId: id, action: 'UPSCALE', index: 1 }
    const early = await site.post('/mj/submit/change', change)
    expect(early.status).toBe(400)
    expect(early.body.error.code).toBe('task_status_not_success')
    await site.option('MjActionCheckSuccessEnabled', false)
    const asked = site.program.submissions().length
    // The program has a mind of its own about it.
    expect((await site.post('/mj/submit/change', change)).body.code).toBe(3)
    expect(site.program.submissions().length).toBe(asked + 1)
    await site.option('MjActionCheckSuccessEnabled', true)
  })

  test('MjForwardUrlEnabled: on, pictures come through here, by link', async () => {
    const id = await site.finished()
    const known = site.newest()
    const link = (await site.get(`/mj/task/${id}/fetch`)).body.imageUrl
    expect(link).toStartWith(`${site.gateway.url}/mj/image/${id}?`)
    const picture = await fetch(link)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await picture.bytes()).length).toBeGreaterThan(100)
    expect((await fetch(`${site.gateway.url}/mj/image/${id}`)).status).toBe(403)
    await site.option('MjForwardUrlEnabled', false)
    const plain = (await site.get(`/mj/task/${id}/fetch`)).body.imageUrl
    expect(plain).toBe(`${site.program.url}/pictures/${known}.png`)
    await site.option('MjForwardUrlEnabled', true)
  })

  test('MjNotifyEnabled: off, nobody is told where the client listens', async () => {
    await site.post('/mj/submit/imagine', {
      prompt: 'a cat',
      notifyHook: 'https://client.example/x',
    })
    expect(site.program.submissions().at(-1)?.body).toEqual({ prompt: 'a cat' })
    await site.option('ServerAddress', 'https://gw.example')
    await site.option('MjNotifyEnabled', true)
    await site.post('/mj/submit/imagine', {
      prompt: 'a cat',
      notifyHook: 'https://client.example/x',
    })
    const hook = String(site.program.submissions().at(-1)?.body.notifyHook)
    const submitted = site.program.submissions().length
    // Notices go over https only, which is said before anything is begun.
    const plain = await site.post('/mj/submit/imagine', {
      prompt: 'a cat',
      notifyHook: 'http://client.example/x',
    })
    expect(JSON.stringify(plain.body)).toContain('notifyHook')
    expect(site.program.submissions()).toHaveLength(submitted)
    expect(hook).toMatch(/^https:\/\/gw\.example\/v1\/jobs\/hook\/\w{40}$/)
    site.program.finish(site.newest())
    const called = await fetch(hook.replace('https://gw.example', site.gateway.url), {
      method: 'POST',
      body: '{}',
    })
    expect(called.status).toBe(200)
    await site.option('MjNotifyEnabled', false)
    await site.option('ServerAddress', '')
  })
})

test('the free program knows no speeds, and its pictures have no buttons', async () => {
  await using free = await openDrawingSite(2, { hasButtons: false })
  const { body } = await free.post('/mj-fast/mj/submit/imagine', { prompt: 'a cat' })
  expect(free.program.submissions().at(-1)?.path).toBe('/mj/submit/imagine')
  free.program.finish(free.newest())
  await free.notice()
  const shown = await free.get(`/mj/task/${body.result}/fetch`)
  expect(shown.body).toMatchObject({ status: 'SUCCESS', buttons: null })
  expect((await free.money()).used).toBe(TENTH)
})

describe('a picture', () => {
  test('is fetched by its link only, while that works', async () => {
    const id = await site.finished()
    const other = await site.finished()
    const link = new URL((await site.get(`/mj/task/${id}/fetch`)).body.imageUrl)
    const foreign = `${link.origin}/mj/image/${other}${link.search}`
    expect((await fetch(foreign)).status).toBe(403)
    const longer = link.href.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 60}`)
    expect((await fetch(longer)).status).toBe(403)
    expect((await fetch(`${link.origin}/mj/image/nothing${link.search}`)).status).toBe(403)
    expect((await fetch(link)).status).toBe(200)
    site.advance(62 * 60_000)
    expect((await fetch(link)).status).toBe(403)
  })

  test('that is a page is not handed on', async () => {
    const id = await site.finished()
    const link = (await site.get(`/mj/task/${id}/fetch`)).body.imageUrl
    site.program.nextPicture = { headers: { 'content-type': 'text/html' }, body: '<script>' }
    const refused = await fetch(link)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await refused.text()).not.toContain('<script>')
    const shown = await fetch(link)
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('of a drawing under way is seen, and kept by nobody', async () => {
    const id = await site.imagine()
    site.program.draw(site.newest(), 30)
    await site.notice()
    const link = (await site.get(`/mj/task/${id}/fetch`)).body.imageUrl
    expect(link).toContain('rand=30')
    expect((await fetch(link)).headers.get('cache-control')).toBe('private, no-store')
  })
})
