/**
 * Builds `dist/gw`: one executable with the runtime, migrations, dictionaries, console and manual.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { ensureConsole } from './web'

const ROOT = join(import.meta.dir, '..', '..')
const DIST = join(ROOT, 'dist')
const CONSOLE = join(ROOT, 'web', 'dist')
const MANUAL = join(ROOT, 'web', 'docs')

/** Programs of threads; `threadEntry` finds them in the binary by these paths. */
const THREADS = ['server/relay/call/bodies/body-thread.ts', 'db/readers/thread.ts']

/** Ink asks for its developer tools by name although a release never loads them. */
const withoutDevtools: BunPlugin = {
  name: 'without-devtools',
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, () => ({
      path: 'react-devtools-core',
      namespace: 'absent',
    }))
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: 'export default { initialize() {}, connectToDevTools() {} }',
      loader: 'js',
    }))
  },
}

/** Version of package.json, and the commit when git knows it: "0.1.0+1a2b3c4". */
async function versionText(): Promise<string> {
  const { version } = await Bun.file(join(ROOT, 'package.json')).json()
  const git = Bun.which('git')
  if (git === null) return version
  const asked = Bun.spawnSync([git, 'rev-parse', '--short', 'HEAD'], { cwd: ROOT })
  const commit = asked.success ? asked.stdout.toString().trim() : ''
  return commit === '' ? version : `${version}+${commit}`
}

async function compile(outfile: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'cli', 'main.ts'), ...THREADS.map((path) => join(ROOT, path))],
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      assets: [CONSOLE, MANUAL],
    },
    bytecode: true,
    splitting: true,
    format: 'esm',
    // Elysia reads the text of handlers, so whitespace and names stay as written.
    minify: { whitespace: false, syntax: true, identifiers: false },
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.GW_BUILD': JSON.stringify(await versionText()),
    },
    plugins: [withoutDevtools],
  })
}

await ensureConsole()
const started = performance.now()
mkdirSync(DIST, { recursive: true })
// Built aside and renamed: a gw that runs keeps its file, and a failure leaves the old one.
const workshop = mkdtempSync(join(DIST, 'building-'))
try {
  const built = join(workshop, 'gw')
  await compile(built)
  renameSync(built, join(DIST, 'gw'))
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
const sizeMib = Math.round(statSync(join(DIST, 'gw')).size / 2 ** 20)
const tookSeconds = ((performance.now() - started) / 1000).toFixed(1)
console.error(`gw: built dist/gw, ${sizeMib} MiB, in ${tookSeconds} s`)
