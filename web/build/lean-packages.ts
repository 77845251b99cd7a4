/** What packages bring that no page of the console uses is left out of the build. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const ICON = /[\\/]octicons-react[\\/]dist[\\/]icons[\\/]\w+\.mjs$/
const RENDERER = /[\\/]octicons-react[\\/]dist[\\/]renderOcticon-[\w-]+\.mjs$/
/** The drawing of one size: `"24": {"width": 24, "path": …},` */
const DRAWING = /\n\t"(\d+)": \{\n[\s\S]*?\n\t\},?/g
const SIZES = /var heights = \[[^\]]*\];/
/** What is the same of every icon but for its name, and names it for developer tools. */
const DRAWN = new RegExp(
  String.raw`React\.forwardRef\(function\(props, ref\) \{\s*return (renderOcticon)` +
    String.raw`\(props, ref, "([\w -]+)", svgDataByHeight, heights\);\s*\}\);` +
    String.raw`\s*\w+\.displayName = "\w+";`,
)
/** Written out for browsers that had neither spreads nor `Object.entries`. */
const OLD_FORMS =
  /function _typeof\([\s\S]*?(?=var _excluded)|function _extends\([\s\S]*?(?=var sizeMap)/g
const FORMS = `const _extends = Object.assign
const _objectSpread = (...parts) => Object.assign({}, ...parts)
const _objectWithoutProperties = (all, excluded) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !excluded.includes(name)));`
/** What stands in lines of text; larger ones are these, scaled. */
const LARGEST_PX = 16

/** Icons come in two to five drawings each, and each brings along how it is drawn. */
export function leanIcons(): Plugin {
  const id = '\0octicon'
  return {
    name: 'gw-lean-icons',
    enforce: 'pre',
    resolveId: (source) => (source === id ? id : undefined),
    load: (requested) =>
      requested === id
        ? `import React from 'react'
           export const octicon = (render, name, drawings) => {
             const sizes = Object.keys(drawings)
             return React.forwardRef((props, ref) => render(props, ref, name, drawings, sizes))
           }`
        : undefined,
    transform(code, file) {
      if (RENDERER.test(file)) return { code: FORMS + code.replace(OLD_FORMS, ''), map: null }
      if (!ICON.test(file)) return undefined
      const sizes = [...code.matchAll(DRAWING)].map(([, size = '']) => size)
      const small = sizes.filter((size) => Number(size) <= LARGEST_PX)
      if (small.length === 0) return undefined
      if (!DRAWN.test(code)) throw new Error(`${file}: an icon that is drawn in another way`)
      const lean = code
        .replace(DRAWING, (drawing, size: string) =>
          small.includes(size) ? drawing.replace(/,?$/, ',') : '',
        )
        .replace(SIZES, '')
        .replace(DRAWN, 'octicon($1, "$2", svgDataByHeight);')
      return { code: `import { octicon } from ${JSON.stringify(id)};${lean}`, map: null }
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
    load: (requested) =>
      requested === id
        ? `export const isSupported = () => 'popover' in HTMLElement.prototype
           export const apply = () => void import('@oddbird/popover-polyfill')`
        : undefined,
  }
}

/** What parts of packages can show and no page of ours uses, by who would show it. */
const UNUSED = [
  // Segments that fold into a menu, and a last one that does something.
  {
    by: /[\\/]SegmentedControl[\\/]SegmentedControl(?:Action)?\.js$/,
    file: /\/(?:ActionMenu|ActionList)\/\w+\.js$/,
    instead: 'export const ActionList = undefined, ActionMenu = undefined',
  },
  // Keyboard shortcuts of a button, shown next to its name.
  {
    by: /[\\/]TooltipV2[\\/]Tooltip\.js$/,
    file: /\/KeybindingHint\/\w+\.js$/,
    instead: `export const KeybindingHint = undefined, usePlatform = () => undefined
              export const getAccessibleKeybindingHintString = undefined`,
  },
] as const

export function leanParts(): Plugin {
  const id = '\0unused-'
  return {
    name: 'gw-lean-parts',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const at = UNUSED.findIndex(({ by, file }) => by.test(importer) && file.test(source))
      return at < 0 ? undefined : `${id}${at}`
    },
    load: (requested) =>
      requested.startsWith(id) ? UNUSED[Number(requested.slice(id.length))]?.instead : undefined,
  }
}

/** What stands in for parts of React and of browsers that they have had for long. */
const OUTLIVED = [
  {
    name: /^use-sync-external-store\/shim(?:\/index\.js)?$/,
    instead: `export { useSyncExternalStore } from 'react'`,
  },
  { name: /^focus-visible$/, instead: 'export {}' },
] as const

export function withoutOutlived(): Plugin {
  const id = '\0outlived-'
  return {
    name: 'gw-without-outlived',
    enforce: 'pre',
    resolveId(source) {
      const at = OUTLIVED.findIndex(({ name }) => name.test(source))
      return at < 0 ? undefined : `${id}${at}`
    },
    load: (requested) =>
      requested.startsWith(id) ? OUTLIVED[Number(requested.slice(id.length))]?.instead : undefined,
  }
}

const I18NEXT = /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/
const CONNECTOR = /class Connector extends EventEmitter \{[\s\S]*?\n\}\n/

/** Texts are given to i18next; what would fetch them is never called. */
export function leanTranslator(): Plugin {
  return {
    name: 'gw-lean-translator',
    enforce: 'pre',
    transform(code, id) {
      if (!I18NEXT.test(id)) return undefined
      if (!CONNECTOR.test(code)) throw new Error(`${id}: no Connector to leave out`)
      const lean = 'class Connector extends EventEmitter { state = {} }\n'
      return { code: code.replace(CONNECTOR, lean), map: null }
    },
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
  const used = new Set(named)
  for (const name of used) for (const other of values.get(name) ?? []) used.add(other)
  return plain.replace(DECLARATION, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  )
}
