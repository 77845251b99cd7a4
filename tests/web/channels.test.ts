import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { channelTypeById } from '../../server/domain/channel-types'
import { channelTypeName } from '../../server/domain/channels/type-name'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(({ path, bodyText }) => {
    if (path.endsWith('/models')) return json({ object: 'list', data: [{ id: 'from-upstream' }] })
    if (!bodyText.includes('broken')) return json(JSON.parse(fixture('openai/chat-text.json')))
    return json({ error: { message: 'no such model', type: 'x', code: 'x' } }, { status: 404 })
  })
  const place = { upstream }
  site = await openConsole({
    channels: [
      { ...place, name: 'main', models: 'gpt-4o,broken' },
      { ...place, name: 'second', models: 'gpt-4o-mini', group: 'vip', tag: 'pair' },
      { ...place, name: 'third', models: 'gpt-4o-mini', tag: 'pair' },
      { ...place, name: 'doomed', models: 'gpt-4o' },
    ],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

const channels = async () =>
  (await site.people.root.get('/api/channel/?p=0&page_size=100')).body.data
const channelOf = async (name: string) =>
  (await channels()).find((channel: { name: string }) => channel.name === name)

test('an ordinary user sees neither the page nor its link', async () => {
  await using visit = await site.open('user')
  await visit.goto('/channel')
  await visit.page.getByRole('heading', { name: '没有权限' }).waitFor()
  expect(await visit.page.getByRole('link', { name: '渠道' }).count()).toBe(0)
})

/** As the grid of a new channel has it. */
const chooseType = (drawer: Locator, name: string) =>
  drawer.getByRole('radio', { name, exact: true }).check({ force: true })
const nameOf = (id: number): string => {
  const row = channelTypeById(id)
  return row === undefined ? '' : channelTypeName(row, 'zh')
}

describe('the form of a channel', () => {
  test('demands what a channel cannot do without', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByRole('button', { name: '添加渠道' }).click()
    const drawer = page.getByRole('dialog', { name: '添加渠道' })
    await drawer.getByRole('button', { name: '创建' }).click()
    expect(await drawer.getByText('请填写渠道名称和渠道密钥').count()).toBe(2)
    await drawer.getByText('请至少选择一个模型').waitFor()
    expect(new URL(page.url()).pathname).toBe('/channel/add')
  })

  test('changes with the type: address, hint of the key, further fact', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel/add')
    const drawer = page.getByRole('dialog')
    await chooseType(drawer, 'Azure OpenAI')
    await drawer.getByLabel('默认 API 版本').waitFor()
    await drawer.getByRole('button', { name: '创建' }).click()
    await drawer.getByText('此类型需要填写地址').waitFor()
    await chooseType(drawer, 'DeepSeek')
    await drawer.getByLabel('默认 API 版本').waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: '填入相关模型' }).click()
    await drawer.getByRole('button', { name: '移除 deepseek-v4-flash' }).waitFor()
    await drawer.getByRole('link', { name: 'platform.deepseek.com/api_keys' }).waitFor()
    await chooseType(drawer, '智谱 GLM-4V')
    await drawer.getByLabel('区域', { exact: true }).selectOption({ label: '国际 (Z.ai)' })
    expect(await drawer.getByLabel('代理地址').inputValue()).toBe('https://api.z.ai')
    await chooseType(drawer, 'Groq')
    await drawer.getByLabel('密钥').fill('sk-123')
    await drawer.getByText('此类型的密钥以 gsk_ 开头。').waitFor()
  })

  test('tells for each type how its key and its address are written', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel/add')
    const drawer = page.getByRole('dialog')
    for (const [type, hint] of [
      [22, 'APIKey-AppId'],
      [15, 'APIKey|SecretKey'],
      [18, 'APPID|APISecret|APIKey'],
      [23, 'AppId|SecretId|SecretKey'],
      [33, 'AccessKey|SecretKey|Region'],
      [41, 'service-account JSON'],
      [8, '其中的 {model} 会替换为模型名称'],
      [3, 'AZURE_OPENAI_ENDPOINT'],
    ] as const) {
      await chooseType(drawer, nameOf(type))
      await drawer.getByText(hint).first().waitFor()
    }
    await chooseType(drawer, nameOf(41))
    await drawer.getByLabel('区域').waitFor()
    // Its key has many lines and makes one channel.
    await drawer.getByText('粘贴整个文件，创建一个渠道。').waitFor()
    expect(await drawer.getByText('每行创建一个渠道').count()).toBe(0)
    await chooseType(drawer, nameOf(37))
    await drawer.getByLabel('应用种类').selectOption('workflow')
    await chooseType(drawer, nameOf(39))
    await drawer.getByLabel('Account ID').fill('not an id')
    await drawer.getByRole('button', { name: '创建' }).click()
    await drawer.getByText('必须是账户 ID（字母、数字和连字符）').waitFor()
  })

  test('says which of the typed models are there already', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel/add')
    const models = page.getByRole('dialog').getByRole('group', { name: '模型' })
    const typed = models.getByRole('textbox')
    await typed.fill('house-model, other-model')
    await typed.press('Enter')
    await models.getByRole('button', { name: '移除 other-model' }).waitFor()
    await typed.fill('house-model, third-model')
    await models.getByText('其中一部分已存在').waitFor()
    await typed.press('Enter')
    expect(await models.getByRole('button', { name: /^移除/ }).count()).toBe(3)
  })

  test('makes a channel whose models came from the upstream', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel/add')
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('名称').fill('made here')
    await drawer.getByLabel('密钥').fill('sk-upstream')
    await drawer.getByLabel('代理地址').fill(`${upstream.url}/`)
    await drawer.getByRole('button', { name: '从上游获取' }).click()
    await drawer.getByRole('button', { name: '添加获取到的 1 个' }).click()
    await drawer.getByRole('button', { name: '移除 from-upstream' }).waitFor()
    await drawer.getByRole('button', { name: '创建' }).click()
    await page.getByText('渠道创建成功').waitFor()
    await page.getByRole('cell', { name: 'made here', exact: true }).waitFor()
    expect(await channelOf('made here')).toMatchObject({
      models: 'from-upstream',
      base_url: upstream.url,
      group: 'default',
    })
    expect(visit.complaints).toEqual([])
  })

  test('tells the line of bad JSON while it is typed and does not send it', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    const { id } = await channelOf('main')
    await visit.goto(`/channel/edit/${id}`)
    const drawer = page.getByRole('dialog', { name: '编辑渠道' })
    await drawer.getByText('高级设置').click()
    await drawer.getByLabel('模型重定向').fill('{\n  "a": \n}')
    await drawer.getByText(/第 \d 行附近不是合法的 JSON/).waitFor()
    await drawer.getByRole('button', { name: '保存' }).click()
    expect((await channelOf('main')).model_mapping).toBe('')
    await drawer.getByLabel('模型重定向').fill('{"gpt-4o": "gpt-4o-2024-08-06"}')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect((await channelOf('main')).model_mapping).toContain('gpt-4o-2024-08-06')
    expect(new URL(page.url()).pathname).toBe('/channel')
  })

  test('of a channel that is gone says so', async () => {
    await using visit = await site.open('root')
    await visit.goto('/channel/edit/99999')
    await visit.page.getByText('渠道不存在，请刷新后重试').waitFor()
    expect(new URL(visit.page.url()).pathname).toBe('/channel')
  })
})

