/** `gw help --json` and `gw help --skill`: all commands at once, for programs and agents. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { EXIT } from '../../cli/exit'
import { runCli } from '../support/cli'

const SKILL = join(import.meta.dir, '../../web/docs/skills/gw/SKILL.md')

interface Described {
  readonly command: string
  readonly summary: string
  readonly flags: readonly { readonly name: string }[]
  readonly json_fields: readonly string[]
}

test('the document has every command with its flags, fields and exit codes', async () => {
  const document = (await runCli(['help', '--json'])).json() as {
    readonly commands: readonly Described[]
    readonly exit_codes: readonly { readonly code: number }[]
  }
  const shown = COMMANDS.filter(({ hidden }) => hidden !== true)
  const facts = document.commands.map(({ command, flags, json_fields }) => ({
    command,
    flags: flags.map(({ name }) => name),
    json_fields,
  }))
  expect(facts).toEqual(
    shown.map(({ path, flags, json }) => ({
      command: path.join(' '),
      flags: Object.keys(flags).map((name) => `--${name}`),
      json_fields: [...json],
    })),
  )
  const codes = document.exit_codes.map(({ code }) => code)
  expect(codes).toEqual([...Object.values(EXIT)])
})

test('the document speaks the language of the reader', async () => {
  const { stdout } = await runCli(['help', '--json', '--lang', 'zh'])
  expect(JSON.parse(stdout).commands[0].summary).toMatch(/\p{Script=Han}/u)
})

// `bun cli/dev/manual.ts` writes what is missing.
test('the skill is the file that is served, and names commands that there are', async () => {
  const { stdout, code } = await runCli(['help', '--skill'])
  expect(code).toBe(0)
  expect(stdout).toBe(readFileSync(SKILL, 'utf8'))
  expect(stdout).toMatch(/^---\nname: gw\ndescription: .{50,1000}\n---\n/)
  const paths = new Set(COMMANDS.map(({ path }) => path.join(' ')))
  const table = stdout.slice(0, stdout.indexOf('## Commands'))
  const named = table.matchAll(/`gw ([a-z][\w-]*)(?: ([a-z][\w-]*))?/g)
  for (const [, first = '', second = ''] of named) {
    const isThere = first === 'help' || paths.has(first) || paths.has(`${first} ${second}`)
    expect([first, second, isThere]).toEqual([first, second, true])
  }
})
