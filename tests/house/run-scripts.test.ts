import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from '../support/temp-dir'

const SCRIPTS = join(import.meta.dir, '..', '..', 'cli', 'dev')

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs text as a Node module; `import` finds the run scripts by their URL in `scripts`. */
async function node(text: string, signal?: NodeJS.Signals): Promise<Outcome> {
  const scripts = `const scripts = ${JSON.stringify(`file://${SCRIPTS}/`)};`
  const child = Bun.spawn(['node', '--input-type=module', '-e', scripts + text], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let stdout = ''
  let wasSent = false
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    stdout += decoder.decode(read.value)
    if (signal === undefined || wasSent || !stdout.includes('ready')) continue
    // Once: a second one would meet a script whose child has ended already.
    wasSent = true
    child.kill(signal)
  }
  return { code: await child.exited, stdout, stderr: await new Response(child.stderr).text() }
}

async function countOf(output: string, exitCode: number): Promise<unknown> {
  const { stdout } = await node(
    `const { countTests } = await import(scripts + 'test-summary.mjs')
     console.log(JSON.stringify(countTests(${JSON.stringify(output)}, ${exitCode})))`,
  )
  return JSON.parse(stdout)
}

describe('the sum of a test run', () => {
  test('is read from the summary at the end', async () => {
    const output = '(pass) x\n 99 pass\nlater\n\n 12 pass\n 1 skip\n 0 fail\nRan 13 tests\n'
    expect(await countOf(output, 0)).toEqual({ passed: 12, failed: 0 })
  })

  test('counts errors outside tests as failures', async () => {
    const output = ' 3 pass\n 2 fail\n 1 error\nRan 5 tests across 1 file.\n'
    expect(await countOf(output, 1)).toEqual({ passed: 3, failed: 3 })
  })

  test('reads a coloured summary', async () => {
    const output = '\u001b[0m\u001b[32m 4 pass\u001b[0m\n\u001b[31m 1 fail\u001b[0m\n'
    expect(await countOf(output, 1)).toEqual({ passed: 4, failed: 1 })
  })

  test('is a failure when the run broke off without a summary', async () => {
    expect(await countOf('panic: Segmentation fault\n', 132)).toEqual({ passed: 0, failed: 1 })
    expect(await countOf(' 4 pass\n 0 fail\n', 1)).toEqual({ passed: 4, failed: 1 })
  })
})

describe('the failures of a test run', () => {
  async function failuresIn(output: string): Promise<unknown> {
    const { stdout } = await node(
      `const { failuresByFile } = await import(scripts + 'test-summary.mjs')
       console.log(JSON.stringify(failuresByFile(${JSON.stringify(output)})))`,
    )
    return JSON.parse(stdout)
  }

  test('are named with their files, also where files print in pieces', async () => {
    const output = [
      'bun test v1.4.5 2x PARALLEL\n',
      'tests/a.test.ts:\n(pass) one [1.00ms]\n',
      'tests/b.test.tsx:\nerror: no\n(fail) group > two [12.50ms]\n',
      'tests/a.test.ts:\n\u001b[31m(fail)\u001b[0m three [3ms]\n',
      '2 tests failed:\n(fail) group > two [12.50ms]\n(fail) three [3ms]\n',
      ' 1 pass\n 2 fail\n',
    ].join('\n')
    expect(await failuresIn(output)).toEqual([
      'tests/b.test.tsx: group > two',
      'tests/a.test.ts: three',
    ])
  })

  test('include files that crashed or did not load', async () => {
    const output = [
      'tests/c.test.ts:\n\n# Unhandled error between tests\n---\nerror: at load\n',
      'tests/d.test.ts:\n(pass) four\n✗ tests/d.test.ts (worker crashed: SIGKILL)\n',
    ].join('\n')
    expect(await failuresIn(output)).toEqual([
      'tests/c.test.ts: an error outside its tests',
      'tests/d.test.ts: worker crashed: SIGKILL',
    ])
  })

  test('are none where all passed', async () => {
    expect(await failuresIn('tests/a.test.ts:\n(pass) says (fail) aloud\n 1 pass\n')).toEqual([])
  })
})

describe('a test that failed beside others', () => {
  /** `alone` is what a second run of its file would print. */
  async function told(failures: readonly string[], alone: string) {
    const { stdout, stderr } = await node(
      `const { tellUnsteady } = await import(scripts + 'unsteady-tests.mjs')
       const { countTests } = await import(scripts + 'test-summary.mjs')
       const output = ${JSON.stringify(alone)}
       const runAlone = async (files) => ({ output, files, ...countTests(output, 0) })
       const failures = ${JSON.stringify(failures)}
       const first = { passed: 10, failed: failures.length }
       console.log(JSON.stringify(await tellUnsteady(failures, first, runAlone)))`,
    )
    return { counts: JSON.parse(stdout), lines: stderr.trimEnd().split('\n') }
  }

  test('is named as unsteady where it passes alone, and as failed where it does not', async () => {
    const alone = 'tests/a.test.ts:\n(pass) one [1ms]\n(fail) two [1ms]\n 1 pass\n 1 fail\n'
    expect(await told(['tests/a.test.ts: one', 'tests/a.test.ts: two'], alone)).toEqual({
      counts: { passed: 11, failed: 1 },
      lines: [
        'gw: running once more, alone: tests/a.test.ts',
        'gw: failed in tests/a.test.ts: two',
        'gw: unsteady in tests/a.test.ts: one',
      ],
    })
  })

  test('gets no second run where many files failed', async () => {
    const failures = ['a', 'b', 'c', 'd'].map((name) => `tests/${name}.test.ts: one`)
    expect(await told(failures, ' 4 pass\n 0 fail\n')).toEqual({
      counts: { passed: 10, failed: 4 },
      lines: failures.map((failure) => `gw: failed in ${failure}`),
    })
  })
})

