import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ERRORS } from '../../server/domain/errors/catalogue'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import { signatureOf } from '../support/epay'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

const KEY = 'shop-secret'
const FACTS = { min: 5, method: 'gold', max: '1', service: 'epay', reason: 'x' }
let gw: Fixture
let userId: number

beforeEach(async () => {
  gw = await openFixture()
  userId = (await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })).id
  const options = {
    PayAddress: 'https://pay.example/',
    EpayId: '1001',
    EpayKey: KEY,
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries(options)) {
    await gw.options.set(OPERATOR, { key, value })
  }
})
afterEach(async () => {
  await gw.close()
})

async function order(): Promise<string> {
  const input = { userId, amount: 2, paymentMethod: 'alipay' }
  const { fields } = await gw.payments.order(person(1, userId), input)
  return fields.out_trade_no ?? ''
}

function signed(notice: Readonly<Record<string, string>>) {
  return { ...notice, sign: signatureOf(notice, KEY) }
}

const paid = (tradeNo: string, changes = {}) =>
  signed({
    pid: '1001',
    out_trade_no: tradeNo,
    money: '14.60',
    trade_status: 'TRADE_SUCCESS',
    ...changes,
  })
const settle = (notice: Readonly<Record<string, string>>) => gw.payments.settle(OPERATOR, notice)

test('every refusal of a notice has its own id', async () => {
  const tradeNo = await order()
  expect(await refusal(settle({ ...paid(tradeNo), sign: 'x' }))).toBe('payment.signature_invalid')
  expect(await refusal(settle({}))).toBe('payment.signature_invalid')
  expect(await refusal(settle(paid('USR1NOx')))).toBe('payment.order_not_found')
  for (const changes of [{ money: '14.61' }, { pid: '1' }, { trade_status: 'WAIT' }]) {
    expect(await refusal(settle(paid(tradeNo, changes)))).toBe('payment.order_mismatch')
  }
  await gw.options.reset(OPERATOR, 'EpayId')
  expect(await refusal(settle(paid(tradeNo)))).toBe('payment.closed')
  expect((await gw.users.show(userId)).quota).toBe(0)
})

test('a signed notice that fits no order is on record; a forged one leaves no trace', async () => {
  const tradeNo = await order()
  const receive = (notice: Readonly<Record<string, string>>) =>
    gw.payments.receiveNotice(OPERATOR, notice)
  expect(await receive({ ...paid(tradeNo), sign: 'forged' })).toBe(false)
  expect(await gw.audit.list({ action: 'order.refuse' })).toEqual([])
  expect(await receive(paid(tradeNo, { money: '0.01' }))).toBe(false)
  const [entry] = await gw.audit.list({ action: 'order.refuse' })
  expect(entry?.target).toBe(`order:${tradeNo}`)
  expect(JSON.parse(entry?.after ?? '')).toMatchObject({
    reason: 'payment.order_mismatch',
    money: '0.01',
  })
  expect(await receive(paid(tradeNo))).toBe(true)
})

test('a credit that cannot be booked leaves the order unpaid', async () => {
  const tradeNo = await order()
  await gw.db.kysely
    .updateTable('top_ups')
    .set({ user_id: 999 })
    .where('trade_no', '=', tradeNo)
    .execute()
  expect(await refusal(settle(paid(tradeNo)))).toBe('user.not_found')
  expect((await gw.payments.list()).items).toMatchObject([{ status: 'pending' }])
})

test('the key of the shop is in no order, log or audit entry', async () => {
  await settle(paid(await order()))
  const seen = [await gw.payments.list(), await gw.audit.list(), await gw.logs.list()]
  expect(JSON.stringify(seen)).not.toContain(KEY)
})

test('the catalogue has words for all of it in both languages', () => {
  const ids = Object.keys(ERRORS).filter((id) => id.startsWith('payment.'))
  expect(ids).toContain('payment.service_failed')
  for (const id of ids as (keyof typeof ERRORS)[]) {
    const error = new GatewayError(id, FACTS)
    expect(messageOf(error, 'zh')).not.toBe(messageOf(error, 'en'))
  }
})
