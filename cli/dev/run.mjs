// The npm scripts: what a machine with only Node and npm needs before Bun can take over.
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { ensurePackages, findBun, say } from './packages.mjs'
import { countTests, failuresByFile } from './test-summary.mjs'
import { tellUnsteady } from './unsteady-tests.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/**
 * Bun reads its limit of parallel fetches (256) only from the environment at start, and
 * refuses more than 65535.
 */
const CHILD_ENV = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' }
/** Of a test that hangs. Files that run side by side share the cores with their programs. */
const TEST_TIMEOUT = ['--timeout', '60000']
/** Most tests wait for child processes and sockets: one file more than there are cores. */
const TEST_WORKERS = availableParallelism() + 1
/** How long each file took, so that the slowest start first the next time. */
const TEST_TIMINGS = 'node_modules/.cache/gw/test-timings.json'
const MAIN = 'cli/main.ts'
const TEST_USAGE = `usage: npm test               types, lint, build, house rules and every test
       npm test -- FILE ...   only these test files, from the sources
       npm run check          types and lint; -- --house prints figures of the house
`
/** Test files that open the console in a browser, or may. */
const NEEDS_CONSOLE = /(?:^|\/)(?:web|stories)(?:\/|$)/

const VERBS = {
  start: (bun, args) => afterConsole(bun, [MAIN, 'serve', ...args]),
  dev: (bun, args) => afterConsole(bun, ['--watch', MAIN, 'serve', ...args]),
  gw: (bun, args) => run(bun, [MAIN, ...args]),
  build: (bun, args) => run(bun, ['cli/dev/build.ts', ...args]),
  release: (bun, args) => run(bun, ['cli/dev/release.ts', ...args]),
  bench: (bun, args) => run(bun, ['cli/dev/bench.ts', ...args]),
  chaos: (bun, args) => run(bun, ['cli/dev/chaos.ts', ...args]),
  screenshots: (bun, args) => run(bun, ['cli/dev/screenshots.ts', ...args]),
  check: async (bun, args) => {
    if (args.includes('--house')) return await run(bun, ['tests/tidy/print-figures.ts'])
    return (await check()).length === 0 ? 0 : 1
  },
  test,
}

const CHECKS = {
  // Several checkers work out the same types twice: one takes half the time of all cores.
  types: [
    'node_modules/typescript/bin/tsc',
    ...['--noEmit', '-p', '.', '--checkers', '1'],
    // What it has found out about files that are as they were is not worked out again.
    ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/gw/types.tsbuildinfo'],
  ],
  lint: [
    'node_modules/@biomejs/biome/bin/biome',
    'ci',
    '--error-on-warnings',
    ...(process.stdout.isTTY ? [] : ['--colors=off']),
    '.',
  ],
}

const [verb = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
if (!command) {
  say(`usage: node cli/dev/run.mjs ${Object.keys(VERBS).join('|')} [arguments]`)
  process.exit(2)
}
ensurePackages(ROOT)
process.exitCode = await command(findBun(ROOT), args)

function run(file, fileArgs, { onOutput, env } = {}) {
  return runChild(file, fileArgs, { cwd: ROOT, env: { ...CHILD_ENV, ...env }, onOutput })
}

/** Builds the console when its sources are newer, then runs Bun. */
async function afterConsole(bun, bunArgs) {
  const code = await run(bun, ['cli/dev/web.ts'])
  return code === 0 ? await run(bun, bunArgs) : code
}

/** Runs every check, so that one report shows all; returns the names that failed. */
async function check() {
  const failed = []
  for (const [name, script] of Object.entries(CHECKS)) {
    say(`gw: checking ${name}`)
    if ((await run(process.execPath, script)) !== 0) failed.push(name)
  }
  return failed
}

/** Everything that must hold before a commit; the last line is the sum of it. */
async function test(bun, filters) {
  if (filters.some((filter) => filter === '--help' || filter === '-h')) {
    process.stdout.write(TEST_USAGE)
    return 0
  }
  return filters.length > 0 ? await testSome(bun, filters) : await testAll(bun)
}

/** Straight from the sources, for who has just changed one. */
async function testSome(bun, filters) {
  if (filters.some((filter) => NEEDS_CONSOLE.test(filter))) {
    const code = await run(bun, ['cli/dev/web.ts'])
    if (code !== 0) return code
  }
  return await run(bun, ['test', ...TEST_TIMEOUT, ...filters])
}

async function testAll(bun) {
  // Types and lint take one core each for a while: the build and the tests need not wait for them.
  const checking = check()
  say('gw: building dist/gw')
  const isBuilt = (await run(bun, ['cli/dev/build.ts'])) === 0
  const failedSteps = isBuilt ? [] : ['build']

  say('gw: running the tests')
  let output = ''
  const timings = [`--timings=${TEST_TIMINGS}`, '--update-timings']
  // A worker loads the program once instead of once for every file.
  const together = [`--parallel=${TEST_WORKERS}`, '--no-isolate', ...timings]
  const testArgs = ['test', ...TEST_TIMEOUT, ...together]
  const onOutput = (text) => {
    output += text
  }
  // The program that people run is what the tests start, and it starts faster than the sources.
  const env = isBuilt ? { GW_TEST_BINARY: '1' } : {}
  const code = await run(bun, testArgs, { onOutput, env })
  const first = countTests(output, code)
  const failures = failuresByFile(output)
  const counted = await tellUnsteady(failures, first, async (files) => {
    output = ''
    const again = await run(bun, ['test', ...TEST_TIMEOUT, ...files], {
      onOutput,
      env,
    })
    return { output, ...countTests(output, again) }
  })
  failedSteps.push(...(await checking))
  for (const step of failedSteps) say(`gw: failed step: ${step}`)
  const failed = counted.failed + failedSteps.length
  process.stdout.write(`${counted.passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}
