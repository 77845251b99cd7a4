/** Users, redemption codes, and the wallet that takes them. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { REDEMPTION_STATUS } from '../../server/domain/status'
import { API_PASSWORD } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { startSmtpSink } from '../support/smtp-sink'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({ users: [{ username: 'ann' }, { username: 'bob' }] })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const userOf = async (name: string) => {
  const { body } = await site.people.root.get(`/api/user/search?keyword=${name}&page_size=100`)
  return body.data.items.find((user: { username: string }) => user.username === name)
}

describe('the page of users', () => {
  test('makes a user, and names what is missing first', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/user')
    await page.getByRole('button', { name: '添加用户' }).click()
    const drawer = page.getByRole('dialog', { name: '添加用户' })
    await drawer.getByRole('button', { name: '创建' }).click()
    await drawer.getByText('请输入用户名').waitFor()
    await drawer.getByText('请输入密码').waitFor()
    await drawer.getByLabel('用户名').fill('newcomer')
    await drawer.getByLabel(/^密码/).fill('correct horse')
    await drawer.getByRole('button', { name: '创建' }).click()
    await page.getByText('用户创建成功').waitFor()
    expect((await userOf('newcomer')).role).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  test('adds quota to a balance', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    const { quota } = await userOf('ann')
    await visit.goto('/user')
    await page.getByRole('button', { name: '编辑: ann' }).click()
    const drawer = page.getByRole('dialog', { name: '编辑用户' })
    await drawer.getByRole('button', { name: '调整余额' }).click()
    await drawer.getByRole('button', { name: '$10', exact: true }).click()
    await drawer.getByRole('button', { name: '添加', exact: true }).click()
    await drawer.getByRole('button', { name: '保存' }).click()
    await page.getByText('用户信息已更新').waitFor()
    expect((await userOf('ann')).quota).toBe(quota + 5_000_000)
  })

  test('does not overwrite a balance that has moved since it was read', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/user')
    await page.getByRole('button', { name: '编辑: bob' }).click()
    const drawer = page.getByRole('dialog', { name: '编辑用户' })
    const { id, quota } = await userOf('bob')
    await site.people.root.put('/api/user/', { id, quota: quota + 1 })
    await drawer.getByLabel('余额').fill('5')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.getByRole('alert').waitFor()
    expect((await userOf('bob')).quota).toBe(quota + 1)
  })

  test('offers admins nothing that only root may do, and nothing on their own level', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/user')
    await page.getByRole('cell', { name: 'root', exact: false }).first().waitFor()
    expect(await page.getByRole('button', { name: '更多操作: root' }).count()).toBe(0)
    await page.getByRole('button', { name: '更多操作: ann' }).click()
    await page.getByRole('menuitem', { name: '冻结' }).waitFor()
    expect(await page.getByRole('menuitem', { name: '提升为管理员' }).count()).toBe(0)
  })

  test('promotes, freezes and deregisters after a question', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/user')
    const choose = async (label: string): Promise<void> => {
      await page.getByRole('button', { name: '更多操作: bob' }).click()
      await page.getByRole('menuitem', { name: label }).click()
      await page.getByRole('alertdialog').getByRole('button').last().click()
    }
    const row = page.getByRole('row', { name: /bob/ })
    await choose('提升为管理员')
    await row.getByText('管理员', { exact: true }).waitFor()
    await choose('冻结')
    await row.getByText('已封禁').waitFor()
    await choose('注销')
    await row.getByText('已注销').waitFor()
    expect(await page.getByRole('button', { name: '更多操作: bob' }).count()).toBe(0)
  })
})

test('a user in a state that nobody knows is unknown, and cannot be enabled', async () => {
  const { id } = await userOf('bob')
  const file = new Database(`${site.gateway.dataDir}/gw.db`)
  file.run('UPDATE users SET status = 3, deleted_at = NULL WHERE id = ?', [id])
  file.close()
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/user')
  await page.getByRole('row', { name: /bob/ }).getByText('Unknown', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions: bob' }).click()
  await page
    .getByRole('menuitem', { name: /Unfreeze/ })
    .getByText(/unknown/i)
    .waitFor()
})

describe('a redemption code', () => {
  test('needs a sensible number and name', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/redemption')
    await page.getByRole('button', { name: '添加兑换码' }).click()
    const drawer = page.getByRole('dialog', { name: '添加兑换码' })
    await drawer.getByLabel('名称').fill('a name of more than twenty letters')
    await drawer.getByLabel('新建数量').fill('101')
    await drawer.getByLabel('额度').fill('0')
    await drawer.getByRole('button', { name: '创建' }).click()
    await drawer.getByText('名称长度必须在 1 到 20 个字符之间').waitFor()
    await drawer.getByText('数量必须在 1 到 100 之间').waitFor()
    await drawer.getByText('额度必须是不小于 1 的整数').waitFor()
  })

  test('is made by an admin, redeemed once by a user, and final then', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/redemption')
    await page.getByRole('button', { name: '添加兑换码' }).click()
    const drawer = page.getByRole('dialog', { name: '添加兑换码' })
    await drawer.getByRole('button', { name: '$10', exact: true }).click()
    await drawer.getByRole('button', { name: '创建' }).click()
    const code = await page.getByRole('textbox', { name: '兑换码（1 个）' }).inputValue()
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    await page.getByRole('button', { name: '关闭' }).last().click()
    await page.getByRole('cell', { name: '$10.00' }).first().waitFor()

    await using wallet = await site.open('user')
    await wallet.goto('/topup')
    await wallet.page.getByRole('button', { name: '兑换', exact: true }).click()
    await wallet.page.getByText('请输入兑换码').waitFor()
    await wallet.page.getByLabel('兑换码').fill(code)
    await wallet.page.getByRole('button', { name: '兑换', exact: true }).click()
    await wallet.page.getByText('兑换成功，到账 $10.00').waitFor()
    await wallet.page.getByText('$12.00').first().waitFor()
    const field = wallet.page.getByLabel('兑换码')
    await waitUntil('the next code', async () => (await field.inputValue()) === '')
    await wallet.page.getByLabel('兑换码').fill(code)
    await wallet.page.getByRole('button', { name: '兑换', exact: true }).click()
    await wallet.page.getByRole('alert').waitFor()

    await page.reload()
    await page
      .getByRole('row', { name: /\$10\.00/ })
      .getByText('已使用')
      .waitFor()
    expect(await page.getByRole('button', { name: '编辑: $10.00' }).count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })
})

test('several codes are disabled together, and found by their state', async () => {
  await site.people.admin.post('/api/redemption/', { name: 'several', quota: 500, count: 3 })
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/redemption?keyword=several')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page
    .getByRole('region', { name: /^3 selected/ })
    .getByText('Disable')
    .click()
  await page.getByRole('button', { name: /^Disabled 3/ }).click()
  await page.getByText('1–3 of 3').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a notice that did not arrive is sent again by a button', async () => {
  const { services } = site.gateway
  const input = { username: 'told', password: API_PASSWORD, email: 'told@example.com', quota: 1 }
  const { id: userId } = await services.users.create(TEST_ACTOR, input)
  const warning = services.notifications.warnOfLowQuota({ userId, remaining: 1 })
  await warning.catch(() => undefined)
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/notice')
  const row = page.getByRole('row', { name: /told/ })
  const retry = row.getByRole('button', { name: /^Retry now/ })
  await retry.click()
  await page.getByRole('alert').getByText('has not configured SMTP').waitFor()
  await using sink = await startSmtpSink()
  for (const [key, value] of Object.entries(sink.options)) {
    await services.options.set(TEST_ACTOR, { key, value: String(value) })
  }
  await retry.click()
  await row.getByText('Sent', { exact: true }).waitFor()
  expect((await sink.mail()).to).toEqual(['told@example.com'])
  expect(await retry.count()).toBe(0)
  await services.options.set(TEST_ACTOR, { key: 'SMTPServer', value: '' })
})

test('what is done to many reaches all results of the filter, on every page', async () => {
  await site.people.root.post('/api/redemption/', { name: 'batch', quota: 500_000, count: 12 })
  await site.people.root.post('/api/redemption/', { name: 'other', quota: 500_000, count: 1 })
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/redemption?keyword=batch')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('All 10 on this page are selected.').waitFor()
  await page.getByRole('button', { name: 'Select all 12 results' }).click()
  const bar = page.getByRole('region', { name: '12 selected' })
  await bar.getByRole('button', { name: 'Disable' }).click()
  await bar.waitFor({ state: 'detached' })
  const statuses = async (name: string): Promise<readonly number[]> => {
    const { body } = await site.people.root.get(
      `/api/redemption/search?keyword=${name}&page_size=99`,
    )
    return body.data.items.map(({ status }: { status: number }) => status)
  }
  expect(await statuses('batch')).toEqual(Array(12).fill(REDEMPTION_STATUS.disabled))
  expect(await statuses('other')).toEqual([REDEMPTION_STATUS.unused])
  expect(visit.complaints).toEqual([])
})

test.each([
  { path: '/channel?keyword=many', list: '/api/channel/search?keyword=many&page_size=100' },
  { path: '/token?keyword=many', list: '/api/token/search?keyword=many&size=100' },
])('all results of $path are disabled at once', async ({ path, list }) => {
  const isChannel = path.startsWith('/channel')
  for (let at = 0; at < 13; at += 1) {
    const row = isChannel
      ? { models: 'gpt-4o', key: 'sk-1', type: 1, group: 'default' }
      : { unlimited_quota: true }
    const name = at < 12 ? `many ${at}` : 'another'
    await site.people.root.post(isChannel ? '/api/channel/' : '/api/token/', { ...row, name })
  }
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto(path)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 12 results' }).click()
  const bar = page.getByRole('region', { name: '12 selected' })
  await bar.getByRole('button', { name: 'Disable' }).click()
  await bar.waitFor({ state: 'detached' })
  const rows = (await site.people.root.get(list)).body.data
  expect(rows.map(({ status }: { status: number }) => status)).toEqual(Array(12).fill(2))
  expect(visit.complaints).toEqual([])
})

describe('topping up online', () => {
  test('is not shown until the operator has set it up, who is told where', async () => {
    await using own = await site.open('root')
    await own.goto('/topup')
    await own.page.getByText('管理员未开启在线充值').waitFor()
    await own.page.getByText('超级管理员未设置充值链接').getByRole('link').click()
    await own.page.getByLabel('充值链接').waitFor()
    await using visit = await site.open('user')
    await visit.goto('/topup')
    await visit.page.getByRole('heading', { name: '兑换码' }).waitFor()
    expect(await visit.page.getByText('在线充值').count()).toBe(0)
    const { quota } = (await site.people.user.get('/api/user/self')).body.data
    await visit.page.getByText(`≈ ¥${((quota / 500_000) * 7.3).toFixed(2)}`).waitFor()
    expect(await visit.page.getByText('获取兑换码').count()).toBe(0)
  })

  test('asks with the price the server worked out, and posts to the payment service', async () => {
    const settings = { PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: 'secret' }
    for (const [key, value] of Object.entries({
      ...settings,
      ServerAddress: site.gateway.url,
      MinTopUp: '5',
    })) {
      await site.people.root.put('/api/option/', { key, value })
    }
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/topup')
    await page.getByLabel('充值金额').fill('2')
    await page.getByRole('button', { name: '支付宝' }).click()
    await page.getByText('充值数量不能小于 5').waitFor()
    await page.getByLabel('充值金额').fill('10')
    await page.getByRole('button', { name: '支付宝' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('¥73.00').waitFor()
    await page.route('https://pay.example/**', (route) => route.fulfill({ body: 'paid' }))
    const posted = page.waitForRequest(/pay\.example/)
    await question.getByRole('button', { name: '支付宝' }).click()
    const request = await posted
    expect(request.method()).toBe('POST')
    expect(request.postData()).toContain('money=73.00')
  })
})
