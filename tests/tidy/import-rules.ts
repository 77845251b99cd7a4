/** Rules about who may know whom. */
import { CIRCLE_RULES } from './circle-rules'
import {
  EVERYWHERE,
  isIn,
  type Offence,
  type Places,
  PRODUCTION,
  type Rule,
  sourcesIn,
} from './rule'
import type { Import, Source, Tree } from './tree'

/** Ports and process settings that every part on the outside of the relay may use. */
const GROUND = [
  'server/clock.ts',
  'server/random.ts',
  'server/log.ts',
  'server/program-version.ts',
  'server/configuration.ts',
  'server/configuration-key.ts',
  'server/configuration-rows.ts',
  'server/configuration-values.ts',
  'server/telemetry-rows.ts',
  'server/telemetry-settings.ts',
]

/** Where the parts are put together. */
const COMPOSITION = [
  'server/serve.ts',
  'server/server-health.ts',
  'server/open-relay.ts',
  'server/listening.ts',
  'server/admin-app.ts',
  'server/compose.ts',
  'server/management-process.ts',
  'server/storage.ts',
  'server/releases.ts',
  'server/release-files.ts',
  'server/webhook.ts',
  'server/payment-client.ts',
  'server/price-lists/',
  'server/pdf/',
  'server/job-actions.ts',
  'server/probe.ts',
  'server/channel-clients.ts',
  'server/call-listeners.ts',
  'server/metrics.ts',
  'server/temp-files.ts',
]

/** The rooms of the relay, each of which may import those before it. */
const RELAY_ROOMS = [
  'wire',
  'ports',
  'net',
  'multipart',
  'formats',
  'call',
  'objects',
  'realtime',
  'upstreams',
  'jobs',
].map((room) => `server/relay/${room}/`)

/** The first row that a file is in says what it may import of ours. */
const LAYERS: readonly { readonly of: Places; readonly may: Places }[] = [
  { of: ['server/domain/'], may: ['server/domain/'] },
  { of: ['db/'], may: ['db/', 'server/domain/'] },
  ...RELAY_ROOMS.map((room, index) => ({
    of: [room],
    may: [...RELAY_ROOMS.slice(0, index + 1), 'server/domain/'],
  })),
  {
    of: ['server/services/'],
    may: [
      'server/services/',
      'server/domain/',
      'db/',
      'server/relay/ports/',
      // The canonical model: what ports and dialects are called with.
      'server/relay/wire/chat.ts',
      'server/relay/formats/dialects/',
      ...GROUND,
    ],
  },
  {
    of: ['server/http/relay/'],
    may: ['server/http/', 'server/relay/', 'server/domain/', ...GROUND],
  },
  { of: ['server/http/'], may: ['server/http/', 'server/services/', 'server/domain/', ...GROUND] },
  {
    of: ['server/schedule/'],
    may: ['server/schedule/', 'server/services/', 'server/domain/', ...GROUND],
  },
  {
    of: ['server/telemetry/'],
    may: ['server/telemetry/', 'server/relay/ports/', 'server/domain/', ...GROUND],
  },
  {
    of: ['server/workers/'],
    may: [
      'server/workers/',
      'server/relay/ports/',
      'server/services/',
      'server/domain/',
      'db/',
      ...GROUND,
    ],
  },
  { of: COMPOSITION, may: ['server/', 'db/'] },
  { of: GROUND, may: ['server/domain/', ...GROUND] },
  { of: ['cli/dev/manual.ts'], may: ['cli/reference.ts', 'cli/skill.ts', 'cli/dev/', 'server/'] },
  {
    of: ['cli/dev/screenshots.ts'],
    // Its list of pages is the console's own.
    may: ['cli/dev/', 'server/', 'db/', 'web/routes.ts'],
  },
  // The rehearsal that ships and the one of developers share a provider.
  {
    of: ['cli/dev/chaos/', 'cli/dev/chaos.ts'],
    may: [
      ...['cli/dev/', 'cli/provider/', 'server/', 'db/', 'tests/chaos/mutants.ts'],
      'tests/year/simulate.ts',
    ],
  },
  { of: ['cli/dev/'], may: ['cli/dev/', 'server/', 'db/'] },
  {
    of: ['cli/command/context.ts', 'cli/runtime/openings.ts'],
    may: ['cli/', 'server/compose.ts', 'server/services/', 'server/domain/', 'db/', ...GROUND],
  },
  {
    of: ['cli/commands/serve.ts', 'cli/commands/demo.ts', 'cli/runtime/supervisor.ts'],
    may: [
      'cli/',
      'server/serve.ts',
      'server/workers/role.ts',
      'server/services/',
      'server/domain/',
      ...GROUND,
    ],
  },
  {
    of: ['cli/commands/doctor.ts'],
    may: ['cli/', 'server/channel-clients.ts', 'server/services/', 'server/domain/', ...GROUND],
  },
  {
    of: ['cli/update/release.ts'],
    may: ['cli/', 'server/release-files.ts', 'server/services/', 'server/domain/', ...GROUND],
  },
  {
    // The screens work on a database at rest through the API itself, not around it.
    of: ['cli/admin/local.ts'],
    may: ['cli/', 'server/admin-app.ts', 'server/services/', 'server/domain/', 'db/', ...GROUND],
  },
  {
    of: ['cli/commands/job/'],
    may: ['cli/', 'server/schedule/', 'server/services/', 'server/domain/', ...GROUND],
  },
  { of: ['cli/'], may: ['cli/', 'server/services/', 'server/domain/', ...GROUND] },
  { of: ['web/'], may: ['web/', 'server/domain/'] },
  {
    of: ['tests/support/upstream.ts', 'tests/support/upstream/'],
    may: ['tests/support/upstream/', 'tests/support/wait-until.ts'],
  },
  { of: ['tests/'], may: EVERYWHERE },
]

