import { describe, expect, test } from 'bun:test'
import { expectRefusal, MODEL, PRICES, TYPE_OF, told } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { fixture, json, startUpstream } from '../support/upstream'

const CHAT = '/v1/chat/completions'
const { usage: _, ...WITHOUT_USAGE } = JSON.parse(fixture('openai/chat-text.json'))

/** As text, because writing such an object out is what the gateway must not do. */
function nested(levels: number): string {
  const schema = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const tools = `[{"type":"function","function":{"name":"f","parameters":${schema}}}]`
  return `{"model":"${MODEL}","messages":[{"role":"user","content":"hi"}],"tools":${tools}}`
}

const STRANGE = { model: MODEL, messages: [{ role: 'oracle', content: { riddle: 'four?' } }] }

describe('a body that passes through', () => {
  for (const [name, body] of [
    ['of a shape that only the upstream knows', JSON.stringify(STRANGE)],
    ['nested deeper than can be written out', nested(40_000)],
  ] as const) {
    test(`${name} is answered and billed, also when no usage is told`, async () => {
      await using upstream = await startUpstream(json(WITHOUT_USAGE))
      await using gateway = await startGateway({
        channels: [{ upstream, models: MODEL }],
        options: PRICES,
      })
      const response = await gateway.post(CHAT, body)
      const { usage, ...answer } = await response.json()
      expect(answer).toEqual(WITHOUT_USAGE)
      expect(upstream.last().bodyText).toBe(body)
      const [log] = (await gateway.services.logs.list({})).items
      expect(log).toMatchObject({ type: 2, prompt_tokens: Math.ceil(body.length / 2) })
      expect(usage.prompt_tokens).toBe(log?.prompt_tokens)
    })
  }
})

describe('a body nested too deep', () => {
  const channels = {
    'is translated to Anthropic': { type: TYPE_OF.anthropic },
    'is translated to Gemini': { type: TYPE_OF.gemini },
    'is changed by an override': { param_override: '{"seed":1}' },
  }
  for (const [why, channel] of Object.entries(channels)) {
    test(`is refused where it ${why}, and nothing is held`, async () => {
      await using upstream = await startUpstream(json({}))
      await using gateway = await startGateway({
        channels: [{ upstream, models: MODEL, ...channel }],
        options: PRICES,
      })
      const error = expectRefusal(await told(gateway.post(CHAT, nested(40_000))), 'openai', 400)
      expect(error.message).toContain('512')
      expect(upstream.requests).toHaveLength(0)
      expect(await gateway.services.ledger.verify()).toEqual([])
      expect((await gateway.post(CHAT, nested(400))).status).not.toBe(400)
    })
  }

  test('is refused where it is only counted', async () => {
    await using gateway = await startGateway({ options: PRICES })
    const body = nested(40_000).replace('"parameters"', '"input_schema"')
    const count = gateway.post('/v1/messages/count_tokens', body)
    expectRefusal(await told(count), 'claude', 400)
  })
})
