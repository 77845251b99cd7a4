/** A gateway that is killed while work goes on upstream: nobody pays twice, or for nothing. */
import { expect, test } from 'bun:test'
import { type GatewayClient, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { PLENTY } from '../support/seed'
import { gate, json, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { MODEL, PRICES, RECORDED_CHARGE } from './black-box'
import { KeepingVendor, USAGE } from './keeping-vendor'

const ASKED = { model: MODEL, input: 'hi', background: true }

/** The state of the first user's account in the gateway that follows a killed one. */
async function afterwards(
  killed: GatewayClient,
  check: (spent: () => Promise<number>) => Promise<void>,
) {
  await using gateway = await startGateway({ restartOf: killed })
  await check(async () => {
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
    return PLENTY - (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  })
}

test('killed before the upstream has answered, it gives the hold back', async () => {
  await using upstream = await startUpstream(json({}, { before: gate() }))
  await using first = await startGatewayProcess({
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
  })
  const asked = first.post('/v1/responses', ASKED).catch(() => undefined)
  await upstream.waitForRequests(1)
  await first.kill9()
  await asked
  await afterwards(first, async (spent) => expect(await spent()).toBe(0))
})

test('killed when the client knows the id, the next one bills the end once', async () => {
  const vendor = new KeepingVendor('a')
  vendor.response = { status: 'queued', output: [], usage: null }
  await using upstream = await startUpstream(vendor.answer)
  await using first = await startGatewayProcess({
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
  })
  const answers = await Promise.all([1, 2, 3].map(() => first.post('/v1/responses', ASKED)))
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
  await first.kill9()
  for (const id of ids)
    Object.assign(vendor.objects.get(id) ?? {}, { status: 'completed', usage: USAGE })
  await afterwards(first, async (spent) => {
    await waitUntil('all are billed', async () => (await spent()) === 3 * RECORDED_CHARGE)
  })
  // A third start finds nothing that is still owed.
  const questions = upstream.requests.length
  await afterwards(first, async (spent) => expect(await spent()).toBe(3 * RECORDED_CHARGE))
  expect(upstream.requests).toHaveLength(questions)
})
