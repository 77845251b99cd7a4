/** Ctrl-C in a conversation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { runInTerminal } from '../support/terminal'
import { gate, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const DELTA = { index: 0, delta: { content: 'piece ' } }
const CHUNK = { id: 'c', object: 'chat.completion.chunk', model: 'gpt-4o', choices: [DELTA] }
const FRAME = `data: ${JSON.stringify(CHUNK)}\n\n`

let upstream: Upstream
let gateway: Gateway
beforeAll(async () => {
  upstream = await startUpstream(sse([FRAME, gate()]))
  gateway = await startGateway({ channels: [{ upstream, models: 'gpt-4o' }] })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

test('stops the answer and the upstream; at the prompt it ends the conversation', async () => {
  await using program = runInTerminal(['chat', '--model', 'gpt-4o'], {
    columns: 80,
    rows: 24,
    dataDir: gateway.dataDir,
    // The address is that of the data folder's server, whatever the port of others.
    env: { GW_TOKEN_KEY: gateway.keys[0] ?? '', PORT: '1' },
  })
  await program.shows('>')
  program.press('hello\r')
  await program.shows('piece')
  program.press('\u0003')
  await program.shows('stopped')
  await upstream.waitForAbort()
  await waitUntil('the next prompt', () => program.lines().includes('>'))
  program.press('\u0003')
  expect(await program.exited()).toBe(0)
  expect(program.lines().join('\n')).not.toContain('error')
})