interface Fence {
  /** A package and everything below it; `exact` for that one specifier. */
  readonly name: string
  readonly exact?: boolean
  readonly in: Places
  /** Where types may be imported as well. */
  readonly typesIn?: Places
}

const FENCES: readonly Fence[] = [
  { name: 'lucia', in: ['server/services/session.ts'] },
  { name: 'bun:sqlite', in: ['db/'] },
  { name: 'commander', in: ['cli/main.ts', 'cli/program.ts'] },
  {
    name: 'undici/index.js',
    exact: true,
    in: ['server/relay/net/undici-agents.ts', 'server/relay/net/upstream-socket.ts'],
  },
  // Under Bun every other way in is a stub whose ProxyAgent ignores the proxy.
  { name: 'undici', in: [] },
  { name: 'elysia', in: ['server/http/', 'server/serve.ts'] },
  { name: '@elysiajs', in: ['server/http/', 'server/serve.ts'] },
  { name: 'gpt-tokenizer', in: ['server/relay/call/billing/count-tokens.ts'] },
  { name: 'kysely', in: ['db/'], typesIn: ['server/services/'] },
  { name: 'i18next', in: ['server/domain/i18n/'] },
  { name: 'ink', in: ['cli/tui/'] },
  { name: '@modelcontextprotocol', in: ['server/http/mcp/'] },
  { name: 'react', in: ['cli/tui/', 'web/'] },
  { name: '@primer', in: ['web/'] },
]

/** Files that only a command starts, the main thread or the test runner. */
const ENTRIES = [
  'cli/main.ts',
  'cli/dev/',
  'db/readers/thread.ts',
  'server/relay/call/bodies/body-thread.ts',
  'server/price-lists/thread.ts',
  'server/pdf/thread.ts',
  'tests/support/preload.ts',
  'tests/tidy/print-figures.ts',
  'web/main.tsx',
  'web/vite.config.ts',
]

const layers: Rule = {
  name: 'parts import only what the tree of parts allows',
  check: (tree) =>
    eachImport(tree, EVERYWHERE, (source, { target }) => {
      if (target === undefined) return undefined
      const layer = LAYERS.find(({ of }) => isIn(source.path, of))
      if (layer === undefined) return 'lies in no known part'
      return isIn(target, layer.may) ? undefined : `may not import ${target}`
    }),
}

const fences: Rule = {
  name: 'fenced packages are imported behind their fence only',
  check: (tree) =>
    eachImport(tree, PRODUCTION, (source, { specifier, kind }) => {
      const fence = FENCES.find(({ name, exact }) =>
        exact ? specifier === name : isOfPackage(specifier, name),
      )
      if (fence === undefined || isIn(source.path, fence.in)) return undefined
      if (kind === 'type' && isIn(source.path, fence.typesIn ?? [])) return undefined
      return `may not import ${specifier}`
    }),
}

