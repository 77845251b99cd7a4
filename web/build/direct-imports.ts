/**
 * Asks a package for the file that a name comes from, not for the list of everything it has: only
 * then can be seen which page needs what, and what is needed by one stays out of the others.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where a name of a package is written: `file` exports it as `as`. */
interface Origin {
  readonly file: string
  readonly as: string
}

const IMPORT = /^import (?:(\w+)|\{([^}]*)\}) from ["'](\.[^"']+)["'];?$/gm
const EXPORT = /^export \{([^}]*)\};?$/m

/** `lists` are the files that name everything, by the name of their package. */
export function directImports(lists: Readonly<Record<string, string>>): Plugin {
  const origins = new Map(Object.entries(lists).map(([name, file]) => [name, originsIn(file)]))
  const pattern = new RegExp(
    `import \\{([^}]*)\\} from (["'])(${Object.keys(lists).join('|')})\\2;?`,
    'g',
  )
  return {
    name: 'gw-direct-imports',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.(?:tsx?|js|mjs)$/.test(id) || !code.includes('@primer/')) return undefined
      const direct = code.replace(pattern, (_, names: string, __, from: string) =>
        pairsIn(names)
          .map(([name, local]) => {
            const origin = origins.get(from)?.get(name)
            if (origin === undefined) throw new Error(`${id}: ${from} has no ${name}`)
            return `import { ${origin.as} as ${local} } from ${JSON.stringify(origin.file)};`
          })
          .join(' '),
      )
      return direct === code ? undefined : { code: direct, map: null }
    },
  }
}

function originsIn(list: string): ReadonlyMap<string, Origin> {
  const source = readFileSync(list, 'utf8')
  const locals = new Map<string, Origin>()
  for (const [, defaultName = '', names = '', from = ''] of source.matchAll(IMPORT)) {
    const file = join(dirname(list), from)
    if (defaultName !== '') locals.set(defaultName, { file, as: 'default' })
    for (const [name, local] of pairsIn(names)) locals.set(local, { file, as: name })
  }
  const exported = pairsIn(EXPORT.exec(source)?.[1] ?? '')
  return new Map(
    exported.flatMap(([local, name]) => {
      const origin = locals.get(local)
      return origin === undefined ? [] : [[name, origin] as const]
    }),
  )
}

/** `a, b as c, type D` is a twice, and b and c; types are gone when the code runs. */
function pairsIn(names: string): readonly (readonly [string, string])[] {
  return names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name = '', local = name] = part.split(/\s+as\s+/)
      return [name, local] as const
    })
}
