import { describe, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, PROTOCOLS } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { json, type Reply, sse, startUpstream } from '../support/upstream'

const KEY = 'app-4711|very-secret-upstream-key'
const SAID = { error: { message: `the key ${KEY} (very-secret-upstream-key) is wrong`, code: KEY } }

const REPLIES: Readonly<Record<string, { readonly reply: Reply; readonly stream: boolean }>> = {
  'a refusal': { reply: json(SAID, { status: 400 }), stream: false },
  'an error with status 200': { reply: json(SAID), stream: false },
  'the first frame of a stream': {
    reply: sse([`data: ${JSON.stringify(SAID)}\n\n`]),
    stream: true,
  },
}

describe.each(PROTOCOLS)('to a %s client', (protocol) => {
  for (const [where, { reply, stream }] of Object.entries(REPLIES)) {
    test(`a channel key that the upstream names in ${where} is not shown`, async () => {
      await using upstream = await startUpstream(reply)
      await using gateway = await startGateway({
        channels: [{ upstream, models: MODEL, key: KEY }],
        options: { ...PRICES, RetryTimes: 0 },
      })
      const response = await gateway.post(PATH_OF[protocol], ask(protocol, { stream }))
      const text = await response.text()
      await gateway.idle()
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(text).toContain('***')
      const [log] = (await gateway.services.logs.list({ type: 5 })).items
      const told = [text, log?.content, log?.other, JSON.stringify(gateway.logged)]
      for (const each of told) expect(each).not.toContain('very-secret-upstream-key')
    })
  }
})
