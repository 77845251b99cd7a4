/** A stream ends where its protocol says so, whatever its upstream still writes. */
import { describe, expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { gate, sse, startUpstream } from '../support/upstream'
import { within } from '../support/wait-until'
import { PRICES } from './black-box'
import { NATIVE_PAIRS, saidIn, streamClients, TRANSLATED_PAIRS, UPSTREAMS } from './stream-pairs'

const CLIENTS = streamClients()
const AFTER = 'data: {"choices":[{"index":0,"delta":{"content":"AFTERDONE"}}]}\n\n'

/** Gemini's streams end with their body alone. */
const PAIRS = [...NATIVE_PAIRS, ...TRANSLATED_PAIRS].filter(([, name]) => name !== 'gemini')

describe.each(PAIRS)('%s clients of %s upstreams that go on', (client, upstream) => {
  const { type, sse: recorded } = UPSTREAMS[upstream]
  const { path, body } = CLIENTS[client]

  for (const [how, pieces] of Object.entries({
    'in one piece': [recorded + AFTER],
    'in another piece': [recorded, AFTER],
  })) {
    test(`get the answer alone, and the upstream is let go, ${how}`, async () => {
      const answered = gate()
      const endless = sse([...pieces, answered, AFTER], { ending: 'hang' })
      await using speaking = await startUpstream([sse([recorded]), endless])
      await using gateway = await startGateway({
        channels: [{ upstream: speaking, type, models: 'm' }],
        options: PRICES,
      })
      const plain = await (await gateway.post(path, body)).text()
      const response = await gateway.post(path, body)
      const text = await within('end of the answer', response.text())
      expect(saidIn(text)).toEqual(saidIn(plain))
      answered.open()
      await speaking.waitForAbort()
      await gateway.idle()
      const { items } = await gateway.services.logs.list()
      expect(items[0]?.quota).toBe(items[1]?.quota)
    })
  }
})

test('a transcript ends with its last event', async () => {
  const delta =
    'event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"hi"}\n\n'
  const done = 'event: transcript.text.done\ndata: {"type":"transcript.text.done","text":"hi"}\n\n'
  await using upstream = await startUpstream(sse([delta + done + delta], { ending: 'hang' }))
  await using gateway = await startGateway({
    channels: [{ upstream, type: 1, models: 'm' }],
    options: PRICES,
  })
  const form = new FormData()
  form.set('model', 'm')
  form.set('stream', 'true')
  form.set('file', new File([Buffer.alloc(64)], 'a.mp3'))
  const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.keys[0]}` },
    body: form,
  })
  expect(await within('end of the answer', response.text())).toBe(delta + done)
})