describe('the list of channels', () => {
  test('takes a new priority and weight where they stand', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByLabel('优先级: main').fill('7')
    await page.getByLabel('优先级: main').press('Enter')
    await page.getByText('已保存').waitFor()
    expect((await channelOf('main')).priority).toBe(7)
    await page.getByLabel('权重: main').fill('-5')
    await page.getByLabel('权重: main').press('Enter')
    expect(await page.getByLabel('权重: main').inputValue()).toBe('0')
    expect((await channelOf('main')).weight).toBe(0)
  })

  test('tests models one by one and shows each result as it comes', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByRole('button', { name: '测试 main' }).click()
    const dialog = page.getByRole('dialog', { name: '测试 main' })
    await dialog.getByRole('button', { name: '测试全部 2 个模型' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'gpt-4o' }).getByText(/^成功/).waitFor()
    const bad = dialog.getByRole('listitem').filter({ hasText: 'broken' })
    await bad.getByText(/^失败/).waitFor()
    await bad.getByText(/no such model/).waitFor()
  })

  test('verifies an upstream once its price was seen', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    const asked = upstream.requests.length
    await page
      .getByRole('button', { name: /second/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: '检验上游' }).click()
    const dialog = page.getByRole('dialog', { name: '检验渠道 second' })
    await dialog.getByText(/按您的价格表，最多 \$0\.0/).waitFor()
    expect(upstream.requests).toHaveLength(asked)
    await dialog.getByLabel('最多花费（美元）').fill('0.000001')
    expect(await dialog.getByRole('button', { name: '开始提问' }).isDisabled()).toBe(true)
    await dialog.getByLabel('最多花费（美元）').fill('1')
    await dialog.getByRole('button', { name: '开始提问' }).click()
    await dialog.getByText('有不诚实的迹象', { exact: true }).waitFor()
    expect(upstream.requests.length).toBeGreaterThan(asked)
    expect(visit.complaints).toEqual([])
  })

  test('tests all channels, and tells how that went and which failed', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByRole('button', { name: '批量操作' }).click()
    await page.getByRole('menuitem', { name: '测试所有渠道' }).click()
    const dialog = page.getByRole('dialog', { name: '测试所有渠道' })
    await dialog.getByText(/^已测试 \d+ 个，失败 \d+ 个/).waitFor()
  })

  test('switches a channel off and on', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByRole('button', { name: '更多操作: third' }).click()
    await page.getByRole('menuitem', { name: '禁用' }).press('Enter')
    await page.getByRole('row', { name: /third/ }).getByText('已禁用').waitFor()
    await page.getByRole('button', { name: '更多操作: third' }).click()
    await page.getByRole('menuitem', { name: '启用' }).press('Enter')
    await page.getByRole('row', { name: /third/ }).getByText('已启用').waitFor()
  })

  test('finds by model and group', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByLabel('搜索模型').fill('gpt-4o-mini')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'main', exact: true }).waitFor({ state: 'detached' })
    await page.locator('search').getByLabel('分组').selectOption('vip')
    await page.getByRole('cell', { name: 'third', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'second', exact: true }).waitFor()
  })

  test('copies a channel with its key, and deletes the ticked ones after a question', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    const copy = async (): Promise<void> => {
      await page.getByRole('button', { name: '更多操作: doomed' }).click()
      await page.getByRole('menuitem', { name: '复制' }).press('Enter')
    }
    await page.route('**/api/channel/', (route) =>
      route.fulfill({ json: { success: false, message: 'not today' } }),
    )
    await copy()
    await page.getByRole('alert').getByText('not today').waitFor()
    await page.getByRole('alert').getByText('渠道复制失败').waitFor()
    await page.unroute('**/api/channel/')
    await copy()
    await page.getByRole('cell', { name: 'doomed_copy', exact: true }).waitFor()
    await page.getByLabel('选择 doomed', { exact: true }).check()
    await page.getByLabel('选择 doomed_copy', { exact: true }).check()
    await page.getByRole('region', { name: '已选择 2 项' }).getByText('删除').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByRole('cell', { name: 'doomed', exact: true }).waitFor({ state: 'detached' })
    expect(await channelOf('doomed_copy')).toBeUndefined()
  })

  test('has fields for the longest prompt and for its own words of failure', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    const { id } = await channelOf('third')
    await visit.goto(`/channel/edit/${id}`)
    const drawer = page.getByRole('dialog', { name: '编辑渠道' })
    await drawer.getByText('高级设置').click()
    await drawer.getByLabel('最大输入令牌数').fill('4096')
    await drawer.getByLabel('自动禁用关键词').pressSequentially('coding plan\nno credit\n')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.waitFor({ state: 'detached' })
    const { setting, max_input_tokens } = await channelOf('third')
    expect(max_input_tokens).toBe(4096)
    expect(JSON.parse(setting)).toEqual({
      max_input_tokens: 4096,
      auto_disable_keywords: ['coding plan', 'no credit'],
    })
  })

  test('keeps the models of every type where front ends of the family look for them', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel/add')
    const kept = () => page.evaluate('localStorage.getItem("channel_models")')
    // The page's policy forbids what a wait for an expression would evaluate.
    await waitUntil('they are kept', async () => (await kept()) !== null)
    const { body } = await site.people.root.get('/api/models')
    expect(JSON.parse(String(await kept()))).toEqual(body.data)
  })

  test('gathers channels by tag and changes all of one', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/channel')
    await page.getByLabel('标签聚合').check()
    await page.getByText(/^1 个标签 · \d+ 个渠道没有标签/).waitFor()
    await page.getByRole('row', { name: /main/ }).waitFor()
    // Pages count tags, of which each has several rows.
    await page.getByRole('navigation', { name: '分页' }).getByText('标签与无标签渠道').waitFor()
    await page.getByRole('button', { name: '编辑标签 pair' }).click()
    const drawer = page.getByRole('dialog', { name: '编辑标签 pair' })
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.getByText('没有任何修改').waitFor()
    await drawer.getByLabel('优先级').fill('3')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect((await channelOf('second')).priority).toBe(3)
    expect((await channelOf('third')).priority).toBe(3)
    await page.getByRole('button', { name: '禁用标签 pair 的全部渠道' }).click()
    await page
      .getByRole('row', { name: /second/ })
      .getByText('已禁用')
      .waitFor()
  })
})