const stubUndici: Rule = {
  name: 'nobody imports the undici that is only a stub',
  check: (tree) =>
    eachImport(tree, EVERYWHERE, (_, { specifier }) =>
      specifier === 'undici' ? 'under Bun this is a stub: import undici/index.js' : undefined,
    ),
}

const dependencies: Rule = {
  name: 'the product imports no package meant for development',
  check: (tree) =>
    eachImport(tree, ['cli/', 'server/', 'db/'], (source, { specifier, kind }) => {
      const builtIn = /^(?:\.|node:|bun$|bun:)/.test(specifier)
      if (builtIn || kind === 'type' || isIn(source.path, ['cli/dev/'])) return undefined
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
      return tree.facts.dependencies.includes(name) ? undefined : `${name} is no dependency`
    }),
}

const missing: Rule = {
  name: 'every import of ours leads to a file',
  check: (tree) =>
    eachImport(tree, EVERYWHERE, (_, { specifier, target }) => {
      const asset = /\.(?:css|svg|png|json|html|sse|txt)$/.test(specifier)
      const ours = specifier.startsWith('.') && !asset
      return ours && target === undefined ? `${specifier} is not there` : undefined
    }),
}

const unimported: Rule = {
  name: 'every file of the product is imported by the product',
  check: (tree) => {
    const used = targetsOf(sourcesIn(tree, PRODUCTION))
    return (
      sourcesIn(tree, PRODUCTION, ENTRIES)
        // What a declaration tells the compiler it finds by itself.
        .filter(({ path }) => !used.has(path) && !path.endsWith('.d.ts'))
        .map(({ path }) => ({ path, line: 1, reason: 'nobody imports it' }))
    )
  },
}

const unusedSupport: Rule = {
  name: 'every file that supports tests is imported by one',
  check: (tree) => {
    const tests = sourcesIn(tree, ['tests/'])
    const used = targetsOf(tests)
    // A script that runs as a child process is named by its file.
    const named = (path: string): boolean =>
      tests.some(({ strings }) => strings.includes(path.slice(path.lastIndexOf('/') + 1)))
    return tests
      .filter(({ path }) => !/\.test\.tsx?$/.test(path) && !ENTRIES.includes(path))
      .filter(({ path }) => !used.has(path) && !named(path))
      .map(({ path }) => ({ path, line: 1, reason: 'no test imports it' }))
  },
}

const EXPORTED = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|enum)\s+([\w$]+)/gm

const unusedExports: Rule = {
  name: 'every exported value is used in another file',
  check: (tree) => {
    const users = new Map<string, Set<string>>()
    for (const { path, code } of tree.sources.values()) {
      for (const word of new Set(code.match(/[\w$]+/g))) {
        users.set(word, (users.get(word) ?? new Set()).add(path))
      }
    }
    // The vocabulary of the domain is whole from the start; its users come with the features.
    const except = [...ENTRIES, 'server/domain/']
    return sourcesIn(tree, PRODUCTION, except).flatMap(({ path, code }) =>
      [...code.matchAll(EXPORTED)]
        .map((match) => match[1] ?? '')
        .filter((name) => (users.get(name)?.size ?? 0) < 2)
        .map((name) => ({ path, line: 1, reason: `nobody else uses ${name}` })),
    )
  },
}

export const IMPORT_RULES: readonly Rule[] = [
  layers,
  fences,
  stubUndici,
  dependencies,
  missing,
  ...CIRCLE_RULES,
  unimported,
  unusedSupport,
  unusedExports,
]

function eachImport(
  tree: Tree,
  places: Places,
  judge: (source: Source, found: Import) => string | undefined,
): Offence[] {
  return sourcesIn(tree, places).flatMap((source) =>
    source.imports.flatMap((found): Offence[] => {
      const reason = judge(source, found)
      return reason === undefined ? [] : [{ path: source.path, line: found.line, reason }]
    }),
  )
}

function isOfPackage(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`)
}

function targetsOf(sources: readonly Source[]): Set<string> {
  const targets = new Set<string>()
  for (const { path, imports } of sources) {
    for (const { target } of imports) {
      if (target !== undefined && target !== path) targets.add(target)
    }
  }
  return targets
}
