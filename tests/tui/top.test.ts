/** `gw top` in a real pseudo terminal, on a gateway that it knows by its metrics alone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { runInTerminal } from '../support/terminal'
import { json, startUpstream, type Upstream } from '../support/upstream'

const TOKEN = 'a token of twenty letters'

let upstream: Upstream
let gateway: Gateway
beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: { GW_METRICS_TOKEN: TOKEN },
    options: PRICES,
    channels: [{ upstream, name: '北京一号', models: MODEL }],
  })
  await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const open = (columns: number, ...more: readonly string[]) =>
  runInTerminal(['top', '--url', gateway.url, '--every', '1', ...more], {
    columns,
    rows: 24,
    env: { GW_METRICS_TOKEN: TOKEN },
  })

for (const columns of [80, 160]) {
  test(`fits ${columns} columns, and q gives the terminal back`, async () => {
    await using program = open(columns)
    await program.shows('database ok')
    await program.shows('北京一号')
    for (const title of ['channel', 'model', 'process', 'error']) await program.shows(title)
    expect(program.isOnAlternateScreen()).toBeTrue()
    program.press('q')
    expect(await program.exited()).toBe(0)
    await program.givesBack()
  })
}

test('speaks Chinese', async () => {
  await using program = open(80, '--lang', 'zh')
  await program.shows('数据库正常')
  await program.shows('按 q 退出')
})

test('says what is wrong where no metrics are, and goes on asking', async () => {
  await using program = open(80, '--token', 'wrong')
  await program.shows('no metrics at')
  program.press('q')
  expect(await program.exited()).toBe(0)
})
