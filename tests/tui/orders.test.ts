import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

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
  using screen = await openScreen({ gateway, screen: 'order', columns: 120 })
  const list = await screen.shows('USR7NOpaid', 'USR8NOwait', '+ Credited', '~ Waiting for payment')
  expect(list).toContain('¥73.00')
  expect(list).toContain('$10.00')
  expect(tooWide(list, 120)).toEqual([])
})

test('is narrowed to a state and a user', async () => {
  using screen = await openScreen({ gateway, screen: 'order' })
  await screen.shows('2 in all')
  await screen.openFilters()
  await screen.press(KEY.right, KEY.right, KEY.save)
  await screen.shows('status=', '1 in all')
  await screen.press('F')
  await screen.openFilters()
  await screen.press(KEY.tab)
  await screen.type('8')
  await screen.press(KEY.save)
  await screen.shows('user_id=8', '1 in all', 'USR8NOwait')
  await screen.openFilters()
  await screen.press(KEY.tab)
  await screen.type('ann')
  await screen.press(KEY.save)
  await screen.shows('User ID has to be a whole number')
})

test('leads to the user, and fits in Chinese at 80 by 24', async () => {
  using screen = await openScreen({ gateway, screen: 'order', language: 'zh' })
  expect(tooWide(await screen.shows('充值订单', 'USR7NOpaid'), 80)).toEqual([])
  await screen.press('U')
  await screen.shows('用户', '/8')
})
