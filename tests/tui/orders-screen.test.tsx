import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { showScreen, tooWide } from './fake-terminal'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const order = {
    user_id: 7,
    amount: 10,
    credits: 5_000_000,
    money_cents: 7300,
    trade_no: 'USR7NOpaid',
    payment_method: 'alipay',
    status: 'success',
    create_time: 1_750_000_000,
    complete_time: 1_750_000_060,
  }
  const waiting = { ...order, trade_no: 'USR8NOwait', status: 'pending', complete_time: 0 }
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.kysely
    .insertInto('top_ups')
    .values([order, { ...waiting, user_id: 8 }])
    .execute()
  await db.close()
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('lists what was ordered, what is to be paid and what was credited', async () => {
  await using screen = await showScreen({ gateway, screen: 'order', columns: 120 })
  const list = await screen.shows('USR7NOpaid', 'USR8NOwait', '+ Credited', '~ Waiting for payment')
  expect(list).toContain('¥73.00')
  expect(list).toContain('$10.00')
  expect(tooWide(list, 120)).toEqual([])
})

test('is narrowed to a state and a user', async () => {
  await using screen = await showScreen({ gateway, screen: 'order' })
  await screen.shows('2 in all')
  await screen.press('f', 'right', 'right', 'ctrl+s')
  await screen.shows('status=', '1 in all')
  await screen.press('F', 'f', 'tab', ...'8', 'ctrl+s')
  await screen.shows('user_id=8', '1 in all', 'USR8NOwait')
  await screen.press('f', 'tab', ...'ann', 'ctrl+s')
  await screen.shows('User ID has to be a whole number')
})

test('leads to the user, and fits in Chinese at 80 by 24', async () => {
  await using screen = await showScreen({ gateway, screen: 'order', language: 'zh' })
  expect(tooWide(await screen.shows('充值订单', 'USR7NOpaid'), 80)).toEqual([])
  await screen.press('U')
  await screen.shows('用户管理', '/8')
})
