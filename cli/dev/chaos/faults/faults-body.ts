/** Upstreams whose head is fine and whose JSON is not. */
import { CHARGE, completion, fullResponse, head } from '../../../provider/answers'
import type { Wire } from '../../../provider/wire'
import type { Ending, Plan } from './plan'

function body(ends: Ending, text: string | Uint8Array): Plan {
  return { ends, answer: (wire) => wire.send(fullResponse(text)) }
}

function usage(value: unknown): Plan {
  return body('complete', completion({ usage: value }))
}

/** Says one length and sends another. */
function lies(difference: number): Plan {
  return {
    ends: 'refused',
    async answer(wire: Wire) {
      const text = completion()
      await wire.send(head({ lines: [`content-length: ${text.length + difference}`] }) + text)
      wire.end()
    },
  }
}

export const BODY_FAULTS: Readonly<Record<string, Plan>> = {
  'empty-200': body('refused', ''),
  'broken-json': body('refused', '{"choices":[{"mess'),
  'json-array': body('refused', '[1,2,3]'),
  'no-choices': body('refused', '{"id":"x","object":"chat.completion"}'),
  'error-in-200': body('refused', '{"error":{"message":"quota","type":"insufficient"}}'),
  'length-too-long': lies(50),
  'length-too-short': lies(-20),
  'torn-utf8': {
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      const bytes = fullResponse(completion({ text: '世界 😀 世界' }))
      for (const byte of bytes) await wire.send(Buffer.from([byte]))
    },
  },
  'broken-utf8': body('refused', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d])),
  'large-json': {
    ends: 'complete',
    charge: CHARGE,
    answer: (wire) => wire.send(fullResponse(completion({ text: 'x'.repeat(4_000_000) }))),
  },
  'slow-body': {
    ends: 'complete',
    charge: CHARGE,
    async answer(wire) {
      const bytes = fullResponse(completion())
      for (let at = 0; at < bytes.length; at += 40) {
        await wire.send(bytes.subarray(at, at + 40))
        await wire.rest(20)
      }
    },
  },
  'body-stops': {
    ends: 'refused',
    async answer(wire) {
      const bytes = fullResponse(completion())
      await wire.send(bytes.subarray(0, bytes.length - 30))
      await wire.silence()
    },
  },
  'usage-negative': usage({ prompt_tokens: -5, completion_tokens: -9, total_tokens: -14 }),
  'usage-huge': usage({ prompt_tokens: 1e308, completion_tokens: 2, total_tokens: 1e308 }),
  'usage-text': usage({ prompt_tokens: '10', completion_tokens: 'many' }),
  'usage-null': usage(null),
  'usage-nested': usage({ prompt_tokens: { a: 1 }, completion_tokens: [3] }),
}
