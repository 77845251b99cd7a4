import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { gate, sse, startUpstream } from '../support/upstream'
import { within } from '../support/wait-until'

const frame = (body: { type: string }) => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`

const OPENING = [
  frame({
    type: 'message_start',
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 20, output_tokens: 1 },
    },
  } as { type: string }),
  frame({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  } as { type: string }),
]

const WORDS = Array.from({ length: 30 }, (_, at) =>
  frame({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: ` word${at}` },
  } as { type: string }),
)

for (const path of ['/v1/chat/completions', '/v1/messages']) {
  test(`${path}: a cut Anthropic stream pays for its text, not the opening count`, async () => {
    const held = gate()
    await using upstream = await startUpstream(sse([OPENING.join(''), WORDS.join(''), held, '']))
    await using gateway = await startGateway({
      channels: [{ upstream, type: 14, models: 'claude-3-haiku-20240307' }],
    })
    const leave = new AbortController()
    const response = await gateway.post(
      path,
      {
        model: 'claude-3-haiku-20240307',
        max_tokens: 100,
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      },
      { signal: leave.signal },
    )
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    for (let seen = ''; !seen.includes('word29'); ) {
      seen += decoder.decode((await reader?.read())?.value, { stream: true })
    }
    leave.abort()
    await upstream.waitForAbort()
    held.open()
    await within('the bill', gateway.idle())
    const [log] = (await gateway.services.logs.list({ type: 2 })).items
    expect(log?.completion_tokens).toBeGreaterThan(30)
    expect(JSON.parse(log?.other ?? '{}').cut).toEqual({ by: 'client', policy: 'partial' })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
}
