/** What a command line opens beyond itself: programs on the PATH, and pages of the console. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE_PAGES } from '../../cli/commands/open'
import { ROUTES } from '../../web/routes'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

beforeAll(() => {
  shell = openShell()
})
afterAll(() => shell.remove())

/** Puts the script into a folder of the PATH. */
function place(name: string, script: string): Readonly<Record<string, string>> {
  const path = join(shell.dataDir, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return { PATH: `${shell.dataDir}:${process.env.PATH}` }
}

describe('a program gw-NAME on the PATH', () => {
  test('runs as gw NAME, with its words, its streams and its exit code', async () => {
    const env = place('gw-hello', 'echo "$@"; cat; exit 7')
    const options = { dataDir: undefined, env, input: 'from stdin' }
    const { code, stdout } = await shell.gw(['hello', '--json', 'a b'], options)
    expect({ code, stdout }).toEqual({ code: 7, stdout: '--json a b\nfrom stdin' })
  })

  test('never stands for a command, nor for one that is not there', async () => {
    const env = place('gw-status', 'echo plugin')
    const status = await shell.gw(['status', '--help'], { dataDir: undefined, env })
    expect([status.code, status.stdout.includes('plugin')]).toEqual([0, false])
    expect((await shell.gw(['no-such'], { dataDir: undefined, env })).code).toBe(2)
  })
})

describe('gw open', () => {
  test('leads to pages that the console has', () => {
    const paths = ROUTES.flatMap((row) => row.paths)
    const addresses = Object.values(CONSOLE_PAGES).flatMap(({ path, one }) => [path, one ?? path])
    const patterns = addresses.map((address) => address.replace(/\?.*/, '').replace(/\/$/, '/:id'))
    expect(patterns.filter((pattern) => !paths.some((path) => path === pattern))).toEqual([])
  })

  test('prints the address, and opens a browser where there is one', async () => {
    const env = place('xdg-open', `echo "$1" > ${join(shell.dataDir, 'opened')}`)
    const elsewhere = { ...env, GW_URL: 'http://gw.example', GW_ACCESS_TOKEN: 'x' }
    const options = { dataDir: undefined, env: elsewhere }
    const printed = await shell.gw(['open', 'channel', '3'], options)
    expect(printed.stdout).toBe('http://gw.example/channel/edit/3\n')
    const seen = await shell.gw(['open', '--json'], {
      ...options,
      env: { ...elsewhere, DISPLAY: ':0' },
    })
    expect(seen.json()).toEqual({ url: 'http://gw.example/overview', opened: true })
    expect((await shell.gw(['open', 'price', '3'], options)).code).toBe(2)
  })
})
