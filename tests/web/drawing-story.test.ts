/** Everything that people do with drawings and songs on the console, against programs that draw. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { DRAWING_MODELS } from '../relay/drawing-site'
import { JobVendor } from '../relay/jobs/job-vendor'
import { manualClock } from '../support/ports'
import {
  MIDJOURNEY_SECRET,
  type MidjourneyStandIn,
  startMidjourney,
} from '../support/stand-ins/midjourney'
import { picture } from '../support/stand-ins/pictures'
import { SUNO_KEY, type SunoStandIn, startSuno } from '../support/stand-ins/suno'
import { startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole } from './console-fixture'

const clock = manualClock(Date.now())
let draws: MidjourneyStandIn
let sings: SunoStandIn
let filmed: Upstream
let site: Console

const films = new JobVendor({
  provider: 'sora',
  submits: /^\/v1\/videos$/,
  file: /\/content(?:\?|$)/,
  idIn: ({ path }) => path.split('/')[3] ?? '',
})

beforeAll(async () => {
  draws = await startMidjourney()
  sings = await startSuno()
  filmed = await startUpstream(films.answer)
  site = await openConsole({
    clock,
    channels: [
      { upstream: draws, type: 5, key: MIDJOURNEY_SECRET, models: DRAWING_MODELS },
      { upstream: sings, type: 36, key: SUNO_KEY, models: ['suno_music', 'suno_lyrics'] },
      { upstream: filmed, type: 55, models: ['sora-2'] },
    ],
    options: { RetryTimes: 0, UnitPrices: { 'sora-2': { video_second: 0.05 } } },
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await draws.upstream.stop()
  await sings.upstream.stop()
  await filmed.stop()
})

const newest = (): string => [...draws.tasks.keys()].at(-1) ?? ''

/** The program finishes what was asked for last, and says so. */
async function finish(): Promise<void> {
  const id = newest()
  draws.finish(id)
  await noticed(id)
}

/** A job is asked for at most once in a second, and only once its id is known. */
async function noticed(id: string): Promise<void> {
  await waitUntil('every job is known to be taken', async () => {
    const { body } = await site.people.user.get('/api/mj/self?page_size=100')
    const statuses = body.data.map((job: { readonly status: string }) => job.status)
    return !statuses.includes('NOT_START')
  })
  clock.advance(2_000)
  const called = { method: 'POST', body: JSON.stringify({ id }) }
  await fetch(`${site.gateway.url}/mj/notify`, called)
}

/** Does it, and waits until the program has been asked for it. */
async function asked(run: () => Promise<unknown>) {
  const before = draws.submissions().length
  await run()
  await waitUntil('the program is asked', () => draws.submissions().length > before)
  return draws.submissions().at(-1)
}

/** The answers to a path stay away from the page until they are released. */
async function heldAnswer(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return { release: resolve }
}

const card = (page: Page, at = 0) => page.locator('.job-card .job-thumb').nth(at)
const sheet = (page: Page) => page.getByRole('dialog').first()

async function closeAll(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog')
  await waitUntil('every dialog is closed', async () => {
    if ((await dialogs.count()) === 0) return true
    await page.keyboard.press('Escape')
    return false
  })
}

async function openNewest(page: Page): Promise<void> {
  await closeAll(page)
  await card(page).locator('img').waitFor()
  await card(page).click()
  await sheet(page).getByRole('img').first().waitFor()
}

test('a drawing is ordered at its price, and each of its buttons is pressed', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/create')
  await page.getByText('Costs $0.1').waitFor()
  await page.getByLabel('Prompt').fill('a harbour at dawn')
  await page.getByLabel('Aspect ratio').selectOption('16:9')
  const first = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(first?.body).toEqual({ prompt: 'a harbour at dawn --ar 16:9' })
  draws.draw(newest(), 40)
  await noticed(newest())
  await page.getByText('40%').first().waitFor()
  await finish()
  await visit.goto('/midjourney')
  await page.getByText('$0.10').first().waitFor()

  await openNewest(page)
  const press = (name: string) => () =>
    sheet(page).getByRole('button', { name, exact: true }).click()
  for (const [name, customId] of [
    ['Variation: V2', 'MJ::JOB::variation::2'],
    ['Reroll: 🔄', 'MJ::JOB::reroll::0'],
    ['Upscale: U3', 'MJ::JOB::upsample::3'],
  ] as const) {
    expect((await asked(press(name)))?.body.customId).toStartWith(customId)
    await finish()
  }
  await openNewest(page)
  for (const [name, customId] of [
    ['Subtle variation: 🪄 Vary (Subtle)', 'MJ::JOB::low_variation'],
    ['Strong variation: 🪄 Vary (Strong)', 'MJ::JOB::high_variation'],
    ['Zoom: 🔍 Zoom Out 2x', 'MJ::Outpaint::50'],
    ['Pan: ⬅️', 'MJ::JOB::pan_left'],
    ['Custom zoom: 🔍 Custom Zoom', 'MJ::CustomZoom'],
  ] as const) {
    expect((await asked(press(name)))?.body.customId).toStartWith(customId)
    if (!name.startsWith('Custom')) await finish()
  }
  const described = await asked(press('Describe'))
  expect(String(described?.body.base64)).toStartWith('data:image/png;base64,')
  draws.finish(newest(), { promptEn: 'a small boat on calm water', imageUrl: '' })
  await noticed(newest())
  expect(visit.complaints).toEqual([])
}, 90_000)

