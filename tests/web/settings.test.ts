import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type OptionKey, optionRow } from '../../server/domain/options'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole } from './console-fixture'
import { option, save, storedIn, typeJson, unsaved } from './settings-fixture'
import { sharedWindows } from './shared-windows'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

const stored = (key: OptionKey) => storedIn(site, key)

const section = (page: Page, id: string) => page.locator(`#options-${id}`)

describe('a section', () => {
  test('saves what was changed, one call for each, and says so', async () => {
    await using visit = await openPage()
    const { page } = visit
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON())
    })
    await visit.goto('/setting?tab=operation')
    await section(page, 'quota').getByLabel('新用户初始额度').fill('1.5')
    await section(page, 'quota').getByText('750,000').first().waitFor()
    await section(page, 'quota').getByLabel('请求预扣费额度').fill('600')
    await save(page)
    await page.getByText('保存成功').waitFor()
    expect(sent).toEqual([
      { key: 'QuotaForNewUser', value: '750000', expected: '0' },
      { key: 'PreConsumedQuota', value: '600', expected: '500' },
    ])
    expect(await stored('QuotaForNewUser')).toBe('750000')
    expect(visit.complaints).toEqual([])
  })

  test('has nothing to save until something changes, nor after it is changed back', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=ratelimit')
    const period = page.getByLabel('限制周期（分钟）')
    await period.waitFor()
    expect(await unsaved(page).count()).toBe(0)
    await period.fill('5')
    await unsaved(page).getByText('1 项修改尚未保存').waitFor()
    await period.fill('1')
    await unsaved(page).waitFor({ state: 'detached' })
  })

  test('that somebody else saved meanwhile is told, and saved when it is meant', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    await section(page, 'quota').getByLabel('请求预扣费额度').fill('650')
    await site.people.root.put('/api/option/', { key: 'PreConsumedQuota', value: 800 })
    await save(page)
    await page.getByText('他人已将其改为“800”').waitFor()
    expect(await stored('PreConsumedQuota')).toBe('800')
    await save(page)
    await page.getByText('保存成功').waitFor()
    expect(await stored('PreConsumedQuota')).toBe('650')
  })

  test('names a value out of its range at the field and sends nothing', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=system')
    const interval = page.getByLabel('邮箱验证码有效期（分钟）')
    await interval.fill('0')
    await save(page)
    await page.getByText('必须在 1 到 60 之间').waitFor()
    await page.getByText('请检查输入').waitFor()
    expect(await interval.getAttribute('aria-invalid')).toBe('true')
    expect(await stored('EmailCodeValidMinutes')).toBe('3')
  })

  test('tells in part what the server refused, at the field, and saves the rest', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    await typeJson(page, '分组倍率', '{"vip": 1}')
    await typeJson(page, '用户可选分组', '{"default": "all"}')
    await save(page)
    await page.getByText('部分保存失败，请重试').waitFor()
    await section(page, 'groups').getByText('分组 default 不能删除').waitFor()
    expect(JSON.parse(await stored('UserUsableGroups'))).toEqual({ default: 'all' })
    expect(JSON.parse(await stored('GroupRatio'))).toHaveProperty('svip')
  })

  test('keeps what is typed while it is being saved', async () => {
    await using visit = await openPage()
    const { page } = visit
    const held = Promise.withResolvers<void>()
    await page.route('**/api/option/', async (route) => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await visit.goto('/setting?tab=other')
    await page.getByLabel('Logo 图片地址').fill('https://example.com/a.svg')
    const sending = page.waitForRequest((request) => request.method() === 'PUT')
    await save(page)
    await sending
    await page.getByLabel('Logo 图片地址').fill('https://example.com/ab.svg')
    held.resolve()
    await page.getByText('保存成功').waitFor()
    expect(await stored('Logo')).toBe('https://example.com/a.svg')
    expect(await page.getByLabel('Logo 图片地址').inputValue()).toBe('https://example.com/ab.svg')
    await page.getByText('1 项修改尚未保存').waitFor()
  })

  test('says when all of it failed', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    await page.getByLabel('Retries after a failure').fill('4')
    await page.route('**/api/option/', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await save(page)
    await page.getByText('Save failed, please retry').waitFor()
    await section(page, 'general').getByText('Internal server error').waitFor()
    expect(await page.getByLabel('Retries after a failure').inputValue()).toBe('4')
  })

  test('is checked by the server alone where its checks cannot be fetched', async () => {
    await using visit = await openPage()
    const { page } = visit
    await page.route('**/assets/option-checks-*.js', (route) => route.abort())
    await visit.goto('/setting?tab=operation')
    await page.getByLabel('请求预扣费额度').fill('700')
    await page.getByLabel('失败重试次数').fill('99')
    await page.getByRole('link', { name: '模型倍率设置' }).click()
    await typeJson(page, '模型倍率', '{"gpt-4o": 7}')
    await save(page)
    await page.getByText('部分保存失败，请重试').waitFor()
    // Prices are saved together or not at all.
    await option(page, 'ModelRatio').getByText('无法连接到服务器').waitFor()
    expect(JSON.parse(await stored('ModelRatio'))['gpt-4o']).not.toBe(7)
    expect(await stored('PreConsumedQuota')).toBe('700')
    await unsaved(page).getByRole('button', { name: '失败重试次数' }).click()
    await option(page, 'RetryTimes').getByText('必须在 0 到 20 之间').waitFor()
  })

  test('asks for the server address before payment is set up', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=system')
    await page.getByLabel('易支付商户 ID').fill('1001')
    await save(page)
    await page.getByText('请先填写服务器地址').waitFor()
    expect(await stored('EpayId')).toBe('')
    const address = page.getByLabel('服务器地址', { exact: true })
    expect(await address.evaluate((input) => input === document.activeElement)).toBe(true)
    await address.fill('https://gw.example.com/')
    await save(page)
    await page.getByText('保存成功').waitFor()
    expect(await stored('ServerAddress')).toBe('https://gw.example.com')
    expect(await stored('EpayId')).toBe('1001')
    await page.getByText('https://gw.example.com/oauth/github').waitFor()
  })
})

