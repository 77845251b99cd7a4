/** Whatever a gateway has billed, its receipt adds up with the ledger. */
import { expect } from 'bun:test'
import type { Gateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

/** Of every call in the log that reached a channel. Fails where there is none. */
export async function expectReceipts(gateway: Gateway): Promise<void> {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ page_size: 100 })
  const bills = items.filter(({ type, channel_id }) => type === 2 || (type === 5 && channel_id > 0))
  expect(bills).not.toHaveLength(0)
  for (const { request_id, quota } of bills) {
    const receipt = await gateway.services.bills.receipt(TEST_ACTOR, request_id)
    expect(receipt).toMatchObject({ request_id, charged: quota, agrees: true })
    expect(receipt.tries).not.toHaveLength(0)
    if (quota === 0) continue
    expect(receipt.lines[0]?.kind).toBe('reserve')
    expect(receipt.held).toBeGreaterThan(0)
    expect(receipt.lines.reduce((sum, { charge }) => sum + charge, 0)).toBe(quota)
  }
}
