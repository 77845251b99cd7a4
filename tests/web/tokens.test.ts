import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({ channels: [{ name: 'main', models: 'gpt-4o,gpt-4o-mini' }] })
  await site.people.user.post('/api/token/', { name: 'app', remain_quota: 5_000_000 })
  await site.people.user.post('/api/token/', { name: 'other', unlimited_quota: true })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const tokens = async () => (await site.people.user.get('/api/token/?p=0&size=100')).body.data
const tokenOf = async (name: string) =>
  (await tokens()).find((token: { name: string }) => token.name === name)

describe('the token page', () => {
  test('is for those who are signed in', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/token')
    await visit.page.waitForURL('**/login**')
    expect(new URL(visit.page.url()).pathname).toBe('/login')
  })

  test('makes a token with a quota, an expiry and models', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '添加令牌' }).first().click()
    const drawer = page.getByRole('dialog', { name: '添加令牌' })
    await drawer.getByLabel('名称').fill('made here')
    await drawer.getByRole('button', { name: '$50', exact: true }).click()
    await drawer.getByRole('button', { name: '一个月' }).click()
    await drawer.getByText('更多选项').click()
    await drawer.getByLabel('gpt-4o-mini').check()
    await drawer.getByRole('button', { name: '创建' }).click()
    await page.getByText('令牌创建成功').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'made here' })
    await row.getByRole('cell', { name: '从未使用', exact: true }).waitFor()
    expect(await tokenOf('made here')).toMatchObject({
      remain_quota: 25_000_000,
      model_limits: 'gpt-4o-mini',
      model_limits_enabled: true,
    })
    expect((await tokenOf('made here')).expired_time).toBeGreaterThan(0)
    expect(visit.complaints).toEqual([])
  })

  test('limits a token in its form, and tells how far each limit is used', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '添加令牌' }).first().click()
    const drawer = page.getByRole('dialog', { name: '添加令牌' })
    await drawer.getByLabel('名称').fill('limited')
    await drawer.getByText('更多选项').click()
    await drawer.getByRole('button', { name: '添加限制' }).click()
    await drawer.getByRole('button', { name: '创建' }).click()
    await page.getByText('请填写完整各项限制').waitFor()
    await drawer.getByLabel('上限').fill('5')
    await drawer.getByLabel('起始小时').selectOption('6')
    await drawer.getByRole('button', { name: '添加限制' }).click()
    await drawer.getByLabel('上限').nth(1).fill('60')
    await drawer.getByRole('button', { name: '创建' }).click()
    await page.getByText('令牌创建成功').waitFor()
    const { id } = await tokenOf('limited')
    const limits = async () => (await site.people.user.get('/api/limit/self')).body.data
    const daily = { subject: 'token', key: String(id), kind: 'budget', window: 'day' }
    expect(await limits()).toMatchObject([
      { ...daily, amount: 2_500_000, start_hour: 6, set_by: 'owner' },
      { kind: 'requests', window: 'minute', amount: 60 },
    ])
    await visit.goto('/setting')
    await page.getByText('已用 $0.00 / $5.00，剩余 $5.00').waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('names what is wrong before it asks the server', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '添加令牌' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('剩余额度').fill('-1')
    await drawer.getByText('更多选项').click()
    await drawer.getByLabel('新建数量').fill('0')
    await drawer.getByRole('button', { name: '创建' }).click()
    for (const problem of ['请输入名称', '请输入不小于 0 的金额', '令牌数量必须在 1 到 100 之间']) {
      await drawer.getByText(problem).waitFor()
    }
    expect(await page.evaluate('document.activeElement.maxLength')).toBe(30)
  })

  test('shows what the server refuses in the form, which stays open', async () => {
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: 'Edit: app' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit token' })
    await drawer.getByText('More options').click()
    await drawer.getByLabel('Allowed addresses').fill('not an address')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByRole('alert').waitFor()
  })

  test('asks before changes are lost', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '编辑: app' }).click()
    await page.getByRole('dialog').getByLabel('名称').fill('changed')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: '放弃修改？' }).waitFor()
    await page.getByRole('button', { name: '放弃修改' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await tokenOf('app')).toBeDefined()
  })

  test('switches a token off and on', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '更多操作: other' }).click()
    await page.getByRole('menuitem', { name: '禁用' }).press('Enter')
    await page.getByRole('row', { name: /other/ }).getByText('已禁用').waitFor()
    expect((await tokenOf('other')).status).toBe(2)
    await page.getByRole('button', { name: '更多操作: other' }).click()
    await page.getByRole('menuitem', { name: '启用' }).press('Enter')
    await page.getByRole('row', { name: /other/ }).getByText('已启用').waitFor()
  })

  test('copies a key as clients need it, and shows it', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '复制密钥：app' }).click()
    await page.getByText('已复制').waitFor()
    const { key } = await tokenOf('app')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`sk-${key}`)
    await page.getByRole('button', { name: '更多操作: app' }).click()
    await page.getByRole('menuitem', { name: '查看密钥' }).press('Enter')
    await page.getByRole('dialog').getByText(`sk-${key}`, { exact: true }).waitFor()
  })

  test('gives a token another key after a question, from its page and from its form', async () => {
    await site.people.user.post('/api/token/', { name: 'leaked', unlimited_quota: true })
    const old = await tokenOf('leaked')
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto(`/token/${old.id}`)
    await page.getByRole('button', { name: '更换密钥' }).click()
    const question = page.getByRole('alertdialog', { name: '更换 leaked 的密钥？' })
    await question.getByRole('button', { name: '取消' }).click()
    expect((await tokenOf('leaked')).key).toBe(old.key)
    await page.getByRole('button', { name: '更换密钥' }).click()
    await question.getByRole('button', { name: '更换密钥' }).click()
    const sheet = page.getByRole('dialog', { name: 'leaked 的新密钥' })
    const second = (await sheet.locator('.copy-line code').first().textContent()) ?? ''
    expect(second).toBe(`sk-${(await tokenOf('leaked')).key}`)
    expect(second).not.toBe(`sk-${old.key}`)
    await visit.goto(`/token/edit/${old.id}`)
    await page.getByRole('button', { name: '更换密钥：leaked' }).click()
    await question.getByRole('button', { name: '更换密钥' }).click()
    await sheet.waitFor()
    expect(`sk-${(await tokenOf('leaked')).key}`).not.toBe(second)
    expect(visit.complaints).toEqual([])
  })

  test('copies the chosen ones, and says so when none is', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '复制所选令牌' }).click()
    await page.getByText('请至少选择一个令牌').waitFor()
    await page.getByLabel('选择 app').check()
    await page.getByRole('button', { name: '复制所选令牌' }).click()
    await page.getByText('已复制').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toStartWith('app    sk-')
  })

  test('finds by name, keeps that in the address, and says when nothing is found', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByLabel('搜索名称').fill('app')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'other', exact: true }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('keyword=app')
    await page.getByLabel('搜索名称').fill('no such token')
    await page.keyboard.press('Enter')
    await page.getByText('没有符合条件的内容').waitFor()
  })

  test('searches when it is asked to, not at every letter', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('keyword=')) asked.push(request.url())
    })
    await page.clock.install()
    await visit.goto('/token')
    const box = page.getByLabel('搜索名称')
    await box.fill('app')
    await page.clock.runFor(3000)
    expect([page.url().includes('keyword'), asked]).toEqual([false, []])
    await page.getByRole('button', { name: '搜索', exact: true }).first().click()
    await page.waitForURL('**keyword=app**')
    await box.fill('appl')
    await page.getByLabel('搜索密钥').focus()
    await page.waitForURL('**keyword=appl**')
    await box.fill('')
    await page.waitForURL((url) => !url.search.includes('keyword'))
  })

  test('deletes after a question', async () => {
    await site.people.user.post('/api/token/', { name: 'doomed', unlimited_quota: true })
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '更多操作: doomed' }).click()
    await page.getByRole('menuitem', { name: '删除' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: '取消' }).click()
    expect(await tokenOf('doomed')).toBeDefined()
    await page.getByRole('button', { name: '更多操作: doomed' }).click()
    await page.getByRole('menuitem', { name: '删除' }).press('Enter')
    await question.getByRole('button', { name: '删除' }).click()
    await page.getByRole('link', { name: 'doomed', exact: true }).waitFor({ state: 'detached' })
    expect(await tokenOf('doomed')).toBeUndefined()
  })

  test('shows the columns that were chosen', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '显示列' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'IP 白名单' }).press('Enter')
    await page.getByRole('columnheader', { name: 'IP 白名单' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'IP 白名单' }).waitFor()
  })
})
