/** What only the compiled program can get wrong: it carries its threads, or they do not start. */
import { expect, test } from 'bun:test'
import { runCli } from '../support/cli'
import { startGatewayProcess } from '../support/gateway-process'
import { json, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const ANSWER = {
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
}
const ASKED = { model: 'm', messages: [{ role: 'user', content: 'hello' }] }
/** Parsed by a thread. */
const LARGE = JSON.stringify(ASKED).replace('{', `{${' '.repeat(300_000)}`)

test('the compiled gateway relays, and its threads parse large bodies and read lists', async () => {
  await using upstream = await startUpstream(json(JSON.stringify(ANSWER)))
  await using gateway = await startGatewayProcess({
    binary: true,
    channels: [{ upstream, models: 'm' }],
    options: { ModelRatio: { m: 15 } },
  })
  for (const body of [ASKED, LARGE]) {
    const answer = await gateway.post('/v1/chat/completions', body)
    expect([answer.status, await answer.json()]).toEqual([200, ANSWER])
  }
  const reset = await gateway.cli(['access-token', 'reset', 'root', '--json'], { binary: true })
  const { user_id, access_token } = Object(reset.json())
  const headers = { authorization: access_token, 'new-api-user': String(user_id) }
  const listed = async () => {
    const answer = await fetch(`${gateway.url}/api/log/?p=1`, { headers })
    const { success, message, data } = Object(await answer.json())
    if (success !== true) throw new Error(message)
    return data.items
  }
  const rows = await waitUntil('both calls are listed', async () => {
    const items = await listed()
    return items.length === 2 ? items : undefined
  })
  expect(rows.map(({ type }: { type: number }) => type)).toEqual([2, 2])
  const looked = await gateway.cli(['doctor', '--offline', '--json'], { binary: true })
  const checks: readonly { id: string; status: string }[] = Object(looked.json())
  // Both are the same program, commit and all.
  expect(checks.filter(({ id }) => id === 'server').map(({ status }) => status)).toEqual(['ok'])
  expect(await gateway.stop()).toBe(0)
})

test('the compiled gateway has its manual, for the terminal and for browsers', async () => {
  const { code, stdout } = await runCli(['help', 'scale'], { binary: true, cwd: '/' })
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'Scale'])
  await using gateway = await startGatewayProcess({ binary: true })
  const page = await fetch(`${gateway.url}/docs/scale`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  const scripts = (await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)
  const sources = await Promise.all(
    [...scripts].map(async ([, path = '']) => await (await fetch(gateway.url + path)).text()),
  )
  const place = /\/assets\/manual-[\w-]+/.exec(sources.join('\n'))?.[0] ?? ''
  const text = await fetch(`${gateway.url}${place}/scale.json`)
  expect(await text.json()).toMatchObject({ title: 'Scale' })
})
