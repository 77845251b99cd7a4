/** Where the sealing key comes from when it is not beside the database. */
import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '../../server/configuration'
import { sealingKey } from '../../server/configuration-key'
import { runCli } from '../support/cli'
import { tempDir } from '../support/temp-dir'

const KEY = 'a key that is long enough'

describe('the sealing key', () => {
  test('is the text, else of the file, else what the command prints', () => {
    using folder = tempDir('sealing')
    const file = join(folder.path, 'key')
    writeFileSync(file, `${KEY} of the file\n`)
    const env = { GW_SECRET_KEY_FILE: file, GW_SECRET_KEY_COMMAND: `echo '${KEY} of a command'` }
    expect(sealingKey({ ...env, GW_SECRET_KEY: KEY })).toBe(KEY)
    expect(sealingKey(env)).toBe(`${KEY} of the file`)
    expect(sealingKey({ ...env, GW_SECRET_KEY_FILE: '' })).toBe(`${KEY} of a command`)
    expect(sealingKey({})).toBeUndefined()
    expect(readConfiguration(env).secretKey?.reveal()).toBe(`${KEY} of the file`)
    expect(JSON.stringify(readConfiguration(env))).not.toContain(KEY)
  })

  test.each([
    ['GW_SECRET_KEY_FILE', '/nowhere/key', 'ENOENT'],
    ['GW_SECRET_KEY_COMMAND', 'exit 3', 'exit 3'],
    ['GW_SECRET_KEY_COMMAND', 'true', 'empty'],
  ])('of %s %s stops the start', (name, value, reason) => {
    expect(() => sealingKey({ [name]: value })).toThrow(`${name} gives no key: ${reason}`)
  })

  test('of a command opens for other commands what one has sealed', async () => {
    using folder = tempDir('sealing')
    const env = { GW_SECRET_KEY_COMMAND: `printf '%s' '${KEY}'` }
    const run = (args: readonly string[], more = env) =>
      runCli(args, { dataDir: folder.path, env: more })
    await run(['channel', 'add', 'one', '--key', 'sk-upstream'])
    const doctor = await runCli(['doctor'], {
      dataDir: folder.path,
      env: { GW_SECRET_KEY: KEY },
    })
    expect(doctor.stdout).not.toContain('GW_SECRET_KEY, of that time')
    const wrong = await run(['doctor'], { GW_SECRET_KEY_COMMAND: "echo 'another key altogether'" })
    expect(wrong.stdout).toContain('GW_SECRET_KEY, of that time')
  })
})
