/** `gw help TOPIC`: the pages of the manual in a terminal. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { MANUAL_INDEX, manualTopics } from '../../server/domain/manual'
import { runCli } from '../support/cli'
import { runInTerminal } from '../support/terminal'

const MANUAL = join(import.meta.dir, '../../web/docs')
const TOPICS = manualTopics(readFileSync(join(MANUAL, MANUAL_INDEX), 'utf8'))
const COLUMNS = 80

describe('gw help', () => {
  test('lists every topic that /docs lists', async () => {
    const { stdout } = await runCli(['help'])
    const listed = stdout.slice(stdout.indexOf('Topics of the manual')).split('\n\n')[0] ?? ''
    const ids = listed
      .split('\n')
      .slice(1)
      .flatMap((line) =>
        line
          .trim()
          .split(/\s{2,}/)[1]
          ?.split(', '),
      )
    expect(ids).toEqual(TOPICS.map(({ id }) => id))
  })

  test('has no topic that is called as a command is', () => {
    const commands = COMMANDS.map(({ path }) => path[0])
    expect(TOPICS.map(({ id }) => id).filter((id) => commands.includes(id))).toEqual([])
  })

  test('still explains commands', async () => {
    expect((await runCli(['help', 'channel', 'list'])).stdout).toContain('gw channel list')
    expect((await runCli(['help', 'doctor'])).stdout).toContain('gw doctor')
  })

  test('refuses a word that it does not know, and names what is near it', async () => {
    const { code, stderr } = await runCli(['help', 'chanels'])
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean channels, channel?')
    const strange = await runCli(['help', 'xyzzy'])
    expect([strange.code, strange.stderr.includes('Did you mean')]).toEqual([2, false])
    const noun = await runCli(['help', 'channel', 'lits'])
    expect([noun.code, noun.stderr.includes('list')]).toEqual([2, true])
  })

  test('says in the language of the reader that the manual is English', async () => {
    expect((await runCli(['help', '--lang', 'zh'])).stdout).toContain('正文为英文')
  })
})

describe('a topic', () => {
  test('is printed for 80 columns where there is no terminal, without colours', async () => {
    const { code, stdout } = await runCli(['help', 'scale'])
    expect(code).toBe(0)
    expect(stdout).toStartWith('Scale\n=====\n')
    expect(stdout).toContain('Several gateways\n----------------\n')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('](')
    const long = stdout.split('\n').filter((line) => Bun.stringWidth(line) > COLUMNS)
    // Code is never wrapped.
    expect(long.filter((line) => !line.startsWith('    '))).toEqual([])
  })

  test('names other topics as they are opened there', async () => {
    expect((await runCli(['help', 'limits'])).stdout).toContain('(gw help prices)')
    expect((await runCli(['help', 'manual'])).stdout).toContain('(gw help scale)')
  })

  test('with a table too wide for columns is told row by row', async () => {
    const { stdout } = await runCli(['help', 'channel-matrix'])
    expect(stdout).toMatch(/\nCohere\n {2}type: 34\n {2}chats, in the formats of: Cohere\n {2}✓ /)
  })

  test('goes through the pager of the reader on a terminal', async () => {
    await using program = runInTerminal(['help', 'limits'], {
      columns: COLUMNS,
      rows: 24,
      env: { PAGER: 'head -n 3; echo through the pager' },
    })
    await program.shows('through the pager')
    expect(program.lines().slice(0, 2)).toEqual(['Limits and budgets', '=================='])
    expect(await program.exited()).toBe(0)
  })

  test('is printed where the pager is not there', async () => {
    await using program = runInTerminal(['help', 'manual'], {
      columns: COLUMNS,
      rows: 80,
      env: { PAGER: 'no-such-pager-here' },
    })
    await program.shows('Price list')
    expect(await program.exited()).toBe(0)
  })
})
