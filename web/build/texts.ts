/**
 * The texts of the console, cut into what the frame shows, what each page adds, and all of them.
 * A browser that shows one page reads two small files; whatever a page says that could not be
 * found here is read with all the rest when it is needed.
 */
import type { Plugin } from 'vite'
import { en } from '../../server/domain/i18n/en'
import { zh } from '../../server/domain/i18n/zh'
import { zhStates } from '../../server/domain/i18n/zh/states'
import { pageName } from '../app/page-name'
import { keysIn } from './keys-in'
import type { PageRow } from './page-rows'

type Texts = Readonly<Record<string, string>>

/** A text that another language lacks is read in Chinese. */
const DICTIONARIES: Readonly<Record<string, Texts>> = { zh, en: { ...zh, ...en } }

/** What the frame shows to few: its texts are read with all the rest. */
const RARE = ['/web/components/sign-in/FactorPrompt.tsx']

export interface TextFiles {
  /** Where they are: a new build has a new place, so that each file may be cached for ever. */
  readonly place: string
  readonly rows: readonly PageRow[]
}

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

export function texts({ place, rows }: TextFiles): Plugin {
  return {
    name: 'gw-texts',
    /** While the console is worked on, every page is given all. */
    configureServer(server) {
      server.middlewares.use(place, (request, response) => {
        const language = request.url?.split('/')[1] ?? ''
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(DICTIONARIES[language]))
      })
    },
    generateBundle(_, bundle) {
      const codeOf = new Map<string, string>()
      let entry = ''
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (file.isEntry) entry = file.facadeModuleId ?? ''
        for (const [id, { code }] of Object.entries(file.modules)) codeOf.set(id, code ?? '')
      }
      const emit = (part: string, keys: Iterable<string>): void => {
        const sorted = [...keys].sort()
        for (const [language, dictionary] of Object.entries(DICTIONARIES)) {
          const chosen = Object.fromEntries(sorted.map((key) => [key, dictionary[key] ?? '']))
          const fileName = `${place.slice(1)}/${language}/${part}.json`
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(chosen) })
        }
      }
      const keysOf = (ids: ReadonlySet<string>): ReadonlySet<string> =>
        keysIn(
          [...ids].map((id) => codeOf.get(id) ?? ''),
          Object.keys(zh),
        )
      const pages = new Set(rows.map(({ module }) => module))
      // The page may be anything, and it is requested only once the frame is there.
      const rare = [...codeOf.keys()].filter((id) => RARE.some((path) => id.endsWith(path)))
      const frameIds = reachable(this, entry, new Set([...pages, ...rare]))
      // States are named in the rows of the domain, not in the code.
      const frame = new Set([...keysOf(frameIds), ...Object.keys(zhStates)])
      emit('frame', frame)
      for (const { paths, module } of rows) {
        const ids = reachable(this, module, new Set([...pages, ...frameIds]))
        emit(pageName(paths[0]), keysOf(ids).difference(frame))
      }
      emit('all', Object.keys(zh))
    },
  }
}

/** Modules that one leads to, at once or later, without what lies behind `fences`. */
function reachable(graph: Graph, from: string, fences: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set([from])
  for (const id of found) {
    const info = graph.getModuleInfo(id)
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) {
      if (!fences.has(next)) found.add(next)
    }
  }
  return found
}
