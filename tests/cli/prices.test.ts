/** `gw price`: what models cost, in dollars. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

const show = async (model: string) => Object(await shell.json(['price', 'show', model]))

test('a model gets its prices by the token in one step, and both tables have it', async () => {
  const set = ['price', 'set', 'house', '--prompt', '0.15', '--completion', '0.60']
  expect(await shell.json(set)).toEqual({
    model: 'house',
    priced: true,
    prompt_usd: 0.15,
    completion_usd: 0.6,
    cache_read_usd: 0.15,
    call_usd: 0,
    units: {},
  })
  const table = async (key: string) => JSON.parse(await shell.text(['option', 'get', key])).house
  expect([await table('ModelRatio'), await table('CompletionRatio')]).toEqual([0.075, 4])
  // What is not given keeps its price.
  await shell.text(['price', 'set', 'house', '--prompt', '$0.30'])
  expect(await show('house')).toMatchObject({ prompt_usd: 0.3, completion_usd: 0.6 })
})

test('a price by the call and prices by the token take the place of each other', async () => {
  await shell.text(['price', 'set', 'draw', '--call', '0.04'])
  expect(await show('draw')).toMatchObject({ call_usd: 0.04, prompt_usd: 0 })
  await shell.text(['price', 'set', 'draw', '--prompt', '1', '--completion', '2'])
  expect(await show('draw')).toMatchObject({ call_usd: 0, prompt_usd: 1, completion_usd: 2 })
})

test.each([
  ['gpt-image-new', 'image_completion', 40],
  ['rerank-new', 'search_unit', 2],
  ['film-new', 'video_second', 0.1],
])('%s is priced by %s alone, and the command says so', async (model, unit, usd) => {
  const set = await shell.json(['price', 'set', model, '--unit', `${unit}=${usd}`])
  expect(set).toMatchObject({ model, priced: true, prompt_usd: 0, units: { [unit]: usd } })
  expect(await show(model)).toMatchObject({ priced: true, units: { [unit]: usd } })
  const shown = await shell.text(['price', 'show', model])
  expect(shown).toContain(`${unit}=${usd}`)
  expect(shown).not.toContain('no price')
})

test('a shipped price of a unit stays when another price is set', async () => {
  await shell.text(['price', 'set', 'gpt-image-1.5', '--prompt', '6'])
  const units = { image_prompt: 8, image_completion: 32 }
  expect(await show('gpt-image-1.5')).toMatchObject({ prompt_usd: 6, units })
  await shell.text(['price', 'set', 'gpt-image-1.5', '--unit', 'image_completion=40'])
  expect(await show('gpt-image-1.5')).toMatchObject({ units: { ...units, image_completion: 40 } })
})

test('what a tool costs does not price a model', async () => {
  await shell.text(['price', 'set', 'house', '--unit', 'web_search=10'])
  expect(await show('house')).toMatchObject({ priced: false, units: {} })
})

test('a dry run and a refused price change nothing', async () => {
  await shell.text(['db', 'migrate'])
  await shell.text(['price', 'set', 'house', '--prompt', '1', '--dry-run'])
  expect(await show('house')).toMatchObject({ priced: false })
  // Its family has a completion ratio that no setting changes.
  const before = await show('gpt-4o')
  const fixed = ['price', 'set', 'gpt-4o', '--prompt', '7', '--completion', '7', '--json']
  const { code, stderr } = await shell.gw(fixed)
  if (code !== 0) {
    expect(JSON.parse(stderr).error.code).toBe('price.fixed')
    expect(await show('gpt-4o')).toEqual(before)
  } else expect(await show('gpt-4o')).toMatchObject({ prompt_usd: 7, completion_usd: 7 })
})

test.each([
  [['price', 'set', 'm'], '--prompt'],
  [['price', 'set', 'm', '--prompt', '-1'], 'amount in dollars'],
  [['price', 'set', 'm', '--prompt', 'cheap'], 'amount in dollars'],
  [['price', 'set', 'm', '--prompt', '1', '--call', '1'], '--call alone'],
  [['price', 'set', 'm', '--completion', '1'], 'give --prompt as well'],
  [['price', 'set', 'm', '--prompt', '0', '--completion', '1'], 'cannot be 0'],
])('gw %j is wrong usage', async (args, why) => {
  const { code, stderr } = await shell.gw(args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
})

test('the list has dollars, and can be sorted by them', async () => {
  await shell.text(['price', 'set', 'zz-dear', '--prompt', '90000', '--completion', '90000'])
  const args = ['price', 'list', '--sort', 'prompt_usd:desc', '--limit', '1', '--quiet']
  expect(await shell.text(args)).toBe('zz-dear')
  expect(await shell.text(['price', 'list', '--search', 'zz-'])).toContain('90000')
})
