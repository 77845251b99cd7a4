import { expect, test } from 'bun:test'
import { billOf, PRICES, TYPE_OF } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { fixture, sse, startUpstream } from '../support/upstream'

const FRAMES = fixture('openai/chat-text.sse').replaceAll('\n', '\r')

for (const path of ['/v1/chat/completions', '/v1/messages']) {
  test(`a stream whose lines end in carriage returns alone is read, ${path}`, async () => {
    await using upstream = await startUpstream(sse([FRAMES]))
    await using gateway = await startGateway({
      channels: [{ upstream, type: TYPE_OF.openai, models: 'm' }],
      options: PRICES,
    })
    const messages = [{ role: 'user', content: 'hi' }]
    const answer = await gateway.post(path, { model: 'm', max_tokens: 9, stream: true, messages })
    const text = await answer.text()
    expect(text).toContain(path === '/v1/messages' ? 'message_stop' : 'data: [DONE]\n\n')
    expect(text).not.toContain('\r')
    await gateway.idle()
    const { row } = await billOf(gateway, answer.headers.get('x-oneapi-request-id') ?? '')
    expect(row.completion_tokens).toBeGreaterThan(0)
  })
}
