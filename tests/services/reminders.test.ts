import { describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { createLogger } from '../../server/log'
import { createBackground } from '../../server/services/background'
import { createReminders } from '../../server/services/reminders/low-quota'
import { ask, PATH_OF, PRICES } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startSmtpSink } from '../support/smtp-sink'
import { fixture, json, startUpstream } from '../support/upstream'

const MINUTE = 60_000

function reminders(warn: (about: { userId: number; remaining: number }) => Promise<unknown>) {
  const clock = { ms: 1_700_000_000_000 }
  const lines: string[] = []
  const now = { nowMs: () => clock.ms }
  const log = createLogger({
    write: (line) => lines.push(line),
    readable: false,
    level: 'debug',
    clock: now,
  })
  const background = createBackground(log)
  return { ...createReminders({ clock: now, background, warn }), clock, lines, background }
}

describe('a reminder of low quota', () => {
  test('is passed on once a minute for each user, with what is left then', async () => {
    const told: unknown[] = []
    const { quotaLow, clock } = reminders(async (about) => told.push(about))
    quotaLow(1, 90)
    quotaLow(1, 80)
    quotaLow(2, 70)
    clock.ms += MINUTE - 1
    quotaLow(1, 60)
    clock.ms += 1
    quotaLow(1, 50)
    expect(told).toEqual([
      { userId: 1, remaining: 90 },
      { userId: 2, remaining: 70 },
      { userId: 1, remaining: 50 },
    ])
  })

  test('that cannot be delivered ends up in the log, not in the call', async () => {
    const { quotaLow, lines, background } = reminders(() => Promise.reject(new Error('no post')))
    expect(() => quotaLow(1, 5)).not.toThrow()
    await background.idle()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('warning of low quota failed')
  })

  test('forgets the users of long ago rather than grow', async () => {
    let count = 0
    const { quotaLow } = reminders(async () => {
      count += 1
    })
    for (let user = 0; user <= 10_000; user += 1) quotaLow(user, 1)
    quotaLow(10_000, 1)
    expect(count).toBe(10_001)
    quotaLow(0, 1)
    expect(count).toBe(10_002)
  })
})

/** Kinds of notices that were due, arrived or not, in the order of their users. */
async function notices({ dataDir, idle }: Gateway): Promise<string[]> {
  await idle()
  const db = await openDatabase(`${dataDir}/gw.db`, { readonly: true })
  try {
    const rows = await db.reader.selectFrom('outbox').selectAll().orderBy('user_id').execute()
    return rows.map(({ user_id, kind }) => `${user_id} ${kind}`)
  } finally {
    await db.close()
  }
}

describe('a call that costs 30 credits', () => {
  async function after(quota: number, options: Readonly<Record<string, unknown>> = {}) {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      users: [{ quota, email: 'ann@example.com' }],
      options: { ...PRICES, PreConsumedQuota: 10, ...options },
    })
    const response = await gateway.post(PATH_OF.openai, ask('openai'))
    expect(response.status).toBe(200)
    return { due: await notices(gateway), user: gateway.userIds[0] }
  }

  test('warns a user who is left with less than QuotaRemindThreshold', async () => {
    const { due, user } = await after(5_029, { QuotaRemindThreshold: 5_000 })
    expect(due).toEqual([`${user} quota_exceed`])
  })

  test('warns nobody who is left with as much', async () => {
    expect((await after(5_030, { QuotaRemindThreshold: 5_000 })).due).toEqual([])
  })

  test('takes 500,000 credits where no threshold was saved, as the form shows', async () => {
    expect((await after(500_030)).due).toEqual([])
    expect((await after(500_029)).due).toHaveLength(1)
  })

  test('warns once in QuotaRemindIntervalMinutes, whatever happens between', async () => {
    const clock = { ms: 1_700_000_000_000 }
    await using sink = await startSmtpSink()
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      clock: { nowMs: () => clock.ms },
      channels: [{ upstream, models: 'm' }],
      users: [{ quota: 900, email: 'ann@example.com' }],
      options: {
        ...PRICES,
        ...sink.options,
        PreConsumedQuota: 10,
        QuotaRemindIntervalMinutes: 30,
      },
    })
    const sentAt = async (): Promise<number[]> => {
      expect((await gateway.post(PATH_OF.openai, ask('openai'))).status).toBe(200)
      await gateway.idle()
      const db = await openDatabase(`${gateway.dataDir}/gw.db`, { readonly: true })
      const rows = await db.reader.selectFrom('notices').select('sent_at').execute()
      await db.close()
      return rows.map(({ sent_at }) => sent_at)
    }
    const first = clock.ms
    expect(await sentAt()).toEqual([first])
    clock.ms += 29 * MINUTE
    expect(await sentAt()).toEqual([first])
    clock.ms += MINUTE
    expect(await sentAt()).toEqual([first + 30 * MINUTE])
  })

  test("prefers the user's own threshold", async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      users: [{ quota: 90_000, email: 'ann@example.com' }],
      options: { ...PRICES, QuotaRemindThreshold: 10 },
    })
    await gateway.post(PATH_OF.openai, ask('openai'))
    expect(await notices(gateway)).toEqual([])
    const id = gateway.userIds[0] ?? 0
    await gateway.services.notifications.setSetting(
      { ...TEST_ACTOR, kind: 'user', id },
      { notify_type: 'email', quota_warning_threshold: 90_000, language: 'en' },
    )
    await gateway.post(PATH_OF.openai, ask('openai'))
    expect(await notices(gateway)).toEqual([`${id} quota_exceed`])
  })
})
