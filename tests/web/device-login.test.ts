/** `gw login` without a password: its owner lets it in at a browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { API_PASSWORD } from '../support/api'
import { cliCommand, cliEnv, runCli } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const home = tempDir('home')
const env = { XDG_CONFIG_HOME: home.path }
let site: Console
beforeAll(async () => {
  site = await openConsole({ env: { GW_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  home.remove()
})

/** Begins a login; resolves when it has said where to go. */
async function gwLogin(args: readonly string[] = []) {
  const child = Bun.spawn(cliCommand(['login', site.gateway.url, '--name', 'prod', ...args]), {
    env: cliEnv(env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader()
  const read = async (): Promise<boolean> => {
    const { done, value = '' } = await reader.read()
    said += value
    return !done
  }
  while (!/[A-Z]{4}-[A-Z]{4}\n/.test(said) && (await read()));
  const [link = ''] = /http\S+/.exec(said) ?? []
  const ended = async () => {
    while (await read());
    return { code: await child.exited, stderr: said }
  }
  return { link, code: link.slice(-9), ended }
}

const logIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(API_PASSWORD)
  await page.keyboard.press('Enter')
}

test('a machine is let in by who logs in for it, with the keyboard alone', async () => {
  const login = await gwLogin(['--preset', 'read-only'])
  expect(login.link).toBe(`${site.gateway.url}/device?code=${login.code}`)
  await using visit = await site.open('nobody', { language: 'en', scheme: 'dark', width: 360 })
  const { page } = visit
  await page.goto(login.link)
  await logIn(page)
  await page.waitForURL('**/device?code=*')
  const field = page.getByLabel('Code', { exact: true })
  expect(await field.inputValue()).toBe(login.code)
  await field.press('Enter')
  await page.getByText('Let gw log in as root?').waitFor()
  await page.getByText('Approve only if you have just started this program').waitFor()
  await page.getByText('the same as yours').waitFor()
  await page.getByText('Read only').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await page.getByText('Approved; you can go back to your terminal').waitFor()
  const { code, stderr } = await login.ended()
  expect([code, stderr]).toEqual([0, expect.stringContaining('which only you can read')])
  const self = await runCli(['api', 'GET', '/api/user/self'], { env })
  expect(self.json()).toMatchObject({ data: { username: 'root' } })
  const change = await runCli(['api', 'POST', '/api/token/', '-f', 'name=x'], { env })
  expect([change.code, change.stdout]).toEqual([4, expect.stringContaining('token:write')])
  expect(visit.complaints).toEqual([])
}, 60_000)

test('a wrong code is told, and a program that is denied gets nothing', async () => {
  const login = await gwLogin()
  await using visit = await site.open('root', { language: 'zh', scheme: 'light', width: 1280 })
  const { page } = visit
  await visit.goto('/device')
  const field = page.getByLabel('代码', { exact: true })
  await field.fill('BBBB-BBBB')
  await field.press('Enter')
  await page.getByText('代码无效、已使用或已过期').waitFor()
  await field.fill(login.code.toLowerCase())
  await field.press('Enter')
  await page.getByRole('button', { name: '拒绝' }).click()
  await page.getByText('程序没有获得任何权限').waitFor()
  expect(await login.ended()).toEqual({
    code: 4,
    stderr: expect.stringContaining('the login was denied'),
  })
}, 60_000)

test('a program that asks from elsewhere is told apart', async () => {
  const asked = { client_id: '', device_name: 'elsewhere' }
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const { body } = await site.api.post('/api/oauth/device/code', asked, { headers })
  await using visit = await site.open('user', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto(`/device?code=${body.user_code}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The request comes from 203.0.113.9').waitFor()
  await page.getByText('Let a program log in as').waitFor()
  await page.getByText('elsewhere', { exact: true }).waitFor()
})
