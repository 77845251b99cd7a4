/** Which payment services leave the invoice to the gateway. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { insertOrder } from '../../db/tables/orders'
import { PAYMENT_SERVICE_IDS } from '../../server/domain/payments/services'
import { type Fixture, OPERATOR, openFixture, PASSWORD } from './services-fixture'

let gw: Fixture
beforeAll(async () => {
  gw = await openFixture()
  await gw.options.set(OPERATOR, { key: 'InvoiceSellerName', value: 'Seller' })
  await gw.options.set(OPERATOR, { key: 'InvoicesEnabled', value: 'true' })
})
afterAll(async () => {
  await gw.close()
})

test('those that sell in their own name have sent one already', async () => {
  const { id: user_id } = await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })
  const facts = { amount: 1, credits: 500_000, money_cents: 730, payment_method: 'any' }
  for (const service of PAYMENT_SERVICE_IDS) {
    const times = { status: 'pending', create_time: 1_700_000_000, complete_time: 0 }
    const order = { ...facts, ...times, user_id, service, trade_no: `of-${service}` }
    await gw.db.transaction((trx) => insertOrder(trx, order))
    await gw.payments.complete(OPERATOR, order.trade_no)
  }
  const { items } = await gw.invoices.list({ page_size: 100 })
  expect(items.map(({ trade_no }) => trade_no).toSorted()).toEqual([
    'of-alipay',
    'of-epay',
    'of-stripe',
    'of-webhook',
    'of-wechat',
  ])
})
