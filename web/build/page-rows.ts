/** The pages as the build sees them: their addresses, and the file that each begins with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PageRow {
  readonly paths: readonly [string, ...string[]]
  /** Whole path of the module. */
  readonly module: string
  /** Whether it has the side menu. */
  readonly isConsole: boolean
}

const WEB = join(import.meta.dirname, '..')

const ROW = /(?:open\(\s*'([^']+)'|\bpaths: \[('[^\]]+)\])[^;]*?import\('\.([^']+)'\)(?=([^}]*))/g

/** Read as text: the rows hold components, which are for the browser. Throws when one is missed. */
export function readPageRows(): readonly PageRow[] {
  const source = readFileSync(join(WEB, 'routes.ts'), 'utf8')
  const rows = [...source.matchAll(ROW)].map(
    ([, alone = '', listed = '', file = '', frame = '']) => {
      const [first = alone, ...others] = [...listed.matchAll(/'([^']+)'/g)].map(
        ([, path = '']) => path,
      )
      const paths = [first, ...others] as const
      const isConsole = alone === '' && !frame.includes("frame: 'public'")
      return { paths, module: `${join(WEB, file)}.tsx`, isConsole }
    },
  )
  const expected = source.match(/import\('/g)?.length ?? 0
  if (rows.length !== expected) {
    throw new Error(`web/routes.ts: read ${rows.length} rows, it imports ${expected} pages`)
  }
  return rows
}
