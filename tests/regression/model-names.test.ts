import { expect, test } from 'bun:test'
import { ask, expectRefusal, MODEL, PATH_OF, PRICES, PROTOCOLS, told } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const BIG = 'x'.repeat(300_000)

for (const protocol of PROTOCOLS) {
  const refused = async (body: string, status: number) => {
    await using upstream = await startUpstream(json({}))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const error = expectRefusal(await told(gateway.post(PATH_OF[protocol], body)), protocol, status)
    expect(upstream.requests).toHaveLength(0)
    return error
  }

  test(`${protocol}: a model name of a megabyte is refused, not remembered`, async () => {
    const body = JSON.stringify(ask(protocol, { model: 'm'.repeat(1_000_000) }))
    const error = await refused(body, 400)
    expect(error.message).toContain('255')
    expect(error.message.length).toBeLessThan(500)
  })

  for (const name of ['Model', 'MODEL', 'mOdel']) {
    test(`${protocol}: a second model in the field ${name} is not passed on unpriced`, async () => {
      const body = JSON.stringify(ask(protocol, { [name]: 'dearer' }))
      expect((await refused(body, 400)).message).toContain(name)
    })
  }

  test(`${protocol}: neither is one in a body too large to parse`, async () => {
    const body = JSON.stringify(ask(protocol, { filler: BIG, Model: 'dearer' }))
    await refused(body, 400)
  })

  test(`${protocol}: a mistyped model is told as not available, priced or not`, async () => {
    const body = JSON.stringify(ask(protocol, { model: 'gpt-4o-mimi' }))
    expect((await refused(body, 404)).message).toContain('gpt-4o-mimi')
  })
}
