/** The pages as the build sees them: their addresses, and the file that each begins with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../routes'

export interface PageRow {
  readonly paths: readonly [string, ...string[]]
  /** Whole path of the module. */
  readonly module: string
  /** Whether it has the side menu. */
  readonly isConsole: boolean
}

const WEB = join(import.meta.dirname, '..')

const PAGE = /'([^']+)': lazyPage\(\(\) => import\('\.([^']+)'\)\)/g

/** The modules are read as text: they are for the browser. Throws when one is missed. */
export function readPageRows(): readonly PageRow[] {
  const source = readFileSync(join(WEB, 'page-map.ts'), 'utf8')
  const files = new Map([...source.matchAll(PAGE)].map(([, path, file = '']) => [path, file]))
  return ROUTES.map(({ paths, frame }) => {
    const file = files.get(paths[0])
    if (file === undefined) throw new Error(`web/page-map.ts: no page found for ${paths[0]}`)
    return { paths, module: `${join(WEB, file)}.tsx`, isConsole: frame === 'console' }
  })
}