describe('a child of the run scripts', () => {
  const run = (child: string): string =>
    `const { runChild } = await import(scripts + 'child.mjs')
     process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(child)}], {
       cwd: '.', env: { GIVEN: 'yes' } })`

  test('hands over its exit code and gets the environment', async () => {
    const outcome = await node(run('console.log(process.env.GIVEN); process.exit(7)'))
    expect(outcome).toMatchObject({ code: 7, stdout: 'yes\n' })
  })

  test('that a signal killed ends with 128 and its number', async () => {
    expect(await node(run("process.kill(process.pid, 'SIGKILL')"))).toMatchObject({ code: 137 })
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`gets ${signal} and may finish in its own way`, async () => {
      const child = `process.on('${signal}', () => { console.log('bye'); process.exit(3) })
        setInterval(() => {}, 1000); console.log('ready')`
      expect(await node(run(child), signal)).toMatchObject({ code: 3, stdout: 'ready\nbye\n' })
    })
  }
})

describe('the packages', () => {
  let folder: ReturnType<typeof tempDir>
  const lock = JSON.stringify({
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
    },
  })

  beforeAll(() => {
    folder = tempDir('packages')
    mkdirSync(join(folder.path, 'node_modules', 'a'), { recursive: true })
    writeFileSync(join(folder.path, 'package-lock.json'), lock)
  })

  afterAll(() => folder.remove())

  const ensure = (): Promise<Outcome> =>
    node(
      `process.env.npm_execpath = ''
       process.env.PATH = ''
       const { ensurePackages } = await import(scripts + 'packages.mjs')
       ensurePackages(${JSON.stringify(folder.path)})`,
    )

  test('that npm cannot install are a clear failure', async () => {
    const outcome = await ensure()
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('could not be installed')
    expect(existsSync(join(folder.path, 'node_modules', '.gw-lock-hash'))).toBe(false)
  })

  test('that someone installed by hand are not installed again', async () => {
    const installed = { packages: { 'node_modules/a': { version: '1.0.0' } } }
    const hidden = join(folder.path, 'node_modules', '.package-lock.json')
    writeFileSync(hidden, JSON.stringify(installed))
    expect(await ensure()).toMatchObject({ code: 0, stderr: '' })
    const stamp = readFileSync(join(folder.path, 'node_modules', '.gw-lock-hash'), 'utf8')
    expect(stamp.trim()).toBe(createHash('sha256').update(lock).digest('hex'))
  })

  test('of another lock file are installed anew', async () => {
    const changed = lock.replace('1.0.0', '2.0.0')
    writeFileSync(join(folder.path, 'package-lock.json'), changed)
    expect(await ensure()).toMatchObject({ code: 1 })
  })

  test('without a Bun for this machine are a clear failure', async () => {
    const bin = join(folder.path, 'node_modules', 'bun', 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'bun.exe'), 'a placeholder')
    const outcome = await node(
      `const { findBun } = await import(scripts + 'packages.mjs')
       findBun(${JSON.stringify(folder.path)})`,
    )
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('no Bun for this platform')
  })
})

test('an unknown script is wrong usage and names the known ones', async () => {
  const child = Bun.spawn(['node', join(SCRIPTS, 'run.mjs'), 'fly'], { stderr: 'pipe' })
  expect(await child.exited).toBe(2)
  expect(await new Response(child.stderr).text()).toContain(
    'start|dev|gw|build|release|bench|chaos|screenshots|check|test',
  )
})

describe('npm test and npm run check', () => {
  const root = join(SCRIPTS, '..', '..')

  async function runScript(...args: readonly string[]): Promise<Outcome> {
    const child = Bun.spawn(['node', 'cli/dev/run.mjs', ...args], {
      cwd: root,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code: await child.exited, stdout, stderr }
  }

  test('test --help says how it is used and runs nothing', async () => {
    const { code, stdout, stderr } = await runScript('test', '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toStartWith('usage: npm test')
  })

  test('test with a file runs that file alone, without types, lint and build', async () => {
    const { code, stderr } = await runScript('test', 'tests/domain/group-text.test.ts')
    expect(code, stderr).toBe(0)
    expect(stderr).toContain(' 0 fail')
    expect(stderr).toContain('across 1 file')
    expect(stderr).not.toContain('gw: checking')
  })

  test('check --house prints a figure a line and exits 0 while all hold', async () => {
    const { code, stdout } = await runScript('check', '--house')
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^floors of server\/relay\/ +\d+ {2}at most 7$/m)
  })
})