describe('a secret', () => {
  test('is set and never seen again, kept when left blank, and cleared on request', async () => {
    await using visit = await openPage()
    const { page } = visit
    await site.people.root.delete('/api/option/ServerAddress')
    const isSet = async () => (await site.people.root.get('/api/option/')).body.secrets.SMTPToken
    await visit.goto('/setting?tab=system')
    const token = page.getByLabel('SMTP 访问凭证', { exact: true })
    expect(await token.getAttribute('placeholder')).toBe('未设置')
    await token.fill('hush-hush')
    await save(page)
    await page.getByText('保存成功').waitFor()
    expect(await isSet()).toBe(true)
    await visit.goto('/setting?tab=system')
    expect(await token.inputValue()).toBe('')
    expect(await token.getAttribute('placeholder')).toBe('已设置，留空表示不修改')
    expect(await page.content()).not.toContain('hush')
    // Whoever sets up mail first learns what its links would lack.
    expect(await page.getByText('尚未设置服务器地址').count()).toBe(0)
    await page.getByLabel('SMTP 服务器地址').fill('mail.example')
    await page.getByLabel('SMTP 账户').fill('mailer')
    await save(page)
    await page.getByText('保存成功').waitFor()
    await page.getByText('尚未设置服务器地址').waitFor()
    expect(await isSet()).toBe(true)
    await page.getByRole('button', { name: '清除: SMTP 访问凭证' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '清除' }).click()
    await page.getByRole('button', { name: '清除: SMTP 访问凭证' }).waitFor({ state: 'detached' })
    await waitUntil('the secret is gone', async () => !(await isSet()))
  })
})

describe('the search', () => {
  test('finds by name, key and explanation over all tabs, and edits in place', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const search = page.getByLabel('搜索设置：名称、键名或说明')
    await search.fill('smtpport')
    await section(page, 'mail').getByText('系统设置').waitFor()
    expect(await page.locator('.options-field').count()).toBe(1)
    await page.getByLabel('SMTP 端口').fill('465')
    await save(page)
    await page.getByText('保存成功').waitFor()
    expect(await stored('SMTPPort')).toBe('465')
    await search.fill('始终使用 SSL')
    await page.getByLabel('SMTP 端口').waitFor()
    await search.fill('no such thing')
    await page.getByText('没有找到与“no such thing”有关的设置').waitFor()
    await search.fill('')
    await section(page, 'general').waitFor()
  })
})

