/** Queries of money and usage that SQL dialects like to disagree on. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { insertRows } from '../../db/insert-rows'
import { enabledRoutes, replaceAbilities } from '../../db/tables/abilities'
import { drawingStates, listDrawings } from '../../db/tables/drawings'
import {
  averageLogBytes,
  removeLogsBefore,
  secondOfRow,
  sumLogQuota,
  sumLogTokens,
} from '../../db/tables/logs'
import { completeOrder, expireOrders, insertOrder } from '../../db/tables/orders'
import {
  claimRedemption,
  insertRedemption,
  listRedemptions,
  updateRedemption,
} from '../../db/tables/redemptions'
import { listTasks, taskStates } from '../../db/tables/tasks'
import { hoursOfModels, hoursOfUser } from '../../db/tables/usage-hours'
import { onEveryEngine } from './engines'

const FIRST = { limit: 10, offset: 0 }
const log = (created_at: number) => ({
  user_id: 1,
  created_at,
  type: 2,
  content: 'ü'.repeat(10),
  username: '',
  token_name: '',
  model_name: '',
  quota: 2 ** 40,
  prompt_tokens: 3,
  completion_tokens: 4,
  use_time: 0,
  is_stream: 0 as const,
  channel_id: 0,
  token_id: 0,
  group: '',
  ip: '',
  request_id: '',
  other: '',
})

async function order(db: Db, trade_no: string, create_time: number) {
  return await insertOrder(db.kysely, {
    user_id: 1,
    amount: 1,
    credits: 500_000,
    money_cents: 730,
    trade_no,
    payment_method: 'alipay',
    status: 'pending',
    create_time,
    complete_time: 0,
  })
}

onEveryEngine('money and usage', (open) => {
  test('sums of logs are numbers, also beyond 32 bits and of no rows', async () => {
    const db = await open()
    expect(await sumLogQuota(db.lists, {})).toBe(0)
    expect(await sumLogTokens(db.lists, { from: 0 })).toEqual({ rows: 0, tokens: 0 })
    await insertRows(db.kysely, 'logs', [log(1), log(2), log(3)])
    expect(await sumLogQuota(db.lists, { type: 2 })).toBe(3 * 2 ** 40)
    expect(await sumLogTokens(db.lists, { from: 2 })).toEqual({ rows: 2, tokens: 14 })
  })

  test('logs are measured, and deleted oldest first in steps', async () => {
    const db = await open()
    expect(await averageLogBytes(db.lists)).toBeUndefined()
    await insertRows(db.kysely, 'logs', [log(3), log(1), log(2), log(4)])
    expect(await averageLogBytes(db.lists)).toBe(260)
    expect(await secondOfRow(db.lists, {}, 1)).toBe(3)
    expect(await secondOfRow(db.lists, {}, 4)).toBeUndefined()
    expect(await removeLogsBefore(db.kysely, 4, 2)).toBe(2)
    expect(await secondOfRow(db.lists, {}, 1)).toBe(3)
    expect(await removeLogsBefore(db.kysely, 4, 2)).toBe(1)
    expect(await removeLogsBefore(db.kysely, 4, 2)).toBe(0)
  })

  test('hours of all users add up by model', async () => {
    const db = await open()
    const row = { username: 'u', token_used: 2 ** 33, count: 1, quota: 5, created_at: 3600 }
    await insertRows(db.kysely, 'quota_data', [
      { ...row, user_id: 1, model_name: 'b' },
      { ...row, user_id: 2, model_name: 'b' },
      { ...row, user_id: 1, model_name: 'a' },
      { ...row, user_id: 1, model_name: 'a', created_at: 7200 },
    ])
    const all = await hoursOfModels(db.lists, { from: 3600, to: 7199 })
    expect(all).toMatchObject([
      { model_name: 'a', token_used: 2 ** 33, count: 1, quota: 5 },
      { model_name: 'b', token_used: 2 ** 34, count: 2, quota: 10, user_id: 0 },
    ])
    expect(await hoursOfUser(db.lists, 1, { from: 0, to: 9999 })).toHaveLength(3)
  })

  test('an order is paid once, also after it has expired', async () => {
    const db = await open()
    await order(db, 'old', 10)
    await order(db, 'older', 5)
    await order(db, 'new', 100)
    expect(await expireOrders(db.kysely, 50, 1)).toEqual(['old'])
    expect(await expireOrders(db.kysely, 50, 9)).toEqual(['older'])
    expect(await expireOrders(db.kysely, 50, 9)).toEqual([])
    for (const tradeNo of ['old', 'new']) {
      const paid = await completeOrder(db.kysely, tradeNo, {
        atSeconds: 200,
        providerTradeNo: 'p1',
      })
      expect(paid).toMatchObject({
        status: 'success',
        complete_time: 200,
        provider_trade_no: 'p1',
      })
      const again = { atSeconds: 201, providerTradeNo: 'p2' }
      expect(await completeOrder(db.kysely, tradeNo, again)).toBeUndefined()
    }
    expect(order(db, 'new', 1)).rejects.toThrow()
  })

  test('a code is claimed once and changed in the state it was read in only', async () => {
    const db = await open()
    const { id } = await insertRedemption(db.kysely, {
      user_id: 1,
      key: 'k',
      status: 1,
      name: '50%_\\ off',
      quota: 5,
      plan_id: 0,
      created_time: 0,
      redeemed_time: 0,
      used_user_id: 0,
      deleted_at: null,
    })
    for (const keyword of ['50%_\\', '50%_\\ OFF', String(id)]) {
      expect(await listRedemptions(db.lists, { keyword }, FIRST)).toHaveLength(1)
    }
    for (const keyword of ['5_', '%', '\\', 'off']) {
      expect(await listRedemptions(db.lists, { keyword }, FIRST)).toHaveLength(0)
    }
    const claim = { id, userId: 7, atSeconds: 9 }
    const claims = await Promise.all([1, 2, 3].map(() => claimRedemption(db.kysely, claim)))
    expect(claims.filter((row) => row !== undefined)).toMatchObject([{ used_user_id: 7 }])
    expect(await updateRedemption(db.kysely, { id, status: 1 }, { quota: 9 })).toBeUndefined()
  })

  test('abilities of some groups, each pair once, the enabled ones', async () => {
    const db = await open()
    const channel = await db.kysely
      .insertInto('channels')
      .values({ ...CHANNEL })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { channel_id: channel.id, enabled: 1, priority: 0, weight: 0, tag: null } as const
    await replaceAbilities(db.kysely, channel.id, [
      { ...row, group: 'a', model: 'm' },
      { ...row, group: 'b', model: 'm' },
      { ...row, group: 'a', model: 'off', enabled: 0 },
    ])
    const alike = { type: 1, model_mapping: '', other: '', base_url: CHANNEL.base_url }
    const route = { group: 'a', model: 'm', ...alike, channels: 1 }
    expect(await enabledRoutes(db.lists, ['a', 'c'])).toEqual([route])
    expect(await enabledRoutes(db.lists, 'all')).toEqual([route, { ...route, group: 'b' }])
    expect(await enabledRoutes(db.lists, [])).toEqual([])
  })

  test('lists of jobs are empty before there are any', async () => {
    const db = await open()
    const drawings = { userId: 1, channelId: 2, mjId: 'x', fromMs: 1, toMs: 2 }
    expect(await listDrawings(db.lists, drawings, FIRST)).toEqual([])
    expect(await drawingStates(db.lists, drawings)).toEqual([])
    const tasks = { userId: 1, platform: 'suno', taskId: 'x', status: 's', from: 1, to: 2 }
    expect(await listTasks(db.lists, tasks, FIRST)).toEqual([])
    expect(await taskStates(db.lists, tasks)).toEqual([])
  })
})

const CHANNEL = {
  type: 1,
  key_sealed: '',
  key_hash: '',
  openai_organization: '',
  frozen_until: 0,
  frozen_from: 0,
  test_model: '',
  status: 1,
  name: 'c',
  weight: 0,
  created_time: 0,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: 'm',
  group: 'a',
  used_quota: 0,
  model_mapping: '',
  status_code_mapping: '',
  priority: 0,
  auto_ban: 1,
  other_info: '',
  tag: null,
  setting: '',
  param_override: '',
  allow_private: 0,
} as const
