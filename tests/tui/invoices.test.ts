import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { openScreen, tooWide } from './one-screen'

let gateway: Gateway
let userId = 0
beforeAll(async () => {
  const options = {
    OtherPaymentUrl: 'https://coins.example/pay?o={order}',
    OtherPaymentSecret: 'shared with the other service',
    ServerAddress: 'https://gw.example',
    InvoiceSellerName: 'Seller',
    InvoiceTaxRate: '1900',
    InvoicesEnabled: 'true',
  }
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => 1_750_000_000_000 } })
  const { services } = gateway
  for (const [key, value] of Object.entries(options)) {
    await services.options.set(TEST_ACTOR, { key, value })
  }
  const user = { username: 'ann', password: 'correct horse battery' }
  userId = (await services.users.create(TEST_ACTOR, user)).id
  const input = { userId, amount: 10, paymentMethod: 'webhook' }
  const { tradeNo } = await services.payments.order(TEST_ACTOR, input)
  await services.payments.complete(TEST_ACTOR, tradeNo)
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('lists what was issued, with its sum and its buyer', async () => {
  using screen = await openScreen({ gateway, screen: 'invoice', columns: 120 })
  const list = await screen.shows('INV-2025-000001', '10.00 USD', 'Invoice', 'ann')
  expect(tooWide(list, 120)).toEqual([])
})

test('a narrow terminal shows number, date and total', async () => {
  using screen = await openScreen({ gateway, screen: 'invoice', columns: 46 })
  await screen.shows('INV-2025-000001', '2025-06-15', '10.00 USD')
})

test('leads to the user, and fits in Chinese at 80 by 24', async () => {
  using screen = await openScreen({ gateway, screen: 'invoice', language: 'zh' })
  expect(tooWide(await screen.shows('全部发票', 'INV-2025-000001'), 80)).toEqual([])
  await screen.press('U')
  await screen.shows('用户', `/${userId}`)
})