describe('changes that are not saved', () => {
  test('stay in sight and are asked about before they are left', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=other')
    await page.getByLabel('系统名称').fill('Other name')
    await page.getByText('1 项修改尚未保存').waitFor()
    const question = page.getByRole('alertdialog', { name: '放弃修改？' })
    await page.getByRole('link', { name: '个人设置' }).click()
    await question.getByRole('button', { name: '取消' }).click()
    expect(page.url()).toContain('tab=other')
    // On the other tabs of the site they wait, and lead back to where they are.
    await page.getByRole('link', { name: '运营设置' }).click()
    await section(page, 'general').waitFor()
    await unsaved(page).getByRole('button', { name: '系统名称' }).click()
    expect(await page.getByLabel('系统名称').inputValue()).toBe('Other name')
    await page.getByRole('link', { name: '令牌', exact: true }).click()
    await question.getByRole('button', { name: '取消' }).click()
    expect(await page.getByLabel('系统名称').inputValue()).toBe('Other name')
    await page.getByRole('link', { name: '令牌', exact: true }).click()
    await question.getByRole('button', { name: '放弃修改' }).click()
    await page.waitForURL('**/token')
    expect(await stored('SystemName')).toBe('Acme AI')
  })

  test('are asked about before the browser goes back, and before the window closes', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('link', { name: '设置', exact: true }).click()
    await page.getByRole('link', { name: '其他设置' }).click()
    await page.getByLabel('Logo 图片地址').fill('https://example.com/logo.svg')
    await page.getByText('1 项修改尚未保存').waitFor()
    await page.evaluate('history.back()')
    const question = page.getByRole('alertdialog', { name: '放弃修改？' })
    await question.getByRole('button', { name: '取消' }).click()
    expect(page.url()).toContain('tab=other')
    const asked = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await closed
  })

  test('are discarded, or saved together whatever tab they are on', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=other')
    await page.getByLabel('Footer', { exact: true }).fill('<b>Ours</b>')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(await page.getByLabel('Footer', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Announcement', { exact: true }).fill('# Hello\n\nnew **prices**')
    await option(page, 'Notice').getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Hello' }).waitFor()
    await page.getByLabel('Search settings').fill('TopUpLink')
    await page.getByLabel('Top-up link').fill('https://shop.example.com')
    await page.getByText('2 unsaved changes').waitFor()
    await save(page)
    await page.getByText('Saved successfully').waitFor()
    expect(await stored('Notice')).toStartWith('# Hello')
    expect(await stored('TopUpLink')).toBe('https://shop.example.com')
    // It would greet the visitors of the pages after this one.
    await site.people.root.put('/api/option/', { key: 'Notice', value: '' })
  })
})

describe('cleaning up logs', () => {
  test('needs a time, asks, and tells how many went', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const before = page.getByLabel('清除此时间之前的日志')
    await before.fill('')
    await page.getByRole('button', { name: '清除历史日志' }).click()
    await page.getByText('请选择日志时间').waitFor()
    await before.fill('2020-01-02T03:04:05')
    await page.getByRole('button', { name: '清除历史日志' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '清除历史日志' }).click()
    await page.getByText('已清理 0 条日志').waitFor()
  })
})

describe('model ratios', () => {
  test('go back to the built-in ones after a question', async () => {
    await site.people.root.put('/api/option/', { key: 'ModelRatio', value: '{"only":1}' })
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation&view=ratios')
    await page.getByRole('button', { name: '重置模型倍率' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重置模型倍率' }).click()
    await page.getByText('模型倍率已重置为默认值').waitFor()
    const row = optionRow('ModelRatio')
    expect(await stored('ModelRatio')).toBe(row.format(row.default))
  })
})

test('a list of names is chips, and is stored with commas as it was', async () => {
  await using visit = await openPage('en')
  const { page } = visit
  await visit.goto('/setting?tab=system')
  const domains = option(page, 'EmailDomainWhitelist')
  await domains.getByRole('button', { name: 'Remove yahoo.com' }).click()
  await domains
    .getByRole('textbox', { name: 'Accepted e-mail domains' })
    .fill('a.example,b.example')
  await save(page)
  await unsaved(page).waitFor({ state: 'detached' })
  const names = (await stored('EmailDomainWhitelist')).split(',')
  expect(names).not.toContain('yahoo.com')
  expect(names.slice(-2)).toEqual(['a.example', 'b.example'])
})
