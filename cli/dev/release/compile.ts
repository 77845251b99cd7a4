/** One executable with the runtime, migrations, dictionaries, console and manual. */
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import type { Target } from './targets'

export const ROOT = join(import.meta.dir, '..', '..', '..')
const CONSOLE = join(ROOT, 'web', 'dist')
const MANUAL = join(ROOT, 'web', 'docs')

/** Programs of threads; `threadEntry` finds them in the binary by these paths. */
const THREADS = [
  'server/relay/call/bodies/body-thread.ts',
  'db/readers/thread.ts',
  'server/price-lists/thread.ts',
  'server/pdf/thread.ts',
]

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

export interface Compilation {
  readonly outfile: string
  readonly version: string
  readonly target: Target
  /** Of another platform than this one, or of a processor that this one need not have. */
  readonly runtime?: string
  /** What `gw update` checks releases with; "" for none. */
  readonly releaseKey: string
}

/** Version of package.json. */
export async function plainVersion(): Promise<string> {
  const { version } = await Bun.file(join(ROOT, 'package.json')).json()
  return version
}

/** And the commit when git knows it: "0.1.0+1a2b3c4". */
export async function versionText(): Promise<string> {
  const version = await plainVersion()
  const commit = gitSays(['rev-parse', '--short', 'HEAD'])
  return commit === '' ? version : `${version}+${commit}`
}

/** "" where there is no git, or no repository. */
export function gitSays(args: readonly string[]): string {
  const git = Bun.which('git')
  if (git === null) return ''
  const result = Bun.spawnSync([git, ...args], { cwd: ROOT })
  return result.success ? result.stdout.toString().trim() : ''
}

export async function compile({
  outfile,
  version,
  target,
  runtime,
  releaseKey,
}: Compilation): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'cli', 'main.ts'), ...THREADS.map((path) => join(ROOT, path))],
    compile: {
      outfile,
      ...(runtime !== undefined && { target: target.compile, executablePath: runtime }),
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
      'process.env.GW_BUILD': JSON.stringify(version),
      'process.env.GW_TARGET': JSON.stringify(target.id),
      'process.env.GW_BUILT_IN_RELEASE_KEY': JSON.stringify(releaseKey),
    },
    plugins: [withoutDevtools],
  })
}
