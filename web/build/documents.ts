/**
 * The pages as the server sends them: one for each address, which names at once all that it
 * needs, so that nothing waits for a script to ask for the next. The outline of the frame is
 * painted before any of it is here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pageName } from '../app/page-name'
import { FIRST_READS } from './first-reads'
import type { PageRow } from './page-rows'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

interface DocumentParts {
  readonly rows: readonly PageRow[]
  /** Folder of the texts, as an address. */
  readonly texts: string
}

/** What stands in `index.html` for what the build puts there. */
const BEGIN = '<script src="/begin.js"></script>'
const ROOT = '<div id="root"></div>'
const STYLE = /\s*<link rel="stylesheet"[^>]*>/g
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g

export function documents({ rows, texts }: DocumentParts): Plugin {
  return {
    name: 'gw-documents',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      inlineRuntime(bundle)
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('there is no index.html')
      const plain = String(index.source).replace(RUNTIME_TAG, '')
      const frame = neededBy(bundle, ({ fileName }) => plain.includes(`src="/${fileName}"`))
      const write = (row: PageRow | undefined): string => {
        const own = row && neededBy(bundle, ({ facadeModuleId }) => facadeModuleId === row.module)
        const page = (own ?? []).filter((chunk) => !frame.includes(chunk))
        const place = `data-texts="${texts}"`
        const name = row && ` data-page="${pageName(row.paths[0])}"${readsOf(row.paths[0])}`
        return pageWith(plain, {
          begin: `<script ${place}${name ?? ''}>${readOwn('../public/begin.js')}</script>`,
          preloads: page.map(({ fileName }) => fileName),
          styles: [...frame, ...page].flatMap(stylesOf),
          isConsole: row?.isConsole ?? false,
        })
      }
      index.source = write(undefined)
      const table = rows.map((row) => {
        const fileName = `pages/${pageName(row.paths[0])}.html`
        this.emitFile({ type: 'asset', fileName, source: write(row) })
        return { paths: row.paths, file: `/${fileName}` }
      })
      const source = JSON.stringify(table)
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}

/** As attributes of the script that requests them. */
function readsOf(path: string): string {
  const reads = Object.entries(FIRST_READS[path] ?? {})
  return reads
    .map(([who, addresses]) => ` data-${who}="${addresses.join(' ').replaceAll('&', '&amp;')}"`)
    .join('')
}

interface PageParts {
  readonly begin: string
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  readonly isConsole: boolean
}

function pageWith(plain: string, { begin, preloads, styles, isConsole }: PageParts): string {
  const outline = readOwn(isConsole ? 'outline-console.html' : 'outline-public.html')
  const painted = `<style>${readOwn('outline.css')}</style>`
  const links = preloads.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
  // Behind the outline, which is painted without them; scripts wait for them.
  const sheets = [...new Set(styles)].map(
    (file) => `<link rel="stylesheet" crossorigin href="/${file}" />`,
  )
  const before = plain.replace(STYLE, '').replace(PRELOAD, '')
  return before
    .replace(BEGIN, () => begin)
    .replace('</head>', () => `${painted}${links.join('')}</head>`)
    .replace(ROOT, () => `<div id="root">${outline}</div>${sheets.join('')}`)
}

/** Without comments and the blanks that make it readable. */
function readOwn(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

/** Scripts that one cannot run without, itself included. */
function neededBy(bundle: Bundle, isMeant: (chunk: Chunk) => boolean): readonly Chunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set(chunks.filter(isMeant))
  for (const { imports } of found) {
    for (const name of imports) {
      const file = bundle[name]
      if (file?.type === 'chunk') found.add(file)
    }
  }
  return [...found]
}

function stylesOf({ viteMetadata }: Chunk): readonly string[] {
  return [...(viteMetadata?.importedCss ?? [])]
}

const RUNTIME = /(?:^|\/)rolldown-runtime-[^/"]*\.js$/
const RUNTIME_TAG = /\s*<script[^>]*rolldown-runtime-[^>]*><\/script>/
const IMPORTED = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/
const EXPORTED = /export\{([^}]*)\};?\s*$/

/**
 * Half a kilobyte that nearly every file needs is written into each: a request more for it would
 * cost a bad line more than it weighs. Names of files stay true, for they tell both contents.
 */
function inlineRuntime(bundle: Bundle): void {
  const name = Object.keys(bundle).find((file) => RUNTIME.test(file))
  const runtime = name === undefined ? undefined : bundle[name]
  if (name === undefined || runtime?.type !== 'chunk') return
  const body = runtime.code.replace(EXPORTED, '').trim()
  const exported = pairsIn(EXPORTED.exec(runtime.code)?.[1] ?? '')
  const given = exported.map(([local, as]) => `${as}:${local}`).join()
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || file === runtime) continue
    file.code = file.code.replace(IMPORTED, (_, names: string) => {
      const taken = pairsIn(names).map(([as, local]) => `${as}:${local}`)
      return `const{${taken.join()}}=(()=>{${body};return{${given}}})();`
    })
    if (file.code.includes(name.slice(name.lastIndexOf('/')))) {
      throw new Error(`${file.fileName} still requests ${name}`)
    }
    file.imports = file.imports.filter((other) => other !== name)
  }
  delete bundle[name]
}

/** `a as b,c` is a and b, then c and c. */
function pairsIn(names: string): readonly (readonly [string, string])[] {
  return names.split(',').map((part) => {
    const [from = '', to = from] = part.trim().split(/\s+as\s+/)
    return [from, to] as const
  })
}

/** Of what a part waits for, what is a file of its own. */
export function withoutRuntime(files: string[]): string[] {
  return files.filter((file) => !RUNTIME.test(file))
}
