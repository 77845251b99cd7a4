import { describe, expect, test } from 'bun:test'
import {
  ask,
  type DialectName,
  MODEL,
  PAIRS,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  TYPE_OF,
} from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { fixture, sse, startUpstream } from '../support/upstream'

const MARK = '\uFEFF'
const SAID = 'Two plus two'

/** The first frame with text of a recorded stream, moved to its very beginning. */
function stream(dialect: DialectName): string {
  const text = fixture(`${dialect}/chat-text.sse`)
  return dialect === 'openai' ? text.slice(text.indexOf('\n\n') + 2) : text
}

function textIn(body: string): string {
  const events = body.matchAll(/^data: (\{.*)$/gm)
  return [...events]
    .map(([, data = '{}']) => {
      const event = JSON.parse(data)
      return event.choices?.[0]?.delta?.content ?? event.delta?.text ?? ''
    })
    .join('')
}

describe.each(PAIRS)('%s client, %s upstream', (protocol, dialect) => {
  const open = (upstream: { readonly url: string }) =>
    startGateway({
      channels: [{ upstream, type: TYPE_OF[dialect], models: MODEL }],
      options: PRICES,
    })

  test('a byte order mark before a stream costs no text', async () => {
    await using upstream = await startUpstream(sse([MARK + stream(dialect)]))
    await using gateway = await open(upstream)
    const response = await gateway.post(PATH_OF[protocol], ask(protocol, { stream: true }))
    const text = textIn((await response.text()).replaceAll(MARK, ''))
    await gateway.idle()
    expect(text).toContain(SAID)
    expect(text).toBe(textIn(await plain()))
    expect((await gateway.services.logs.list({})).items[0]?.quota).toBe(RECORDED_CHARGE)
  })

  async function plain(): Promise<string> {
    await using upstream = await startUpstream(sse([stream(dialect)]))
    await using gateway = await open(upstream)
    return await (await gateway.post(PATH_OF[protocol], ask(protocol, { stream: true }))).text()
  }

  test('a byte order mark before a JSON answer is not an error', async () => {
    const body = MARK + fixture(`${dialect}/chat-text.json`)
    await using upstream = await startUpstream({
      headers: { 'content-type': 'application/json' },
      body,
    })
    await using gateway = await open(upstream)
    const response = await gateway.post(PATH_OF[protocol], ask(protocol))
    expect(await response.text()).toContain(SAID)
    expect(response.status).toBe(200)
  })
})