test('forms are filled in, a region with a brush', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/midjourney')
  await page.locator('.job-card', { hasText: 'Custom zoom' }).first().locator('.job-thumb').click()
  await sheet(page).getByRole('button', { name: 'Fill in' }).click()
  await page.getByRole('dialog').last().getByLabel('Prompt').fill('the harbour, wider')
  const zoomed = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(zoomed?.body).toMatchObject({ prompt: 'the harbour, wider' })
  await finish()
  await closeAll(page)

  await page.locator('.job-card', { hasText: 'Upscale' }).first().locator('.job-thumb').click()
  await asked(() =>
    sheet(page)
      .getByRole('button', { name: /^Inpaint/ })
      .click(),
  )
  await closeAll(page)
  await page.locator('.job-card', { hasText: 'Inpaint' }).first().locator('.job-thumb').click()
  await sheet(page).getByRole('button', { name: 'Fill in' }).click()
  const region = page.locator('canvas')
  const box = await region.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30)
  await page.mouse.up()
  const redrawn = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(String(redrawn?.body.maskBase64)).toStartWith('data:image/png;base64,')
  await finish()
  expect(visit.complaints).toEqual([])
}, 90_000)

test('drawings are blended, cancelled, tried again; an admin refunds', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/midjourney')
  const boxes = page.locator('.job-choose')
  await boxes.nth(0).check()
  await page.getByText('Select 2 to 5 pictures.').waitFor()
  await boxes.nth(1).check()
  const blended = await asked(() => page.getByRole('button', { name: 'Blend' }).click())
  expect(blended?.body.base64Array).toHaveLength(2)

  await page.locator('.job-card', { hasText: 'Blend' }).first().locator('.job-thumb').click()
  await sheet(page).getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click()
  await page.getByText('The job is cancelled').waitFor()
  // Two pictures are small enough to be kept.
  await asked(() => sheet(page).getByRole('button', { name: 'Try again' }).click())
  await finish()

  await using office = await site.open('root', { language: 'en' })
  await office.goto('/midjourney')
  await card(office.page).click()
  await sheet(office.page).getByRole('button', { name: 'Refund' }).click()
  await office.page.getByText('$0.10 goes back to the user').waitFor()
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await office.page.getByText('The job is refunded').waitFor()
  expect(await site.gateway.services.ledger.verify()).toEqual([])
  expect([...visit.complaints, ...office.complaints]).toEqual([])
}, 90_000)

test('pictures of one’s own are described, and songs are heard', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/create/drawing')
  await page.getByLabel('What to make').selectOption('DESCRIBE')
  await page.getByText('Costs $0.05').waitFor()
  const file = { name: 'a.png', mimeType: 'image/png', buffer: picture(16, 3) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('img', { name: 'Picture' }).waitFor()
  const described = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(described?.path).toBe('/mj/submit/describe')
  await page.getByLabel('What to make').selectOption('SHORTEN')
  await page.getByLabel('Prompt').fill('a very long wish for a cat')
  const answer = await heldAnswer(page, '**/submit/shorten')
  const shortened = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(shortened?.path).toBe('/mj/submit/shorten')
  // Chosen while the other is under way: they stay.
  await page.getByLabel('What to make').selectOption('SWAP_FACE')
  const faces = [4, 5].map((shade) => ({ ...file, buffer: picture(16, shade) }))
  await page.locator('input[type=file]').setInputFiles(faces)
  await page.getByRole('img', { name: 'Picture' }).nth(1).waitFor()
  answer.release()
  const swapped = await asked(() => page.getByRole('button', { name: 'Send' }).click())
  expect(swapped?.path).toBe('/mj/insight-face/swap')

  await page.getByRole('link', { name: 'Music' }).click()
  await page.getByLabel('What the song is about').fill('rain on a tin roof')
  await page.getByRole('button', { name: 'Send' }).click()
  await waitUntil('a song is asked for', () => sings.submissions().length === 1)
  await page.getByText('The job is submitted').waitFor()
  expect(sings.submissions()[0]?.body).toMatchObject({
    gpt_description_prompt: 'rain on a tin roof',
    make_instrumental: false,
  })
  for (const id of sings.tasks.keys()) sings.finish(id)
  clock.advance(20_000)
  await site.people.user.post('/pg/suno/submit/lyrics', { prompt: 'wakes the poller' })
  await visit.goto('/task')
  const song = page.locator('.job-card', { hasText: 'rain on a tin roof' })
  await song.locator('img').waitFor()
  await song.locator('.job-thumb').click()
  const players = sheet(page).locator('audio')
  await players.first().waitFor()
  expect(await players.count()).toBe(2)
  const source = await players.first().getAttribute('src')
  const sound = await fetch(new URL(source ?? '', site.gateway.url), {
    headers: { range: 'bytes=0-99' },
  })
  expect(sound.headers.get('content-type')).toBe('audio/wav')
  expect(visit.complaints).toEqual([])
}, 90_000)

test('a film is asked for at the price of its seconds, and played', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/create/video')
  await page.getByLabel('Length in seconds').fill('8')
  await page.getByText('Costs $0.4').waitFor()
  await page.getByLabel('Prompt').fill('waves, slowly')
  await page.getByLabel('Size').selectOption('1280x720')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.job-card', { hasText: 'waves, slowly' }).waitFor()
  expect(filmed.last().json).toMatchObject({ seconds: '8', size: '1280x720' })
  films.all('succeeded')
  clock.advance(20_000)
  await site.people.user.post('/pg/videos', { model: 'sora-2', prompt: 'wakes the poller' })
  await waitUntil('the film is there', async () => {
    const { body } = await site.people.user.get('/api/task/self?action=GENERATE')
    return body.data.some(({ status }: { readonly status: string }) => status === 'SUCCESS')
  })
  await visit.goto('/task')
  const card = page.locator('.job-card', { hasText: 'waves, slowly' })
  const played = page.waitForRequest(
    (request) => request.resourceType() === 'media' && /\/v1\/jobs\/files\//.test(request.url()),
  )
  await card.locator('.job-thumb').click()
  await played
})
