import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { OPTIONS } from '../../server/domain/options'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { type OneScreen, openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
let root: ApiCaller
beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [{ name: 'main', models: 'gpt-4o,brand-new-model' }],
  })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

async function optionText(wanted: string): Promise<string> {
  const { body } = await root.get('/api/option/')
  const rows: readonly { readonly key: string; readonly value: string }[] = body.data
  return rows.find(({ key }) => key === wanted)?.value ?? ''
}

const ratioOf = async (model: string) =>
  OPTIONS.ModelRatio.parse(await optionText('ModelRatio'))[model]
const callPriceOf = async (model: string) =>
  OPTIONS.ModelPrice.parse(await optionText('ModelPrice'))[model]

async function find(screen: OneScreen, model: string): Promise<void> {
  await screen.shows('in all')
  await screen.search(model)
  await screen.shows(`/${model}`, `> ${model}`)
}

describe('prices', () => {
  test('are told in dollars by the million, in Chinese too', async () => {
    using screen = await openScreen({ gateway, screen: 'price', columns: 140 })
    await find(screen, 'gpt-4o')
    expect(await screen.shows('$2.50', '$10.00', '$1.25')).toContain('Input / 1M')
    using narrow = await openScreen({ gateway, screen: 'price', language: 'zh' })
    expect(tooWide(await narrow.shows('模型定价', '有 1 个'), 80)).toEqual([])
  })

  test('a model on offer without a price is found and priced in dollars', async () => {
    using screen = await openScreen({ gateway, screen: 'price' })
    await screen.shows('1 on offer without a price')
    await screen.openFilters()
    await screen.press(KEY.right, KEY.save)
    await screen.shows('show=unset', 'brand-new-model', '! Not priced', '1 in all')
    await screen.press('e')
    await screen.shows('Price of brand-new-model')
    await screen.press(KEY.save)
    await screen.shows('Input / 1M: Please enter a number')
    await screen.press(KEY.tab, KEY.tab)
    await screen.type('3')
    await screen.shows('$3.00 (ratio 1.5)')
    await screen.press(KEY.tab)
    await screen.type('12')
    await screen.press(KEY.save)
    await screen.shows('brand-new-model: in $3.00 · out $12.00 per 1M tokens', '0 in all')
    expect(await ratioOf('brand-new-model')).toBe(1.5)
  })

  test('a fixed price wins, and negative ones are refused', async () => {
    using screen = await openScreen({ gateway, screen: 'price', columns: 120 })
    await find(screen, 'brand-new-model')
    await screen.press('e')
    await screen.shows('Price of brand-new-model')
    await screen.press(KEY.right, KEY.tab)
    await screen.type('-1')
    await screen.press(KEY.save)
    await screen.shows('Please enter a number')
    await screen.press(KEY.clear)
    await screen.type('0.04')
    await screen.press(KEY.save)
    await screen.shows('brand-new-model: $0.04 per call')
    expect([await callPriceOf('brand-new-model'), await ratioOf('brand-new-model')]).toEqual([
      0.04, 1.5,
    ])
  })

  test('units, thresholds and tiers are typed as lines, shown, and have a history', async () => {
    using screen = await openScreen({ gateway, screen: 'price', columns: 220, rows: 60 })
    await find(screen, 'gpt-4o-mini')
    await screen.press('e')
    await screen.shows('Price of gpt-4o-mini')
    // Past the mode, the price by the call, and the four units that every model has.
    await screen.press(...Array<string>(6).fill(KEY.tab))
    await screen.type('hologram=1')
    await screen.press(KEY.save)
    await screen.shows('There is no unit hologram')
    await screen.press(KEY.clear)
    await screen.type('web_search=25')
    await screen.press(KEY.tab)
    await screen.type('200000: prompt=0.3; 200000: prompt=1')
    await screen.press(KEY.save)
    await screen.shows('Thresholds: There is already a threshold at this number')
    await screen.press(KEY.clear)
    await screen.type('200000: prompt=0.3')
    await screen.press(KEY.tab)
    await screen.type('batch=0.5')
    await screen.press(KEY.save)
    await screen.shows('gpt-4o-mini: in $0.15 · out $0.60', 'Web searches $25.00 / 1K')
    const { data } = (await root.get('/api/price/?model=gpt-4o-mini')).body
    expect(data[0].price).toMatchObject({
      model_ratio: 0.075,
      unit_prices: { web_search: 25 },
      steps: [{ above: 200_000, model_ratio: 0.15 }],
      tiers: { batch: 0.5 },
    })
    await screen.press(KEY.enter)
    await screen.shows('above 200,000 tokens, batch × 0.5', '* Web searches')
    await screen.press('H')
    await screen.shows('History of gpt-4o-mini', 'Unit prices: none → Web searches $25.00 / 1K')
  })

  test('a price that somebody else has changed meanwhile is not overwritten', async () => {
    using screen = await openScreen({ gateway, screen: 'price' })
    await find(screen, 'o3-mini')
    await screen.press('e')
    await screen.shows('Price of o3-mini')
    const prices = [{ model: 'o3-mini', price: { model_ratio: 7 } }]
    await root.put('/api/price/', { prices })
    await screen.press(KEY.tab, KEY.tab, KEY.clear)
    await screen.type('1')
    await screen.press(KEY.save)
    await screen.shows('Someone else changed the price of o3-mini')
    expect(await ratioOf('o3-mini')).toBe(7)
  })

  test('a model is added once, and removed with all its entries', async () => {
    using screen = await openScreen({ gateway, screen: 'price' })
    await screen.shows('in all')
    await screen.press('n')
    await screen.shows('Add price')
    await screen.press(KEY.save)
    await screen.shows('Please enter a model name')
    await screen.type('gpt-4o')
    await screen.press(KEY.tab, KEY.tab, KEY.tab)
    await screen.type('2')
    await screen.press(KEY.save)
    await screen.shows('Model name already exists')
    await screen.press(KEY.esc)
    await screen.shows('[y/n]')
    await screen.press('y')
    await find(screen, 'brand-new-model')
    await screen.press('x')
    await screen.shows('Remove every price of brand-new-model?')
    await screen.press('y')
    await screen.shows('! Not priced')
    expect([await callPriceOf('brand-new-model'), await ratioOf('brand-new-model')]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('the defaults come back when that is confirmed', async () => {
    await root.put('/api/option/', { key: 'ModelRatio', value: { only: 1 } })
    using screen = await openScreen({ gateway, screen: 'price' })
    await screen.shows('in all')
    await screen.press('Z')
    await screen.shows('Reset all prices?')
    await screen.press('y')
    await screen.shows('+ Operation completed')
    expect(await ratioOf('gpt-4o')).toBe(1.25)
  })
})

describe('groups', () => {
  const ratios = async () => OPTIONS.GroupRatio.parse(await optionText('GroupRatio'))
  const choices = async () => OPTIONS.UserUsableGroups.parse(await optionText('UserUsableGroups'))

  test('are added, changed and removed, with who may choose them', async () => {
    using screen = await openScreen({ gateway, screen: 'group' })
    await screen.shows('default', 'svip', '3 in all')
    await screen.press('n')
    await screen.shows('Add group')
    await screen.type('内部')
    await screen.press(KEY.tab, KEY.clear)
    await screen.type('0.0375')
    await screen.press(KEY.tab)
    await screen.type('公司内部')
    await screen.press(KEY.save)
    await screen.shows('4 in all', '0.0375', '公司内部')
    expect((await ratios()).内部).toBe(0.0375)
    expect((await choices()).内部).toBe('公司内部')
    await screen.search('内部')
    await screen.shows('1 in all')
    await screen.press('e')
    await screen.shows('Group 内部')
    await screen.press(KEY.clear)
    await screen.type('x')
    await screen.press(KEY.save)
    await screen.shows('Please enter a number')
    await screen.press(KEY.clear)
    await screen.type('2')
    await screen.press(KEY.tab, KEY.clear, KEY.save)
    await screen.shows('/内部')
    expect([(await ratios()).内部, (await choices()).内部]).toEqual([2, undefined])
    await screen.press('x')
    await screen.shows('Remove the group 内部?')
    await screen.press('y')
    await screen.shows('0 in all')
    expect(Object.keys(await ratios())).not.toContain('内部')
  })

  test('a name is taken once, and the list fits in Chinese', async () => {
    using screen = await openScreen({ gateway, screen: 'group', language: 'zh' })
    expect(tooWide(await screen.shows('分组', 'vip分组'), 80)).toEqual([])
    await screen.press('n')
    await screen.shows('新建分组')
    await screen.type('vip')
    await screen.press(KEY.save)
    await screen.shows('已有同名分组')
  })
})
