import { describe, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'

const PATH = '/api/user/setting'
const HOOK = {
  notify_type: 'webhook',
  quota_warning_threshold: 100_000,
  webhook_url: 'https://hooks.example/gw?a=1',
  webhook_secret: 'hush-hush',
}
const MAIL = { notify_type: 'email', quota_warning_threshold: 1 }

async function settingOf(caller: ApiCaller) {
  const { data } = (await caller.get('/api/user/self')).body
  return JSON.parse(data.setting)
}

describe('choosing how to be warned', () => {
  test('nothing is chosen at first; a choice is kept, its secret unseen', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    expect((await caller.get('/api/user/self')).body.data.setting).toBe('')
    const answer = await caller.put(PATH, { ...HOOK, notification_email: 'x@example.com' })
    expect(answer.body).toEqual({ success: true, message: 'Settings updated' })
    expect(await settingOf(caller)).toEqual({
      notify_type: 'webhook',
      quota_warning_threshold: 100_000,
      webhook_url: 'https://hooks.example/gw?a=1',
      webhook_secret: '***',
      accept_unset_model_ratio_model: false,
      language: 'en',
    })
    await gateway.stop()
    const file = Buffer.from(await Bun.file(`${gateway.dataDir}/gw.db`).bytes())
    expect(file.includes('hush-hush')).toBe(false)
  })

  test('a masked secret stays unless the hook moves elsewhere; a blank one goes', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    await caller.put(PATH, HOOK)
    await caller.put(PATH, { ...HOOK, webhook_secret: '***' })
    expect((await settingOf(caller)).webhook_secret).toBe('***')
    await caller.put(PATH, { ...HOOK, webhook_secret: '' })
    expect(await settingOf(caller)).not.toHaveProperty('webhook_secret')
    await caller.put(PATH, HOOK)
    const moved = { ...HOOK, webhook_url: 'https://evil.example/', webhook_secret: '***' }
    await caller.put(PATH, moved)
    expect(await settingOf(caller)).not.toHaveProperty('webhook_secret')
  })

  test('the choice of mail drops the hook', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    await caller.put(PATH, HOOK)
    const body = { ...MAIL, notification_email: ' ann@example.com ', webhook_url: 'x' }
    await caller.put(PATH, { ...body, accept_unset_model_ratio_model: true })
    expect(await settingOf(caller)).toEqual({
      notify_type: 'email',
      quota_warning_threshold: 1,
      notification_email: 'ann@example.com',
      accept_unset_model_ratio_model: true,
      language: 'en',
    })
    await caller.put(PATH, MAIL)
    expect((await settingOf(caller)).accept_unset_model_ratio_model).toBe(true)
  })

  test.each([
    [{ ...MAIL, notify_type: 'pigeon' }, 'user.notify_type_invalid'],
    [{ quota_warning_threshold: 5 }, 'user.notify_type_invalid'],
    [{ ...MAIL, quota_warning_threshold: 0 }, 'user.threshold_invalid'],
    [{ ...MAIL, quota_warning_threshold: -5 }, 'user.threshold_invalid'],
    [{ ...MAIL, quota_warning_threshold: null }, 'user.threshold_invalid'],
    [{ ...MAIL, quota_warning_threshold: '5' }, 'value.invalid'],
    [{ ...MAIL, notification_email: 'a@b' }, 'user.email_invalid'],
    [{ ...MAIL, notification_email: 'a@x.org;b@x.org' }, 'user.email_invalid'],
    [{ ...MAIL, notification_email: 'a@x.org\r\nBcc: b@x.org' }, 'user.email_invalid'],
    [{ ...HOOK, webhook_url: '' }, 'user.webhook_invalid'],
    [{ ...HOOK, webhook_url: 'http://hooks.example/' }, 'user.webhook_invalid'],
    [{ ...HOOK, webhook_url: '/etc/passwd' }, 'user.webhook_invalid'],
    [{ ...HOOK, webhook_url: 'https:hooks.example' }, 'user.webhook_invalid'],
    [{ ...HOOK, webhook_url: 'https://u:p@hooks.example/' }, 'user.webhook_invalid'],
    [{ ...HOOK, webhook_secret: 'a\r\nx-evil: 1' }, 'value.invalid'],
  ])('%p is refused with %s', async (body, code) => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    expect((await caller.put(PATH, body)).body.code).toBe(code)
    expect((await caller.get('/api/user/self')).body.data.setting).toBe('')
  })

  test('an endless address or secret is refused', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    const long = { ...HOOK, webhook_url: `https://x.example/${'a'.repeat(2000)}` }
    expect((await caller.put(PATH, long)).body.code).toBe('user.webhook_invalid')
    const wordy = { ...HOOK, webhook_secret: 'x'.repeat(501) }
    expect((await caller.put(PATH, wordy)).body.code).toBe('value.too_long')
  })

  test('a balance that calls move meanwhile is not written back', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    await Promise.all(Array.from({ length: 8 }, () => caller.put(PATH, HOOK)))
    expect((await caller.get('/api/user/self')).body.data.quota).toBe(1_000_000)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('notices follow the language in which the choice was made', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    const body = { ...MAIL, ...HOOK }
    const answer = await caller.put(PATH, body, { headers: { 'accept-language': 'zh-CN' } })
    expect(answer.body.message).toBe('设置已更新')
    expect((await settingOf(caller)).language).toBe('zh')
  })

  test('a choice by which no notice can arrive is kept, and says so', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const caller = await apiClient(gateway).as('user')
    const nowhere = await caller.put(PATH, MAIL)
    expect(nowhere.body).toMatchObject({ success: true, unreachable: 'no_address' })
    expect(nowhere.body.message).toContain('no notice can reach you')
    const off = await caller.put(PATH, { ...MAIL, notification_email: 'ann@example.com' })
    expect(off.body).toMatchObject({ success: true, unreachable: 'mail_off' })
    expect((await settingOf(caller)).notification_email).toBe('ann@example.com')
  })

  test('the site tells the threshold of who chose none, and whether it can mail', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const { data } = (await apiClient(gateway).get('/api/status')).body
    expect(data).toMatchObject({ quota_remind_threshold: 500_000, mail_enabled: false })
  })
})
