/** Thoughts of other vendors in the hands of clients of Gemini, which keep signatures alone. */
import { describe, expect, test } from 'bun:test'
import { json } from '../support/upstream'
import { MODEL, recorded, told } from './black-box'
import { asking, GENERATE, sharedGateways } from './gemini-wire'

const speaking = sharedGateways()

const CLAUDE = { type: 14 }

interface SentPart {
  readonly text?: string
  readonly thoughtSignature?: string
}

describe('thoughts of Claude', () => {
  const thinking = { type: 'thinking', thinking: 'Let me see.', signature: 'EqQBsigned' }
  const secret = { type: 'redacted_thinking', data: 'EmQKhidden' }
  const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { a: 1 } }
  const reply = json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [thinking, secret, use],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 9 },
  })
  const tools = [
    { functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] },
  ]
  const shown = { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } }

  test('come back to it whole from clients that keep the signature of the call alone', async () => {
    await speaking(reply, CLAUDE, async ({ gateway, upstream }) => {
      const question = asking({ tools, generationConfig: { ...shown, maxOutputTokens: 4096 } })
      const { candidates } = JSON.parse((await told(gateway.post(GENERATE, question))).text)
      const [thought, call] = candidates[0].content.parts
      expect(thought).toEqual({ text: 'Let me see.', thought: true })
      expect(call.functionCall).toEqual({ id: 'toolu_1', name: 'look', args: { a: 1 } })
      expect(Buffer.from(call.thoughtSignature, 'base64').toString('base64')).toBe(
        call.thoughtSignature,
      )
      const result = {
        functionResponse: { id: 'toolu_1', name: 'look', response: { output: 'x' } },
      }
      for (const parts of [[call], [thought, call]]) {
        const contents = [
          { role: 'user', parts: [{ text: 'Two plus two?' }] },
          { role: 'model', parts },
          { role: 'user', parts: [result] },
        ]
        await told(gateway.post(GENERATE, { ...question, contents }))
        const { messages } = JSON.parse(upstream.last().bodyText)
        expect(messages[1]).toEqual({ role: 'assistant', content: [thinking, secret, use] })
      }
    })
  })

  test('are not shown to clients that did not ask for them', async () => {
    await speaking(reply, CLAUDE, async ({ gateway }) => {
      const { candidates } = JSON.parse(
        (await told(gateway.post(GENERATE, asking({ tools })))).text,
      )
      expect(candidates[0].content.parts.map((part: SentPart) => part.text)).toEqual([undefined])
    })
  })

  test('are kept from Google, which would refuse them', async () => {
    let signature = ''
    await speaking(reply, CLAUDE, async ({ gateway }) => {
      const { candidates } = JSON.parse(
        (await told(gateway.post(GENERATE, asking({ tools })))).text,
      )
      signature = candidates[0].content.parts[0].thoughtSignature
    })
    const call = { functionCall: { name: 'look', args: {} } }
    const contents = [
      { role: 'user', parts: [{ text: 'hi' }] },
      {
        role: 'model',
        parts: [
          { text: '', thoughtSignature: signature },
          { ...call, thoughtSignature: signature },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] },
    ]
    for (const [models, mark] of [
      ['gemini-2.5-flash', {}],
      ['gemini-3-pro-preview', { thoughtSignature: 'skip_thought_signature_validator' }],
    ] as const) {
      const google = json(JSON.parse(recorded('gemini').json))
      await speaking(google, { models }, async ({ gateway, upstream }) => {
        const answer = await told(gateway.post(GENERATE.replace(/m:/, `${models}:`), { contents }))
        expect(answer.headers.get('x-gw-untranslated')).toBe('contents.thoughtSignature')
        expect(upstream.last().json).toMatchObject({
          contents: [{}, { parts: [{ ...call, ...mark }] }, {}],
        })
        expect(upstream.last().bodyText).not.toContain(signature)
      })
    }
  })
})
