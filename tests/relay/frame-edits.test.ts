/** Single fields of frames that pass as they came. */
import { describe, expect, test } from 'bun:test'
import { editFrames, withoutNull } from '../../server/relay/call/stream/frame-edits'
import { modelEdit } from '../../server/relay/call/stream/shown-model'
import { startGateway } from '../support/gateway'
import { frames, sse, startUpstream } from '../support/upstream'
import { PRICES } from './black-box'
import { streamClients, UPSTREAMS } from './stream-pairs'

const RESPONSES = modelEdit({ protocol: 'responses', operation: 'chat' }, 'asked')
const CHAT = modelEdit({ protocol: 'openai', operation: 'chat' }, 'asked')
const UNASKED = withoutNull('usage')

describe('a frame', () => {
  for (const [what, edit, before, after] of [
    ['with the field', CHAT, 'data: {"model":"x"}\n\n', 'data: {"model":"asked"}\n\n'],
    [
      'whose object has it further in',
      RESPONSES,
      'event: a\ndata: {"response":{"a":[{"model":"x"}],"model" : "x","o":[]}}\r\n\r\n',
      'event: a\ndata: {"response":{"a":[{"model":"x"}],"model" : "asked","o":[]}}\r\n\r\n',
    ],
    [
      'among others',
      CHAT,
      'data:{"model":"x"}\n\ndata: {"a":"model"}\n\nid: 1\ndata: {"b":{},"model":"x"}\n\n',
      'data:{"model":"asked"}\n\ndata: {"a":"model"}\n\nid: 1\ndata: {"b":{},"model":"asked"}\n\n',
    ],
    ['with a field that is last', UNASKED, 'data: {"a":1,"usage":null}\n\n', 'data: {"a":1}\n\n'],
    ['with one that is first', UNASKED, 'data: {"usage": null,"a":1}\n\n', 'data: {"a":1}\n\n'],
    ['with no other', UNASKED, 'data: {"usage":null}\n\n', 'data: {}\n\n'],
  ] as const) {
    test(`${what} is changed in that alone`, () => {
      expect(editFrames(Buffer.from(before), [edit]).toString()).toBe(after)
    })
  }

  for (const [what, edit, text] of [
    ['that is no JSON', CHAT, 'data: "model"\n\ndata: {"model\n\nevent: "model"\n\n'],
    ['whose model is no text', CHAT, 'data: {"model":7}\n\n'],
    ['that says it in a text', CHAT, 'data: {"text":"model","a":"\\"model\\":\\"x\\""}\n\n'],
    ['that has usage', UNASKED, 'data: {"usage":{"a":null}}\n\n'],
    ['that has it elsewhere', UNASKED, 'data: {"a":{"usage":null}}\n\n'],
  ] as const) {
    test(`${what} is the very same`, () => {
      const frame = Buffer.from(text)
      expect(editFrames(frame, [edit])).toBe(frame)
    })
  }
})

test('a client that did not ask for usage has no field for it', async () => {
  const { type, sse: recorded } = UPSTREAMS.openai
  const withNulls = recorded.replace(/("choices":\[\{.*\])\}/g, '$1,"usage":null}')
  expect(withNulls).toContain('null,"usage":null}'.slice(4))
  await using upstream = await startUpstream(sse([withNulls]))
  await using gateway = await startGateway({
    channels: [{ upstream, type, models: 'm' }],
    options: PRICES,
  })
  const { path, body } = streamClients().openai
  const plain = await (await gateway.post(path, body)).text()
  expect(plain).not.toContain('usage')
  expect(frames(plain).length).toBe(frames(recorded).length - 1)
  const asked = { ...body, stream_options: { include_usage: true } }
  expect(await (await gateway.post(path, asked)).text()).toBe(withNulls)
})
