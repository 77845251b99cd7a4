/** Numbers of invoices, on both engines. */
import { expect, test } from 'bun:test'
import { insertInvoice, listInvoices, takeNumber } from '../../db/tables/invoices'
import { onEveryEngine } from './engines'

const FACTS = {
  kind: 'invoice',
  series: 'invoice',
  ...{ year: 2026, refers_to: '', user_id: 1 },
  ...{ day: '2026-11-28', issued_at: 1, currency: 'EUR', total_cents: 1, net_cents: 1 },
  ...{ tax_cents: 0, tax_rate: 0, tax_name: '', buyer_name: '', buyer: '{}', seller: '{}' },
  lines: '[]',
} as const

onEveryEngine('numbers of invoices', (open) => {
  test('are given back by what fails, and leave no gap among those that run at once', async () => {
    const db = await open()
    const issue = async (index: number) =>
      await db.durably(async (trx) => {
        const serial = await takeNumber(trx, { series: 'invoice', year: 2026 })
        const facts = { ...FACTS, serial, number: `N${serial}`, position: 1 }
        await insertInvoice(trx, { ...facts, trade_no: `order-${index}` })
        if (index % 3 === 0) throw new Error('the process died before the commit')
      })
    const ends = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => issue(index)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    const rows = await listInvoices(db.lists, {}, { limit: 100, offset: 0 })
    const serials = rows.map(({ serial }) => Number(serial)).toSorted((a, b) => a - b)
    expect(serials).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('are counted apart by range and year, and an order has each document once', async () => {
    const db = await open()
    const taken = await db.durably(async (trx) => [
      await takeNumber(trx, { series: 'invoice', year: 2026 }),
      await takeNumber(trx, { series: 'credit_note', year: 2026 }),
      await takeNumber(trx, { series: 'invoice', year: 2027 }),
      await takeNumber(trx, { series: 'invoice', year: 2026 }),
    ])
    expect(taken).toEqual([1, 1, 1, 2])
    const insert = async (serial: number, position: number) =>
      await db.durably((trx) =>
        insertInvoice(trx, {
          ...{ ...FACTS, serial, position },
          ...{ number: `N${serial}`, trade_no: 'order' },
        }),
      )
    await insert(1, 1)
    await expect(insert(2, 1)).rejects.toThrow()
    await expect(insert(1, 2)).rejects.toThrow()
    await insert(2, 2)
  })
})
