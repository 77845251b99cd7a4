import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { openReservations } from '../../db/tables/reservations'
import { ask, MODEL, PRICES } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { gate, json, startUpstream } from '../support/upstream'

for (const [path, field] of [
  ['/v1/chat/completions', 'n'],
  ['/v1/completions', 'best_of'],
] as const) {
  test(`${path}: a call with ${field} 10 holds ten answers, not one`, async () => {
    const before = gate()
    await using upstream = await startUpstream(json({}, { status: 400, before }))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const body = { ...ask('openai', { max_tokens: 1000, [field]: 10 }), prompt: 'hi' }
    const pending = gateway.post(path, body)
    await upstream.waitForRequests(1)
    const db = await openDatabase(`${gateway.dataDir}/gw.db`, { readonly: true })
    const [held] = await openReservations(db)
    await db.close()
    before.open()
    expect((await pending).status).toBe(400)
    expect(held?.amount).toBeGreaterThanOrEqual(20_000)
    expect(held?.amount).toBeLessThan(21_000)
  })
}
