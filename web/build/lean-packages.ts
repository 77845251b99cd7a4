/** What packages bring that no page of the console uses is left out of the build. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const ICON = /[\\/]octicons-react[\\/]dist[\\/]icons[\\/]\w+\.mjs$/
/** The drawing of one size: `"24": {"width": 24, "path": …},` */
const DRAWING = /\n\t"(\d+)": \{\n[\s\S]*?\n\t\},?/g
const SIZES = /var heights = \[[^\]]*\];/
/** What stands in lines of text; larger ones are these, scaled. */
const LARGEST_PX = 16

/** Icons come in two to five drawings each. */
export function leanIcons(): Plugin {
  return {
    name: 'gw-lean-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!ICON.test(id)) return undefined
      const sizes = [...code.matchAll(DRAWING)].map(([, size = '']) => size)
      const kept = sizes.filter((size) => Number(size) <= LARGEST_PX)
      if (kept.length === 0) return undefined
      const lean = code
        .replace(DRAWING, (drawing, size: string) =>
          kept.includes(size) ? drawing.replace(/,?$/, ',') : '',
        )
        .replace(SIZES, `var heights = ${JSON.stringify(kept)};`)
      return { code: lean, map: null }
    },
  }
}

const POPOVERS = '@oddbird/popover-polyfill/fn'

/** Browsers without popovers fetch what stands in for them; the others never see it. */
export function latePopovers(): Plugin {
  const id = '\0late-popovers'
  return {
    name: 'gw-late-popovers',
    enforce: 'pre',
    resolveId: (source) => (source === POPOVERS ? id : undefined),
    load: (asked) =>
      asked === id
        ? `export const isSupported = () => 'popover' in HTMLElement.prototype
           export const apply = () => void import('@oddbird/popover-polyfill')`
        : undefined,
  }
}

const TOKENS = /[\\/]@primer[\\/]primitives[\\/]dist[\\/]css[\\/].*\.css$/
const IMPORT = /@import ['"]([^'"]+)['"];/g
const NAME = /--[\w-]+/g
const DECLARATION = /\s*(--[\w-]+)\s*:([^;}]*);?/g

/** Of Primer's 960 colours and sizes those that one of its components or a page of ours names. */
export function leanTokens(folders: readonly string[]): Plugin {
  let named: ReadonlySet<string> | undefined
  return {
    name: 'gw-lean-tokens',
    enforce: 'pre',
    load(id) {
      if (!TOKENS.test(id)) return undefined
      named ??= new Set(folders.flatMap((folder) => namesBelow(folder)))
      return onlyNamed(wholeStyle(id), named)
    },
  }
}

function wholeStyle(path: string): string {
  return readFileSync(path, 'utf8').replace(IMPORT, (_, other: string) =>
    wholeStyle(join(dirname(path), other)),
  )
}

function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:css|js|tsx?)$/.test(name) && !name.startsWith('dist'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(NAME) ?? [])
}

/** A token may stand on others, which stay with it. */
function onlyNamed(style: string, named: ReadonlySet<string>): string {
  const plain = style.replace(/\/\*[\s\S]*?\*\//g, '')
  const values = new Map<string, Set<string>>()
  for (const [, name = '', value = ''] of plain.matchAll(DECLARATION)) {
    const known = values.get(name) ?? new Set()
    for (const other of value.match(NAME) ?? []) known.add(other)
    values.set(name, known)
  }
  const kept = new Set(named)
  for (const name of kept) for (const other of values.get(name) ?? []) kept.add(other)
  return plain.replace(DECLARATION, (declaration, name: string) =>
    kept.has(name) ? declaration : '',
  )
}
