/** Invoices of a process that is killed while it credits orders. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { listInvoices } from '../../db/tables/invoices'
import { listOrders } from '../../db/tables/orders'
import { type Fixture, OPERATOR, openFixture, PASSWORD } from './services-fixture'

const ORDERS = 24

let gw: Fixture
const orders: string[] = []

beforeAll(async () => {
  gw = await openFixture()
  const options = {
    OtherPaymentUrl: 'https://coins.example/pay?o={order}',
    OtherPaymentSecret: 'shared with the other service',
    ServerAddress: 'https://gw.example',
    InvoiceSellerName: 'Seller',
    InvoicesEnabled: 'true',
  }
  for (const [key, value] of Object.entries(options)) await gw.options.set(OPERATOR, { key, value })
  const { id: userId } = await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })
  for (let index = 0; index < ORDERS; index += 1) {
    const input = { userId, amount: 2, paymentMethod: 'webhook' }
    orders.push((await gw.payments.order(OPERATOR, input)).tradeNo)
  }
})
afterAll(async () => {
  await gw.close()
})

/** Kills it once it has said so often that an order is credited. */
async function killedAfter(lines: number, pending: readonly string[]): Promise<void> {
  const program = [process.execPath, join(import.meta.dir, 'invoice-writer.ts')]
  const child = Bun.spawn([...program, dirname(gw.db.file ?? ''), ...pending], { stdout: 'pipe' })
  let seen = 0
  for await (const chunk of child.stdout) {
    seen += new TextDecoder().decode(chunk).split('\n').length - 1
    if (seen >= lines) break
  }
  child.kill('SIGKILL')
  await child.exited
}

async function paid(): Promise<readonly string[]> {
  const rows = await listOrders(gw.db.lists, { status: 'success' }, { limit: 100, offset: 0 })
  return rows.map(({ trade_no }) => trade_no)
}

test('each credited order has one invoice, and the numbers have no gap', async () => {
  for (const lines of [3, 1, 5]) {
    const before = await paid()
    await killedAfter(
      lines,
      orders.filter((order) => !before.includes(order)),
    )
  }
  const done = await paid()
  expect(done.length).toBeGreaterThanOrEqual(9)
  for (const order of orders.filter((each) => !done.includes(each))) {
    await gw.payments.complete(OPERATOR, order)
  }
  const rows = await listInvoices(gw.db.lists, {}, { limit: 100, offset: 0 })
  expect(rows.map(({ trade_no }) => trade_no).toSorted()).toEqual(orders.toSorted())
  const serials = rows.map(({ serial }) => serial).toSorted((a, b) => a - b)
  expect(serials).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1))
  expect(await gw.ledger.verify()).toEqual([])
})
